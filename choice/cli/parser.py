"""The command line: every command with its arguments, its help, and the function that runs it.

Help and shell completion import only this module, so it has few imports beyond the standard library.
"""

import argparse
from collections.abc import Mapping

from choice.cli.arguments import Arguments, Command, characters, pace, port, seconds, whole_number
from choice.surfaces import AUTO, PREFERRED

MCP_CLIENTS = (
    "claude-code", "claude-desktop", "cursor", "vscode", "codex", "gemini-cli", "zed", "goose", "opencode",
    "copilot-cli", "jetbrains", "windsurf", "cline",
)  # fmt: skip
_ROW_KINDS = ("signals", "incidents", "issues", "metrics")
_DAY = 24 * 3600
_ALWAYS_JSON = "no effect: the output is always JSON"


def _serve(arguments: Arguments) -> None:
    arguments.add("--host", help="the address to listen on (default: this machine only)")
    arguments.add("--port", type=port, help="the port (default: 8400)")
    arguments.add("--reload", action="store_true", help="restart when the code changes")
    arguments.add(
        "--processes",
        type=whole_number,
        default=1,
        metavar="N",
        help="server processes on this port (default: 1; more need PostgreSQL)",
    )
    _agent(arguments)
    arguments.parser.set_defaults(asks_here=False)


def _agent(arguments: Arguments) -> None:
    arguments.add(
        "--agent", metavar="MODULE:NAME", help="an agent of your own in place of a model (CHOICE_AGENT)"
    )


def _chat(arguments: Arguments) -> None:
    arguments.add(
        "--mode",
        choices=("chat", "discovery", "clarification"),
        default="chat",
        help="chat (default), discovery or clarification",
    )
    _agent(arguments)


def _mcp(arguments: Arguments) -> None:
    arguments.add("action", nargs="?", choices=["install"], help="install: the same as `choicewire install`")
    arguments.add("--client", choices=MCP_CLIENTS, metavar="CLIENT", help="for install: the client to set up")
    arguments.add("--write", action="store_true", help="for install: no effect")
    _add_install_options(arguments)
    arguments.add(
        "--transport",
        choices=["stdio", "http"],
        default="stdio",
        help="stdio serves one client; http runs `serve` and also asks in this terminal",
    )
    arguments.add(
        "--hold",
        type=seconds,
        metavar="S",
        help="seconds after which a call returns without an answer (default: depends on the client)",
    )
    arguments.add("--no-page", action="store_true", help="do not start the web server for the question page")


def _install(arguments: Arguments) -> None:
    names = ", ".join(MCP_CLIENTS)
    arguments.add(
        "client", nargs="?", choices=MCP_CLIENTS, metavar="CLIENT", help=f"{names} (default: all found)"
    )
    _add_install_options(arguments)


def _doctor(arguments: Arguments) -> None:
    arguments.add_json("print one JSON object")


def _add_install_options(arguments: Arguments) -> None:
    add = arguments.add
    add("--project", action="store_true", help="change the file of this project, not that of the user")
    add("--dry-run", action="store_true", help="only show the change")
    add("--remove", action="store_true", help="undo the change")
    add("--yes", action="store_true", help="write without asking for confirmation")
    add("--no-permission", action="store_true", help="do not add the permission rule to Claude Code")


def _hook(arguments: Arguments) -> None:
    arguments.add("client", choices=["claude-code"], metavar="CLIENT", help="claude-code")
    arguments.add(
        "--timeout",
        type=seconds,
        default=540.0,
        metavar="S",
        help="seconds to wait; Claude Code stops hooks after 600",
    )


def _ask(arguments: Arguments) -> None:
    add = arguments.add
    add("--title", required=True, metavar="T", help="the subject, in a few words")
    add("--prompt", required=True, metavar="P", help="the question, and why it is asked")
    add(
        "--option",
        action="append",
        default=[],
        metavar="ID=LABEL",
        help="an option, or only its label; can be repeated; `-` reads lines from standard input",
    )
    add("--recommend", action="append", default=[], metavar="ID", help="mark an option as recommended")
    add("--default", action="append", default=[], metavar="ID", help="preselect an option")
    add("--multi", action="store_true", help="several options may be chosen")
    add("--min", type=whole_number, metavar="N", help="minimum number of options to choose")
    add("--max", type=whole_number, metavar="N", help="maximum number of options to choose")
    add("--text", action="store_true", help="accept free text")
    add(
        "--timeout",
        type=seconds,
        metavar="S",
        help="seconds to wait (default: your preference, initially 300)",
    )
    add(
        "--use-defaults",
        action="store_true",
        help="select the defaults on a timeout; the exit code is still 4",
    )
    add(
        "--surface",
        choices=PREFERRED,
        default=AUTO,
        help="where to ask (default: everywhere)",
    )
    arguments.add_database()
    arguments.add_json("print one JSON object")


