import signal
import subprocess
import sys
from pathlib import Path

import pytest

import choice
from choice.cli.parser import COMMANDS
from tests.cli.choicewire import ROOT, choicewire, environment, in_its_own_process

NAMES = list(COMMANDS)


@pytest.mark.parametrize("arguments", [("--help",)])
def test_help_lists_every_command(arguments: tuple[str, ...]) -> None:
    done = choicewire(*arguments)

    assert done.returncode == 0
    for name in NAMES:
        assert name in done.stdout.decode()


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_an_example_that_fits_a_terminal(name: str) -> None:
    done = choicewire(name, "--help", COLUMNS="80")

    shown = done.stdout.decode()
    assert done.returncode == 0
    assert f"  choicewire {name}" in shown.partition("examples:")[2]
    assert max(map(len, shown.splitlines())) <= 80


def test_help_does_not_wait_for_pydantic() -> None:
    # One interpreter prints all of it: what none of them imports, no single one does.
    helps = [["--help"], *([name, "--help"] for name in NAMES)]
    program = f"""
import sys
from choice.cli.main import main
for arguments in {helps!r}:
    try:
        main(arguments)
    except SystemExit as ended:
        assert ended.code == 0, arguments
assert "pydantic" not in sys.modules and "asyncio" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, cwd=ROOT, check=False)

    assert done.stderr == b""
    assert done.stdout.count(b"usage: choicewire") == len(helps)


def test_the_version_is_that_of_the_package() -> None:
    assert choicewire("--version").stdout.decode() == f"choicewire {choice.__version__}\n"


@pytest.mark.parametrize("wrong", [["nonsense"], ["--nonsense"], ["split", "--help-me"]])
def test_wrong_usage_ends_with_2_and_shows_the_usage(wrong: list[str]) -> None:
    done = choicewire(*wrong)

    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.startswith(b"usage: choicewire")


@pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes are those of POSIX")
@pytest.mark.parametrize("command", ["schema", "demo"])
def test_a_closed_pipe_ends_the_command_quietly(command: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "choice", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()

        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 128 + signal.SIGPIPE


@pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes are those of POSIX")
def test_an_interrupt_prints_no_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "choice", "demo", "--pace", "10"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)

        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 128 + signal.SIGINT


def test_output_is_utf_8_in_every_locale() -> None:
    done = in_its_own_process("instructions", "lettered_list", PYTHONIOENCODING="ascii")

    assert done.returncode == 0
    assert "—" in done.stdout.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by a POSIX shell")
@pytest.mark.parametrize(
    ("closed", "status", "words"),
    [
        ("schema >&-", 0, ""),
        ("demo >&-", 0, ""),
        ("split <&-", 2, "Pass a FILE"),
        ("ask --title Store --prompt Which? --option - <&-", 2, "--option ID=LABEL"),
        ("hook claude-code <&-", 0, ""),
        ("mcp <&-", 2, "standard input is closed"),
        ("mcp install --client claude-desktop --write <&-", 2, "Add --yes"),
    ],
)
def test_a_closed_stream_ends_without_a_traceback(closed: str, status: int, words: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m choice {closed}'],
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(PYTHONWARNINGS="default"),
        check=False,
    )

    assert done.returncode == status
    assert "Traceback" not in done.stderr.decode()
    assert words in done.stderr.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="there a closed pipe is another error")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_stops_the_command_with_and_without_buffering(tmp_path: Path, unbuffered: str) -> None:
    long = tmp_path / "long.txt"
    long.write_text("Some prose here.\n" * 100_000)
    process = subprocess.Popen(
        [sys.executable, "-m", "choice", "split", str(long)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(PYTHONUNBUFFERED=unbuffered),
    )
    with process:
        assert process.stdout is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr is not None
        complaints = process.stderr.read()

    assert (process.returncode, complaints) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the full device is one of Linux")
def test_a_write_error_ends_with_1_and_a_message() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "choice", "schema"],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=environment(),
            check=False,
        )

    assert done.returncode == 1
    assert done.stderr.decode().count("\n") == 1
