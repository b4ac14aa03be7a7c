"""How a job stops within two seconds of SIGINT or SIGTERM, even in the middle of a long call into torch."""

import os
import signal
import threading
import time
from collections.abc import Callable

STOP_SIGNALS = {signal.SIGINT, signal.SIGTERM}


class Interrupted(BaseException):
    """The job was asked to stop; not an Exception, so that no library mistakes it for a failure of its own."""


class StopFlag:
    """Set once, from the signal thread; read between micro-steps and tokens. `polled` says whether anyone has begun to read it."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.polled = False

    def set(self) -> None:
        """Ask the job to stop."""
        self._event.set()

    def check(self) -> None:
        """Raise Interrupted once the job was asked to stop."""
        self.polled = True
        if self._event.is_set():
            raise Interrupted


def watch_signals(stop: StopFlag, grace_seconds: float, give_up: Callable[[], None]) -> None:
    """Set `stop` on SIGINT or SIGTERM and call `give_up` after the grace, at once where nothing polls yet; ignore SIGHUP, so that a job outlives its terminal."""
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    # The C handler writes the signal's number into the pipe at once; a Python handler would wait for torch to return.
    signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)
    for number in STOP_SIGNALS:
        signal.signal(number, lambda _number, _frame: None)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def wait_for_signal() -> None:
        while os.read(read_end, 1)[0] not in STOP_SIGNALS:
            continue
        stop.set()
        # While the libraries and the model load nothing polls, and nothing that was begun needs an end.
        if stop.polled:
            time.sleep(grace_seconds)
        give_up()

    threading.Thread(target=wait_for_signal, name="signals", daemon=True).start()