def _inbox(arguments: Arguments) -> None:
    arguments.add("--watch", action="store_true", help="keep running and print every change")
    arguments.add("--ids", action="store_true", help="print the ids only")
    arguments.add_database()
    arguments.add_json("print one JSON array; with --watch one object per line")


def _answer(arguments: Arguments) -> None:
    arguments.add("id", metavar="ID", help="the id of the question; its first 4 characters are enough")
    arguments.add(
        "choice",
        nargs="*",
        default=[],  # Without a default, argparse reports the argument as required.
        metavar="CHOICE",
        help="ids, labels, numbers or words such as `the second one`; for a form, several QUESTION=CHOICE",
    )
    arguments.add("--text", metavar="TEXT", help="free text")
    arguments.add("--note", metavar="TEXT", help="a note on the answer")
    arguments.add_database()
    arguments.add_json("print the interaction as one JSON object")
    arguments.parser.set_defaults(more_words="choice")


def _cancel(arguments: Arguments) -> None:
    arguments.add("id", metavar="ID", help="the id of the question; its first 4 characters are enough")
    arguments.add("--note", metavar="TEXT", help="the reason, shown to the asker")
    arguments.add_database()
    arguments.add_json("print the interaction as one JSON object")


def _split(arguments: Arguments) -> None:
    arguments.add(
        "--mode",
        choices=("discovery", "clarification", "chat"),
        default="discovery",
        help="lettered and numbered lists are questions in discovery (default) and clarification",
    )
    arguments.add(
        "--chunks",
        type=characters,
        metavar="N",
        help="feed N characters at a time; the output is the same",
    )
    arguments.add_json(_ALWAYS_JSON)
    arguments.add_file("UTF-8 text file; standard input without FILE or with -")


def _lint(arguments: Arguments) -> None:
    arguments.add_json("print JSON")
    arguments.add_file("model text, or a request or form as JSON; standard input without FILE or with -")


def _schema(arguments: Arguments) -> None:
    arguments.add_json(_ALWAYS_JSON)
    arguments.add("name", nargs="?", metavar="NAME", help="print only this definition and those it refers to")


def _instructions(arguments: Arguments) -> None:
    arguments.add_json("print JSON")
    arguments.add("name", nargs="?", metavar="NAME", help="a dialect (default: list all dialects)")


def _stats(arguments: Arguments) -> None:
    arguments.add_json("print one JSON array")
    arguments.add("--tenant", help="only the questions of one tenant")
    arguments.add("--agent", help="only the questions of one agent")
    arguments.add_database()


def _log(arguments: Arguments) -> None:
    arguments.add(
        "action",
        choices=("export", "verify"),
        metavar="{export,verify}",
        help="print the records, or verify their hash chain",
    )
    arguments.add("--format", choices=("csv", "jsonl"), default="jsonl", help="jsonl (default) or csv")
    arguments.add_json("the same as --format jsonl")
    arguments.add("--tenant", help="only the records of one tenant")
    arguments.add("--agent", help="only the records of one agent")
    arguments.add("--words", help="only records that contain these words")
    arguments.add_database()


def _backup(arguments: Arguments) -> None:
    arguments.add("file", metavar="FILE", help="the file to write; it must not exist")
    arguments.add_database()
    arguments.add_json("print one JSON object")


def _restore(arguments: Arguments) -> None:
    arguments.add("file", metavar="FILE", help="a file that `choicewire backup` wrote")
    arguments.add("--replace", action="store_true", help="replace an existing database")
    arguments.add_database()
    arguments.add_json("print one JSON object")


def _token(arguments: Arguments) -> None:
    arguments.add("--user", required=True, help="the user of the token")
    arguments.add("--tenant", required=True, help="the tenant of the user")
    arguments.add(
        "--role",
        action="append",
        default=[],
        metavar="ROLE",
        help="viewer, member, agent, analyst, admin or a role of your own; can be repeated (default: member)",
    )
    arguments.add(
        "--ttl", type=whole_number, default=_DAY, metavar="S", help="lifetime in seconds (default: a day)"
    )
    arguments.add_json("print one JSON object")


def _link(arguments: Arguments) -> None:
    arguments.add(
        "id",
        nargs="?",
        metavar="ID",
        help="the question to open; the first characters of its id are enough (default: the chat)",
    )
    arguments.add("--user", help="the user to sign in (default: the user of this machine)")
    arguments.add("--tenant", help="the tenant of the user (default: local)")
    arguments.add_json("print one JSON object")


