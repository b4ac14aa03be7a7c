"""Asking a model for a text over OpenAI's protocol, without a key ever reaching a file, a log or another host."""

import json
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass
from email.message import Message
from typing import IO, Any
from urllib.parse import urlsplit

from flipbook_worker.job import JobFailed

# A large model behind a busy service thinks for minutes.
TIMEOUT_SECONDS = 900
LONGEST_ANSWER_BYTES = 8 * 2**20
SHOWN_CHARACTERS = 300


@dataclass(frozen=True)
class Reply:
    """What the writer said; token counts and names are None where the endpoint does not tell."""

    text: str
    end: str
    prompt_tokens: int | None
    completion_tokens: int | None
    model: str | None
    fingerprint: str | None


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would take the key to whatever host it names."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        """Never followed; urllib then raises the redirect as an error."""


def ask(url: str, key: str | None, body: dict[str, Any]) -> Reply:
    """POST a chat completion to `url`; raises JobFailed in a sentence that does not hold the key."""
    headers = {"Content-Type": "application/json", "User-Agent": "flipbook"}
    if key is not None:
        headers["Authorization"] = f"Bearer {key}"
    request = urllib.request.Request(f"{url}/chat/completions", json.dumps(body).encode(), headers, method="POST")
    handlers: list[urllib.request.BaseHandler] = [NoRedirects()]
    host = urlsplit(url).hostname or url
    if host in ("127.0.0.1", "localhost", "::1"):
        handlers.append(urllib.request.ProxyHandler({}))
    try:
        with urllib.request.build_opener(*handlers).open(request, timeout=TIMEOUT_SECONDS) as response:
            answer = response.read(LONGEST_ANSWER_BYTES)
    except urllib.error.HTTPError as error:
        said = error.read(LONGEST_ANSWER_BYTES).decode("utf-8", "replace")
        raise JobFailed(f"{host} answered {error.code} {error.reason}: {masked(said, key)[:SHOWN_CHARACTERS]}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise JobFailed(f"{host} cannot be asked: {masked(str(reason), key)}. Is the address {url} right, and does it run?") from None
    return read_reply(answer, host, key)


def read_reply(answer: bytes, host: str, key: str | None) -> Reply:
    """The reply in an endpoint's JSON; raises JobFailed where there is none."""
    try:
        said = json.loads(answer)
        choice = said["choices"][0]
        text = choice["message"]["content"]
        if not isinstance(text, str) or not text.strip():
            raise ValueError("the text is empty")
    except (ValueError, KeyError, IndexError, TypeError) as error:
        shown = masked(answer.decode("utf-8", "replace"), key)[:SHOWN_CHARACTERS]
        raise JobFailed(f"{host} did not answer with a text ({type(error).__name__}: {error}): {shown}") from None
    usage = said.get("usage") or {}
    return Reply(
        text,
        "length" if choice.get("finish_reason") == "length" else "stop",
        whole(usage.get("prompt_tokens")),
        whole(usage.get("completion_tokens")),
        said.get("model") if isinstance(said.get("model"), str) else None,
        said.get("system_fingerprint") if isinstance(said.get("system_fingerprint"), str) else None,
    )


def whole(value: object) -> int | None:
    """A count, or None for anything that is not one."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def masked(text: str, key: str | None) -> str:
    """Some services repeat the key they were sent, in whole or cut short."""
    if not key:
        return text
    for part in (key, key[:12], key[-8:]):
        if len(part) >= 4:
            text = text.replace(part, "•••")
    return text


def cost_of(reply: Reply, price_in: float | None, price_out: float | None) -> float | None:
    """tokens in * price in / 10^6 + tokens out * price out / 10^6; None where a count or a price is not known."""
    if reply.prompt_tokens is None or reply.completion_tokens is None or price_in is None or price_out is None:
        return None
    return (reply.prompt_tokens * price_in + reply.completion_tokens * price_out) / 1e6


def read_key(name: str | None) -> str | None:
    """The key called `name`: from the environment, else from the system's keychain; None where none is asked for."""
    if name is None:
        return None
    if os.environ.get(name):
        return os.environ[name]
    found = from_keychain(name)
    if found is None:
        raise JobFailed(f"There is no key: neither is the environment variable {name} set, nor is there a keychain entry for it. {how_to_keep(name)}")
    return found


def from_keychain(name: str) -> str | None:
    """The entry of the service `flipbook` with this name in macOS's keychain or the desktop's secret service; None without one."""
    if sys.platform == "darwin":
        command = ["security", "find-generic-password", "-s", "flipbook", "-a", name, "-w"]
    else:
        command = ["secret-tool", "lookup", "service", "flipbook", "account", name]
    if shutil.which(command[0]) is None:
        return None
    try:
        found = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except subprocess.TimeoutExpired:
        return None
    return found.stdout.strip() or None if found.returncode == 0 else None


def how_to_keep(name: str) -> str:
    """One line that puts a key where a job finds it."""
    if sys.platform == "darwin":
        return f"Put it there: security add-generic-password -s flipbook -a {name} -w"
    return f"Start Flipbook with {name} set, or: secret-tool store --label=flipbook service flipbook account {name}"
