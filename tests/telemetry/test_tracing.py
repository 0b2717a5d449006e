"""OpenTelemetry spans of requests, turns and model calls, without user content."""

import asyncio
from pathlib import Path

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from choice.assembly.server import tracing_of
from choice.providers import ModelFailed
from choice.telemetry import NO_TRACING
from choice.telemetry.otlp import OpenTelemetry
from choice.testing.scripted_model import ScriptedModel
from tests.providers.server import listening
from tests.server.service import running, settings_for

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
CALLER = {"traceparent": f"00-{TRACE}-00f067aa0ba902b7-01"}


def collected() -> tuple[OpenTelemetry, InMemorySpanExporter]:
    spans = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    return OpenTelemetry(provider), spans


def by_name(spans: InMemorySpanExporter) -> dict[str, ReadableSpan]:
    return {span.name: span for span in spans.get_finished_spans()}


async def test_a_message_creates_nested_spans_without_user_content(tmp_path: Path) -> None:
    tracing, spans = collected()
    model = ScriptedModel(["The answer is xylophone."])
    async with running(settings_for(tmp_path), model, tracing=tracing) as run:
        body = {"message": "My secret is a quokka."}
        client = run.client(user="zoltan")
        await client.post("/chatbot/chat-stream", json=body, headers=CALLER)

    found = by_name(spans)
    request, turn, call = (
        found[name] for name in ("POST /chatbot/chat-stream", "turn", "chat scripted model")
    )
    assert request.attributes is not None
    assert request.attributes["http.response.status_code"] == 200
    assert call.attributes is not None
    assert call.attributes["gen_ai.request.model"] == "scripted model"
    assert turn.parent is not None
    assert call.parent is not None
    assert request.parent is not None
    assert turn.parent.span_id == request.context.span_id
    assert call.parent.span_id == turn.context.span_id
    assert {format(span.context.trace_id, "032x") for span in (request, turn, call)} == {TRACE}
    written = "".join([span.to_json() for span in spans.get_finished_spans()])
    # None of these can occur in a random id or a time.
    secrets = ("xylophone", "quokka", "zoltan", "acme", client.headers["Authorization"].split()[1])
    assert not [secret for secret in secrets if secret in written]


async def test_a_model_error_is_recorded_by_code_without_its_message(tmp_path: Path) -> None:
    tracing, spans = collected()
    model = ScriptedModel([ModelFailed("MODEL_ERROR", "The key sk-xyzzy is wrong.")])
    async with running(settings_for(tmp_path), model, tracing=tracing) as run:
        await run.client().post("/chatbot/chat", json={"message": "Hello"})

    found = by_name(spans)
    assert found["turn"].status.status_code == StatusCode.ERROR
    assert found["turn"].attributes is not None
    assert found["turn"].attributes["error.type"] == "MODEL_ERROR"
    call = found["chat scripted model"].attributes
    assert call is not None
    assert call["error.type"] == "ModelFailed"
    assert found["POST /chatbot/chat"].status.status_code == StatusCode.ERROR
    assert "xyzzy" not in "".join([span.to_json() for span in spans.get_finished_spans()])


def test_tracing_is_off_without_a_collector(tmp_path: Path) -> None:
    assert tracing_of(settings_for(tmp_path)) is NO_TRACING


async def test_spans_are_exported_to_the_collector(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    received: list[bytes] = []

    async def collect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        received.append(head + await reader.readexactly(length))
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        await writer.drain()

    async with listening(collect) as place:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://{place}")
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
        settings = settings_for(tmp_path, telemetry_url=f"http://{place}")
        async with running(settings, ScriptedModel(["My answer."])) as run:
            await run.client().post("/chatbot/chat", json={"message": "My question"})

    sent = b"".join(received)
    assert sent.startswith(b"POST /v1/traces ")
    assert b"choicewire" in sent
    assert b"chat scripted model" in sent
    assert b"My " not in sent