def _load(arguments: Arguments) -> None:
    arguments.add("kind", choices=_ROW_KINDS, metavar="KIND", help=", ".join(_ROW_KINDS))
    arguments.add("file", metavar="FILE", help="a CSV file with a header line, or JSON lines")
    arguments.add("--format", choices=("csv", "jsonl"), help="format of the file (default: by its extension)")
    arguments.add("--tenant", help="the tenant of the rows (default: local)")
    arguments.add_database()
    arguments.add_json("print the result as one JSON object")


def _source(arguments: Arguments) -> None:
    arguments.add("action", choices=["check"], help="check: ask the source once for each kind of rows")
    arguments.add("--source", metavar="NAME", help="package.module:name (default: CHOICE_SOURCE)")
    arguments.add("--tenant", help="the tenant to ask for (default: local)")
    arguments.add(
        "--role", action="append", default=[], metavar="ROLE", help="a role of the person; can be repeated"
    )
    arguments.add_json("print one JSON object")


def _demo(arguments: Arguments) -> None:
    arguments.add(
        "--pace",
        type=pace,
        metavar="SECONDS",
        help="delay between two tokens (default: 0.02 in a terminal, otherwise 0)",
    )
    arguments.add("--no-colour", "--no-color", action="store_true", help="use no colours")
    arguments.add("--plain", action="store_true", help="use neither colours nor frames")
    arguments.add_file("model text in UTF-8 instead of the built-in conversation; - is standard input")


def _completion(arguments: Arguments) -> None:
    arguments.add("shell", choices=["bash", "zsh", "fish"], metavar="SHELL", help="bash, zsh or fish")


