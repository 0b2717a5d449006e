"""The methods of the fake Slack's Web API."""

import json
from collections.abc import Callable
from typing import Any

from aiohttp import web

from choice.slack.render.limits import LIMITS, problems, text_problems, view_problems
from tests.slack.fake_slack import Call, FakeSlack, Message, Team

Payload = dict[str, Any]
Method = Callable[[FakeSlack, Team, Payload], Payload]


class MethodError(Exception):
    """The method answers with an error."""

    def __init__(self, code: str, messages: list[str] | None = None) -> None:
        super().__init__(code)
        self.code, self.messages = code, messages or []


async def answer(slack: FakeSlack, request: web.Request) -> web.Response:
    """Answer one call as Slack would."""
    name, given = request.match_info["method"], await _arguments(request)
    token = request.headers.get("Authorization", "").removeprefix("Bearer ") or given.pop("token", None)
    call = Call(name, given, token)
    if name in slack.held:
        await slack.held[name].wait()
    trouble = next((one for one in slack.troubles if one.method in {name, "*"} and one.times), None)
    if trouble is not None:
        trouble.times -= 1
        call.error = trouble.error
        await slack.note(call)
        body = {"ok": False, "error": trouble.error}
        return web.json_response(body, status=trouble.status, headers=trouble.headers)
    try:
        reply: Payload = {"ok": True} | _dispatch(slack, name, token, given)
    except MethodError as error:
        call.error = error.code
        reply = {"ok": False, "error": error.code, "response_metadata": {"messages": error.messages}}
    await slack.note(call)
    return web.json_response(reply)


async def _arguments(request: web.Request) -> Payload:
    if "json" in request.content_type:
        return dict(json.loads(await request.text()))
    given = {**request.query, **(await request.post())}
    return {name: _value(value) for name, value in given.items()}


def _value(value: object) -> object:
    return json.loads(value) if isinstance(value, str) and value[:1] in {"[", "{"} else value


def _dispatch(slack: FakeSlack, name: str, token: str | None, given: Payload) -> Payload:
    if name == "apps.connections.open":
        return {"url": slack.socket.new_link()}
    if name == "oauth.v2.access":
        return _access(slack, given)
    method = METHODS.get(name)
    if method is None or name in slack.without:
        raise MethodError("unknown_method")
    team = next((team for team in slack.teams.values() if team.token == token), None)
    if team is None:
        raise MethodError("invalid_auth")
    if not team.is_open:
        raise MethodError("token_revoked")
    return method(slack, team, given)


def _access(slack: FakeSlack, given: Payload) -> Payload:
    team = slack.codes.pop(str(given.get("code")), None)
    if team is None:
        raise MethodError("invalid_code")
    slack.teams[team.id] = team
    return {
        "app_id": "A0000001",
        "token_type": "bot",
        "access_token": team.token,
        "scope": "chat:write",
        "bot_user_id": team.bot_user,
        "team": {"id": team.id, "name": team.id},
        "authed_user": {"id": "U0000001"},
        "is_enterprise_install": False,
    }


def _test(_slack: FakeSlack, team: Team, _given: Payload) -> Payload:
    return {
        "team_id": team.id,
        "user_id": team.bot_user,
        "bot_id": team.bot_id,
        "url": "https://x.slack.com/",
    }


def _checked(slack: FakeSlack, given: Payload, *, is_update: bool = False) -> list[dict[str, Any]]:
    if given["channel"] in slack.archived:
        raise MethodError("is_archived")
    blocks = given.get("blocks") or []
    found = problems(blocks) if blocks else []
    if is_update:
        found += text_problems(given.get("text", ""))
    if found:
        raise MethodError("invalid_blocks", [f"{one.message} [json-pointer:{one.pointer}]" for one in found])
    if not blocks and not given.get("text") and not given.get("markdown_text"):
        raise MethodError("no_text")
    return list(blocks)


def _post(slack: FakeSlack, _team: Team, given: Payload) -> Payload:
    blocks, ts = _checked(slack, given), slack.new_ts()
    channel = str(given["channel"])
    slack.messages[channel, ts] = Message(channel, ts, given.get("text", ""), blocks, given.get("thread_ts"))
    return {"channel": channel, "ts": ts}


def _ephemeral(slack: FakeSlack, _team: Team, given: Payload) -> Payload:
    blocks, ts = _checked(slack, given), slack.new_ts()
    message = Message(given["channel"], ts, given.get("text", ""), blocks, given.get("thread_ts"))
    message.only_for = given["user"]
    slack.messages[message.channel, ts] = message
    return {"message_ts": ts}


