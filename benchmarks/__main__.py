"""Run all benchmarks, or those named: `python -m benchmarks [NAME ...]`."""

import argparse
from collections.abc import Callable, Iterator, Mapping

from benchmarks import (
    bundle_sizes,
    chat_end_to_end,
    chat_memory,
    chat_streaming,
    command_in_terminal,
    command_start,
    desk_many_open,
    desk_on_sqlite,
    desk_peers,
    desk_processes,
    fair_shares,
    import_time,
    install_size,
    json_block,
    linearity,
    loading_rows,
    markdown_streaming,
    mcp_answers,
    mcp_start,
    model_clients,
    prompt_share,
    replies,
    road_calls,
    slack_clicks,
    splitter_against_floor,
    splitter_against_regex,
)
from benchmarks.reporting import Result, Skipped, write_results

BENCHMARKS: Mapping[str, Callable[[], Iterator[Result | Skipped]]] = {
    "regex": splitter_against_regex.results,
    "floor": splitter_against_floor.results,
    "json": json_block.results,
    "import": import_time.results,
    "install": install_size.results,
    "linearity": linearity.results,
    "models": model_clients.results,
    "prompt": prompt_share.results,
    "load": loading_rows.results,
    "replies": replies.results,
    "desk-sqlite": desk_on_sqlite.results,
    "desk-processes": desk_processes.results,
    "desk-many": desk_many_open.results,
    "desk-peers": desk_peers.results,
    "fair-shares": fair_shares.results,
    "markdown": markdown_streaming.results,
    "sizes": bundle_sizes.results,
    "chat-burst": chat_streaming.burst,
    "chat-parts": chat_streaming.parts,
    "chat-paced": chat_streaming.paced,
    "chat-growth": chat_streaming.growth,
    "chat-openai": chat_end_to_end.results,
    "chat-memory": chat_memory.results,
    "mcp-start": mcp_start.results,
    "mcp-answers": mcp_answers.results,
    "commands": command_start.results,
    "terminal": command_in_terminal.results,
    "slack-clicks": slack_clicks.results,
    "calls": road_calls.results,
}


def main() -> None:
    """Print one line per ratio; write the results file if all benchmarks were run."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Ratios against peers.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"one of {', '.join(BENCHMARKS)}; default: all"
    )
    names: list[str] = parser.parse_args().names
    unknown = set(names) - set(BENCHMARKS)
    if unknown:
        parser.error(f"unknown benchmark {', '.join(sorted(unknown))}; choose from {', '.join(BENCHMARKS)}")
    results: list[Result | Skipped] = []
    for name in names or BENCHMARKS:
        for result in BENCHMARKS[name]():
            print(result.line(), flush=True)
            results.append(result)
    if not names:
        write_results(results)
    _summarise(results)


def _summarise(results: list[Result | Skipped]) -> None:
    """List missed limits and benchmarks without a result."""
    for verdict in ("missed", "unsteady", "skipped"):
        names = [result.name for result in results if result.verdict == verdict]
        if names:
            print(f"{verdict}: {len(names)}")
            for name in names:
                print(f"  {name}")
    if all(result.verdict in {"pass", "info"} for result in results):
        print("all limits met")


if __name__ == "__main__":
    main()