COMMANDS: Mapping[str, Command] = {
    "serve": Command(
        summary="run the server: web pages, HTTP API, chat and MCP",
        description="Serves the web pages, the HTTP API and MCP (/mcp). Connects to Slack if its\n"
        "tokens are set. Settings are read from CHOICE_* variables and, by this command\n"
        "alone, from .env in the working directory.",
        example="examples:\n  choicewire serve\n  CHOICE_MODEL=openai:gpt-6 choicewire serve --port 9000",
        add_arguments=_serve,
        target="choice.cli.commands.serve:run",
    ),
    "chat": Command(
        summary="chat in this terminal",
        description="A conversation with the model, or with an agent of your own. Questions are\n"
        "numbered lists: type the number of an option, or your own words.",
        example="examples:\n  choicewire chat\n  choicewire chat --agent my_agent:agent",
        add_arguments=_chat,
        target="choice.cli.commands.chat:run",
    ),
    "mcp": Command(
        summary="run the MCP server, so that agents can ask people",
        description="Serves provide_choice, ask_form and more to an MCP client. Clients start it\n"
        "themselves: put `choicewire mcp` into their configuration.",
        example="examples:\n  choicewire mcp\n  choicewire mcp --hold 50\n  choicewire mcp --transport http",
        add_arguments=_mcp,
        light="choice.cli.commands.shared_server:mcp",
        target="choice.cli.commands.mcp:run",
    ),
    "install": Command(
        summary="set up an MCP client: Claude Code, Cursor, VS Code, Codex and more",
        description="Adds the MCP server to the configuration of a client: shows the change, asks,\n"
        "keeps a copy of the file, writes. Comments and all else in the file are kept.\n"
        "For Claude Code it also adds a permission rule, so that it may ask you without a\n"
        "permission dialog.",
        example="examples:\n  choicewire install\n  choicewire install claude-code --dry-run\n"
        "  choicewire install codex --remove",
        add_arguments=_install,
        target="choice.cli.commands.install:run",
    ),
    "doctor": Command(
        summary="check what works here, and what happens when an agent asks now",
        description="Checks settings and where they come from, database, clock, port, pages, browser,\n"
        "terminal, Slack, model and MCP clients. Each problem names what helps.\n"
        "The exit code is 1 if a check failed.",
        example="examples:\n  choicewire doctor\n  choicewire doctor --json",
        add_arguments=_doctor,
        target="choice.cli.commands.doctor:run",
    ),
    "hook": Command(
        summary="answer Claude Code's own questions",
        description="A PreToolUse hook for AskUserQuestion: the question appears on the page and\n"
        "in the inbox. Without an answer there, Claude Code shows its own dialog.",
        example="examples:\n  choicewire hook claude-code\nin .claude/settings.json:\n"
        '  {"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion", "hooks":\n'
        '    [{"type": "command", "command": "choicewire hook claude-code"}]}]}}',
        add_arguments=_hook,
        target="choice.cli.commands.hook:run",
    ),
    "ask": Command(
        summary="ask a person and print the answer",
        description="Asks a person in this terminal, on the page and in Slack. The first answer\n"
        "counts. Prints the chosen ids, one per line, then free text. For an option\n"
        "without an id, its label is printed.\n"
        "Exit codes: 0 answered, 3 cancelled, 4 timed out, 2 invalid usage.",
        example="examples:\n"
        '  choicewire ask --title Deploy --prompt "Deploy now?" --option yes --option no\n'
        '  ls | choicewire ask --title Files --prompt "Delete which?" --option - --multi',
        add_arguments=_ask,
        target="choice.cli.commands.ask:run",
    ),
    "inbox": Command(
        summary="list the open questions",
        description="Lists the questions that wait for you: id, time left, asker, question.",
        example="examples:\n  choicewire inbox\n  choicewire inbox --watch\n  choicewire inbox --json",
        add_arguments=_inbox,
        light="choice.cli.commands.shared_server:inbox",
        target="choice.cli.commands.inbox:run",
    ),
    "answer": Command(
        summary="answer one question",
        description="Answers a question. Without CHOICE, shows the question in this terminal.\n"
        "The last line of the output is STATE ID ANSWERS, with the answers as JSON.\n"
        "Exit codes: 0 answered, 3 cancelled, 4 too late, 2 invalid usage.",
        example="examples:\n  choicewire answer 3f2a\n  choicewire answer 3f2a postgres\n"
        '  choicewire answer 3f2a "the second one" --note "as in staging"\n'
        "  choicewire answer 3f2a q1=yes q2=no",
        add_arguments=_answer,
        target="choice.cli.commands.answer:run",
    ),
    "cancel": Command(
        summary="end one question without an answer",
        description="Cancels a question; the asker gets the note.\n"
        "Exit codes: 0 cancelled, 4 too late, 2 invalid usage.",
        example='examples:\n  choicewire cancel 3f2a --note "not today"',
        add_arguments=_cancel,
        target="choice.cli.commands.answer:cancel",
    ),
    "split": Command(
        summary="split model text into text and questions, as JSON lines",
        description="Reads model text from FILE or standard input and prints one line of JSON\n"
        "for each segment, as soon as it is complete:\n"
        '  {"type":"text","text":…}\n'
        '  {"type":"form","dialect":…,"form":{…},"source":…}\n'
        "source is the text that the form replaces.",
        example="examples:\n  choicewire split answer.txt\n"
        "  printf 'Which one?\\n(A) Tea\\n(B) Coffee\\n' | choicewire split --chunks 3",
        add_arguments=_split,
        target="choice.cli.commands.text:split",
    ),
    "lint": Command(
        summary="advise on how to ask a question better",
        description="Reads model text, or a request or form as JSON, and gives advice on each\n"
        "question: too many options, no context, labels without meaning, none or\n"
        "several recommended. Advice is not an error: the exit code is 0.",
        example="examples:\n  choicewire lint answer.txt\n  choicewire lint --json request.json",
        add_arguments=_lint,
        target="choice.cli.commands.text:lint",
    ),
    "schema": Command(
        summary="print the JSON Schema of all messages and API bodies",
        description="Prints one JSON Schema (draft 2020-12). Its $defs describe forms, questions,\n"
        "options, answers, outcomes, the response of provide_choice, the lines of split,\n"
        "the arguments of every tool, the events of streams (ThreadEvents,\n"
        "ChatStreamFrame), WebSocket messages (LiveMessages, PageMessagesInput) and all\n"
        "bodies of the HTTP API. Request bodies end in Input.",
        example="examples:\n  choicewire schema > choicewire.schema.json\n  choicewire schema Form\n"
        "  choicewire schema ThreadEvents",
        add_arguments=_schema,
        target="choice.cli.commands.schema:run",
    ),
    "instructions": Command(
        summary="print the prompt text that teaches a model one way to ask",
        description="Prints a text for a model's system prompt, so that it asks in one dialect.",
        example="examples:\n  choicewire instructions                  lists the dialects\n"
        "  choicewire instructions user_choice",
        add_arguments=_instructions,
        target="choice.cli.commands.text:instructions",
    ),
    "stats": Command(
        summary="statistics on chosen options, response times and free text",
        description="Prints statistics from the decision log for each question.",
        example="examples:\n  choicewire stats\n  choicewire stats --agent planner --json",
        add_arguments=_stats,
        target="choice.cli.commands.database:stats",
    ),
    "log": Command(
        summary="export or verify the decision log",
        description="export prints every change of every question: who, where, when, what was\n"
        "chosen. verify checks that no record is missing or was changed.",
        example="examples:\n  choicewire log export --format csv > decisions.csv\n  choicewire log verify",
        add_arguments=_log,
        target="choice.cli.commands.database:log",
    ),
    "backup": Command(
        summary="write a copy of the database to a file",
        description="Writes a consistent copy, also while servers use the database. The copy is one\n"
        "SQLite file, also of a database on PostgreSQL.",
        example="examples:\n  choicewire backup desk-monday.db\n"
        "  choicewire backup desk.db --database postgresql://choicewire@db/choicewire",
        add_arguments=_backup,
        target="choice.cli.commands.backup:run",
    ),
    "restore": Command(
        summary="replace the database by a backup",
        description="Stop all servers first. The backup is checked and migrated before anything is\n"
        "replaced. A backup of SQLite can be restored to PostgreSQL, and the reverse.",
        example="examples:\n  choicewire restore desk-monday.db --replace\n"
        "  choicewire restore desk.db --database postgresql://choicewire@db/choicewire",
        add_arguments=_restore,
        target="choice.cli.commands.backup:run_restore",
    ),
    "token": Command(
        summary="print a token for development",
        description="Prints a token that the local server accepts.",
        example="examples:\n  choicewire token --user ada --tenant acme\n"
        "  choicewire token --user bot --tenant acme --role agent --ttl 3600",
        add_arguments=_token,
        target="choice.cli.commands.token:run",
    ),
    "link": Command(
        summary="print a link that signs you in to the web pages",
        description="Prints a sign-in link to the local server. It works once, for ten minutes.",
        example="examples:\n  choicewire link\n  choicewire link 5f0c1f7c",
        add_arguments=_link,
        target="choice.cli.commands.token:link",
    ),
    "load": Command(
        summary="load signals, incidents, issues or metrics from a file",
        description="Reads CSV or JSON lines and writes the rows in one transaction: all or none.\n"
        "A row with a known id is replaced. visible_to names the roles that may see a\n"
        "row, in CSV separated by ;. Without it, all users of the tenant may. Errors\n"
        "are reported with line and field.",
        example="examples:\n  choicewire load signals signals.csv --tenant acme\n"
        "  choicewire load incidents incidents.jsonl --json",
        add_arguments=_load,
        target="choice.cli.commands.database:load",
    ),
    "source": Command(
        summary="check a data source of your own",
        description="Asks the source that CHOICE_SOURCE names once for each kind of rows, as the chat\n"
        "service does, and prints the number of rows and the first three. Errors say\n"
        "what is wrong with a row. The exit code is 1 if a kind fails.",
        example="examples:\n  choicewire source check --tenant acme\n"
        "  choicewire source check --source own_tables:Tickets --role hr",
        add_arguments=_source,
        target="choice.cli.commands.source:run",
    ),
    "demo": Command(
        summary="watch a conversation being split, token by token",
        description="Feeds a built-in conversation to the splitter, token by token. Text appears\n"
        "as it arrives; each question becomes a card that names its dialect. Below it\n"
        "is the reply that the model gets.",
        example="examples:\n  choicewire demo\n  choicewire demo --pace 0 --plain\n"
        "  choicewire demo answer.txt",
        add_arguments=_demo,
        target="choice.cli.commands.demo:run",
    ),
    "completion": Command(
        summary="print a completion script for bash, zsh or fish",
        description="Prints a script that completes commands, options, and ids of open questions.",
        example="examples:\n  choicewire completion fish | source\n"
        '  eval "$(choicewire completion bash)"\n'
        '  choicewire completion zsh > "${fpath[1]}/_choicewire"',
        add_arguments=_completion,
        target="choice.cli.completion:run",
    ),
}


def build_parser() -> tuple[argparse.ArgumentParser, dict[str, Arguments]]:
    """Return the parser of all commands, and the arguments of each."""
    parser = argparse.ArgumentParser(
        prog="choicewire",
        description="Finds the questions a language model asks and turns them into forms.",
        epilog="Try first: choicewire demo\nHelp on one command: choicewire split --help",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    parser.set_defaults(command_name=None, command=None, parser=parser, more_words=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    added: dict[str, Arguments] = {}
    for name, command in COMMANDS.items():
        one = commands.add_parser(
            name,
            help=command.summary,
            description=command.description,
            epilog=command.example,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        added[name] = Arguments(one)
        command.add_arguments(added[name])
        added[name].add("--env-file", metavar="FILE", help="read settings from this file too")
        one.set_defaults(command=command, parser=one, command_name=name)
    return parser, added
