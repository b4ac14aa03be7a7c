"""The frame around a script: its specification, how it began, and how it ended."""

import argparse
import json
import os
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn

from flipbook_worker.events import EventLog, NoSpace, says_no_space
from flipbook_worker.interrupt import Interrupted, StopFlag, watch_signals
from flipbook_worker.memory import free_threads, is_out_of_memory, peak_cuda_mib, peak_rss_mib
from flipbook_worker.terminal import quiet_libraries, say, use_terminal

EXIT_DONE, EXIT_FAILED, EXIT_NO_SPACE, EXIT_OUT_OF_MEMORY, EXIT_INTERRUPTED = 0, 1, 74, 75, 130
# Of the two seconds a job has to stop: what it may use to stop by itself.
GRACE_SECONDS = 1.5
LOG_WAIT_SECONDS = 0.2
BEGAN = time.monotonic()


class JobFailed(Exception):
    """A failure with a sentence for the person who reads it."""


@dataclass(frozen=True)
class Job:
    """One job under way: its specification (workers/contract/job-spec.ts), its log, its stop flag and its torch threads."""

    spec: dict[str, Any]
    log: EventLog
    stop: StopFlag
    threads: int

    def path(self, relative: str) -> Path:
        """A path of the specification inside the run folder; raises JobFailed for one that leaves it."""
        folder = Path(self.spec["folder"]).resolve()
        path = (folder / relative).resolve()
        if path == folder or not path.is_relative_to(folder):
            raise JobFailed(f"The path {relative} leaves the run folder; use one inside it.")
        return path

    @contextmanager
    def phase(self, name: str, began: float | None = None) -> Iterator[None]:
        """Log a phase around a block; `began` (monotonic seconds) where its time started before its line could be written."""
        start = time.monotonic() if began is None else began
        self.log.emit("phase", phase=name)
        say(f"[{name}]")
        yield
        seconds = round(time.monotonic() - start, 3)
        # A writer on this machine is a process of its own, and its memory is what the compile costs.
        peak = peak_rss_mib(with_child=self.spec["kind"] == "compile")
        self.log.emit("phase-end", phase=name, seconds=seconds, peakRssMib=peak, peakCudaMib=peak_cuda_mib())

    def notice(self, message: str) -> None:
        """Tell the engine and the terminal something a person should know that is no failure."""
        self.log.emit("notice", message=message)
        say(message)

    def done(self, message: str) -> NoReturn:
        """Write the last line and exit with 0."""
        leave(self.log, "done", message)


def begin(description: str, kind: str) -> Job:
    """Start the job named by `--job FILE`; from here on every exception, signal and full disk ends in a last line and an exit code of its own."""
    use_terminal()
    quiet_libraries()
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--job", type=Path, required=True, metavar="FILE", help="the job's specification, a JSON file")
    arguments = parser.parse_args()
    try:
        spec = read_spec(arguments.job, kind)
        log = EventLog(Path(spec["folder"]) / spec["events"], spec["job"])
    except (JobFailed, NoSpace, OSError) as error:
        say(str(error))
        exit_now(EXIT_NO_SPACE if isinstance(error, NoSpace) else EXIT_FAILED)
    sys.excepthook = lambda _kind, error, _trace: leave_by(log, error, _trace)
    stop = StopFlag()
    watch_signals(stop, GRACE_SECONDS, lambda: give_up(log))
    return Job(spec, log, stop, prepare_environment(spec))


def read_spec(path: Path, kind: str) -> dict[str, Any]:
    """The specification in a file; raises JobFailed when it is not one of this kind and version."""
    try:
        spec = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise JobFailed(f"Cannot read the job file {path}: {error}") from error
    if not isinstance(spec, dict) or spec.get("version") != 1 or spec.get("kind") != kind:
        raise JobFailed(f"{path} is not a {kind} job of version 1.")
    return spec


def prepare_environment(spec: dict[str, Any]) -> int:
    """Set what torch and the hub client read when they are imported; returns the number of torch threads."""
    threads = spec["threads"] or free_threads()
    os.environ["OMP_NUM_THREADS"] = str(threads)
    # Threads that spin while they wait take the processor from the one they wait for: measured 14 times slower beside other work.
    os.environ["OMP_WAIT_POLICY"] = "passive"
    # cuBLAS repeats exactly only with a fixed workspace (CUDA's notes on reproducibility).
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    if spec["base"]["kind"] == "folder":
        os.environ["HF_HUB_OFFLINE"] = "1"
    return threads


def leave_by(log: EventLog, error: BaseException, trace: TracebackType | None) -> NoReturn:
    """End the job by what was raised: interrupted, no space, out of memory or failed."""
    if isinstance(error, (Interrupted, KeyboardInterrupt)):
        leave(log, "interrupted", "Stopped on request; what was finished is kept.")
    if isinstance(error, NoSpace) or says_no_space(error):
        # First on the terminal: the log may be on the same disk.
        say(f"No space left: {error}")
        leave(log, "failed", f"No space left: {error}", code=EXIT_NO_SPACE)
    text = "".join(traceback.format_exception(type(error), error, trace))
    say(text)
    message = str(error) if isinstance(error, JobFailed) else f"{type(error).__name__}: {error}"
    leave(log, "out-of-memory" if is_out_of_memory(error) else "failed", message, text)


def leave(log: EventLog, end: str, message: str, trace: str | None = None, code: int | None = None) -> NoReturn:
    """Write the last line and exit; 74 when not even that line fits on the disk."""
    codes = {"done": EXIT_DONE, "failed": EXIT_FAILED, "interrupted": EXIT_INTERRUPTED, "out-of-memory": EXIT_OUT_OF_MEMORY}
    try:
        log.emit("ended", end=end, message=message, traceback=trace, seconds=elapsed_seconds())
    except NoSpace as error:
        say(str(error))
        exit_now(EXIT_NO_SPACE)
    say(f"{end}: {message}")
    exit_now(codes[end] if code is None else code)


def give_up(log: EventLog) -> NoReturn:
    """The watchdog's end: the main thread did not stop by itself within the grace."""
    message = "Stopped on request without waiting for what was under way; what was finished is kept."
    try:
        log.end_now(LOG_WAIT_SECONDS, end="interrupted", message=message, traceback=None, seconds=elapsed_seconds())
    finally:
        exit_now(EXIT_INTERRUPTED)


def exit_now(code: int) -> NoReturn:
    """Straight out: tearing torch down takes longer than a stop may, and everything is on the disk."""
    os._exit(code)


def elapsed_seconds() -> float:
    """Seconds since the process began its own work."""
    return round(time.monotonic() - BEGAN, 3)
