"""The terminal people watch: a job must not die because it went away."""

import io
import logging
import os
import sys
import warnings

QUIET = {
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "TRANSFORMERS_VERBOSITY": "error",
    "TOKENIZERS_PARALLELISM": "false",
}


class Terminal(io.TextIOBase):
    """Text to a file descriptor; once that fails (the engine died and took the pseudo-terminal along) it is thrown away."""

    encoding = "utf-8"

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._gone = False

    def write(self, text: str) -> int:
        """Write all of `text` or, when the terminal is gone, nothing; returns its length either way."""
        rest = text.encode("utf-8", "replace")
        while rest and not self._gone:
            try:
                rest = rest[os.write(self._fd, rest):]
            except OSError:
                self._gone = True
        return len(text)

    def writable(self) -> bool:
        """Always true."""
        return True

    def isatty(self) -> bool:
        """Whether a person can watch."""
        return not self._gone and os.isatty(self._fd)

    def fileno(self) -> int:
        """The descriptor, for the width of progress bars."""
        return self._fd


def use_terminal() -> None:
    """Send what the job prints through a terminal that may vanish."""
    sys.stdout, sys.stderr = Terminal(1), Terminal(2)


def quiet_libraries() -> None:
    """Keep the libraries' chatter off the terminal; call before they are imported."""
    warnings.simplefilter("ignore")
    # It warns about an optional kernel package whenever it is imported.
    logging.getLogger("bitsandbytes").setLevel(logging.ERROR)
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)


def say(text: str) -> None:
    """Print one line for people."""
    print(text, file=sys.stderr, flush=True)