def _update(slack: FakeSlack, _team: Team, given: Payload) -> Payload:
    message = _existing(slack, given)
    blocks = _checked(slack, given, is_update=True)
    message.text, message.blocks = given.get("text", ""), blocks
    return {"channel": message.channel, "ts": message.ts}


def _delete(slack: FakeSlack, _team: Team, given: Payload) -> Payload:
    _existing(slack, given).is_deleted = True
    return {}


def _existing(slack: FakeSlack, given: Payload) -> Message:
    message = slack.messages.get((given["channel"], given["ts"]))
    if message is None or message.is_deleted or message.only_for is not None:
        raise MethodError("message_not_found")
    return message


def _start_stream(slack: FakeSlack, _team: Team, given: Payload) -> Payload:
    if given["channel"].startswith("C") and not given.get("recipient_user_id"):
        raise MethodError("missing_recipient_user_id")
    ts, channel = slack.new_ts(), str(given["channel"])
    message = Message(channel, ts, _markdown(given), [], given["thread_ts"])
    message.is_streaming = True
    slack.messages[channel, ts] = message
    return {"channel": channel, "ts": ts}


def _markdown(given: Payload) -> str:
    text = str(given.get("markdown_text", ""))
    if len(text) > LIMITS["markdown_text"]:
        raise MethodError("msg_too_long")
    return text


def _append_stream(slack: FakeSlack, _team: Team, given: Payload) -> Payload:
    message = _existing(slack, given)
    if not message.is_streaming:
        raise MethodError("message_not_in_streaming_state")
    message.text += _markdown(given)
    return {}


def _stop_stream(slack: FakeSlack, _team: Team, given: Payload) -> Payload:
    _append_stream(slack, _team, given)
    _existing(slack, given).is_streaming = False
    return {}


def _status(slack: FakeSlack, _team: Team, given: Payload) -> Payload:
    slack.statuses.append((given["thread_ts"], given["status"]))
    return {}


def _open_view(slack: FakeSlack, _team: Team, given: Payload) -> Payload:
    why = slack.use_trigger(str(given["trigger_id"]))
    if why is not None:
        raise MethodError(why)
    _check_view(given["view"])
    slack.views.append(given["view"])
    return {"view": {"id": f"V{len(slack.views)}"}}


def _update_view(_slack: FakeSlack, _team: Team, given: Payload) -> Payload:
    _check_view(given["view"])
    return {}


def _publish(slack: FakeSlack, _team: Team, given: Payload) -> Payload:
    _check_view(given["view"])
    slack.homes[given["user_id"]] = given["view"]
    return {}


def _check_view(view: Payload) -> None:
    found = view_problems(view)
    if found:
        raise MethodError(
            "invalid_arguments", [f"{one.message} [json-pointer:{one.pointer}]" for one in found]
        )


def _user(slack: FakeSlack, team: Team, given: Payload) -> Payload:
    user = str(given["user"])
    return {"user": {"id": user, "team_id": team.id, "locale": slack.locales.get(user, "en-US")}}


def _replies(slack: FakeSlack, _team: Team, given: Payload) -> Payload:
    found = slack.thread(given["channel"], given["ts"])
    return {"messages": [{"ts": one.ts, "text": one.text, "blocks": one.blocks} for one in found]}


def _members(slack: FakeSlack, _team: Team, given: Payload) -> Payload:
    return {"users": slack.groups.get(str(given["usergroup"]), [])}


def _direct(_slack: FakeSlack, _team: Team, given: Payload) -> Payload:
    return {"channel": {"id": f"D{given['users'][1:]}"}}


def _permalink(_slack: FakeSlack, _team: Team, given: Payload) -> Payload:
    ts = str(given["message_ts"]).replace(".", "")
    return {"permalink": f"https://x.slack.com/archives/{given['channel']}/p{ts}"}


METHODS: dict[str, Method] = {
    "agents.sessions.setStatus": _status,
    "assistant.threads.setStatus": _status,
    "auth.test": _test,
    "chat.appendStream": _append_stream,
    "chat.delete": _delete,
    "chat.getPermalink": _permalink,
    "chat.postEphemeral": _ephemeral,
    "chat.postMessage": _post,
    "chat.startStream": _start_stream,
    "chat.stopStream": _stop_stream,
    "chat.update": _update,
    "conversations.open": _direct,
    "conversations.replies": _replies,
    "usergroups.users.list": _members,
    "users.info": _user,
    "views.open": _open_view,
    "views.publish": _publish,
    "views.update": _update_view,
}
