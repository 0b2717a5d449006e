"""The routes: thin endpoints over turns, conversations and the desk."""
