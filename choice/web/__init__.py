"""The pages: who may open them, what they are made of, and the socket that keeps them true."""
