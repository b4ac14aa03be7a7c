"""The tiny model (the built-in one's first two layers) and real jobs on it, for the tests beside this file."""

import functools
import json
import os
import pty
import runpy
import shutil
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

PYTHON_FOLDER = Path(__file__).resolve().parents[2] / "python"
sys.path.insert(0, str(PYTHON_FOLDER))

from flipbook_worker.terminal import quiet_libraries

quiet_libraries()
os.environ.update({"OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"})

# All that the scripts import, so that the forked jobs need not: torch's compiler comes with the first optimiser.
import torch
import torch._dynamo

import flipbook_worker.lora  # noqa: F401
import flipbook_worker.machine
import flipbook_worker.scoring
import flipbook_worker.skill  # noqa: F401
from flipbook_worker.batching import Example, encode
from flipbook_worker.model import end_token, load_base

torch.set_num_threads(1)

SCRIPTS = {"train": "train.py", "score": "score.py", "compile": "compile_prompt.py"}
LABELS = ("answer", "documents", "web")
MESSAGES = (
    "What is a prime number?",
    "Which of my notes mention the boiler?",
    "Who won the match last night?",
    "Explain recursion to a child.",
    "Find the invoice from March in my files.",
    "What is the weather in Oslo now?",
)
# Learns a few items by heart in ten steps.
EAGER_LORA = {"rank": 16, "alpha": 32, "targets": "all-linear"}
LORA = {"rank": 4, "alpha": 8, "dropout": 0.05, "targets": ["q", "v"], "rslora": False, "dora": False, "rankPattern": {}, "alphaPattern": {}}
PREFIX = {"length": 8, "layers": {"every": 2}, "init": "random-tokens", "initText": ""}
TRAIN = {
    "learningRate": 1e-3, "epochs": 2, "batch": 1, "accumulate": 4, "maxSteps": None,
    "weightDecay": 0, "earlyStop": None, "checkpoints": "last",
}
SCORE = {"batch": 4, "repeats": 2, "maxNewTokens": 6, "margins": True}


def tiny_base() -> dict[str, str]:
    """Where the tiny model is, as a job names it."""
    path = os.environ.get("FLIPBOOK_BASE_TINY")
    if not path:
        raise RuntimeError("FLIPBOOK_BASE_TINY is not set: run `npm test`, which prepares the tiny model and names its folder.")
    return {"kind": "folder", "path": path}


@functools.cache
def tokenizer_and_end() -> tuple[Any, int]:
    """The tokenizer and the token that ends an answer."""
    model, tokenizer = load_base(tiny_base(), "fp32", torch.device("cpu"))
    return tokenizer, end_token(tokenizer, model)


def fresh_model(dtype: str = "fp32") -> Any:
    """A tiny model nobody has trained or attached anything to."""
    return load_base(tiny_base(), dtype, torch.device("cpu"))[0]


def inputs(count: int = len(MESSAGES)) -> list[dict[str, Any]]:
    """Lines of an inputs.jsonl."""
    return [
        {
            "item": f"item-{number}",
            "messages": [{"role": "user", "content": MESSAGES[number % len(MESSAGES)] + "!" * (number // len(MESSAGES))}],
            "answer": LABELS[number % len(LABELS)],
        }
        for number in range(count)
    ]


def examples(count: int = len(MESSAGES)) -> list[Example]:
    """The same lines as tokens."""
    tokenizer, end = tokenizer_and_end()
    return [encode(line, tokenizer, end) for line in inputs(count)]


class RunFolder(unittest.TestCase):
    """A test with a run folder of its own, and real processes in it."""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="flipbook-run-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def spec(self, kind: str, job: str, **changes: Any) -> dict[str, Any]:
        """A job of the tiny model; `changes` replaces top-level keys."""
        common = {
            "version": 1, "job": job, "run": "run", "folder": str(self.folder), "events": "events.jsonl",
            "taskHash": "task", "recipeHash": "recipe", "base": tiny_base(), "dtype": "fp32", "device": "cpu",
            "threads": 1, "seed": 1, "seedInit": 1, "seedOrder": 1, "kind": kind, "inputs": "inputs.jsonl",
        }
        if kind == "train":
            own = {"validation": None, "trainable": {"kind": "lora", "lora": LORA}, "train": TRAIN, "artifact": f"artifacts/{job}", "reuse": None}
        else:
            own = {"artifact": None, "score": SCORE}
        return common | own | changes

    def write_inputs(self, lines: list[dict[str, Any]], name: str = "inputs.jsonl") -> None:
        """Write the items of a job."""
        (self.folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines))

    def write_spec(self, spec: dict[str, Any]) -> Path:
        """Write a job's specification; returns its file."""
        path = self.folder / f"{spec['job']}.json"
        path.write_text(json.dumps(spec))
        return path

    def start(self, spec: dict[str, Any], before: Callable[[], None] = lambda: None) -> tuple[int, int]:
        """Start a job's script in a forked process on a pseudo-terminal of its own; returns its pid and the terminal's other end.

        Forked rather than started anew, since torch and the libraries take five seconds to import.
        """
        path = self.write_spec(spec)
        pid, terminal = pty.fork()
        if pid == 0:
            try:
                before()
                script = PYTHON_FOLDER / SCRIPTS[spec["kind"]]
                sys.argv = [str(script), "--job", str(path)]
                runpy.run_path(str(script), run_name="__main__")
            except BaseException as error:
                sys.excepthook(type(error), error, error.__traceback__)
            finally:
                os._exit(99)
        return pid, terminal

    def run_job(self, spec: dict[str, Any], before: Callable[[], None] = lambda: None) -> tuple[int, str]:
        """Run a job to its end; returns the exit code and what it printed."""
        pid, terminal = self.start(spec, before)
        printed = b""
        while block := read_terminal(terminal):
            printed += block
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), printed.decode("utf-8", "replace")

    def lines(self, job: str, kind: str | None = None) -> list[dict[str, Any]]:
        """The job's events so far; a line that is not whole JSON is a failure."""
        path = self.folder / "events.jsonl"
        text = path.read_text() if path.exists() else ""
        events = [json.loads(line) for line in text.rstrip("\n").split("\n") if line]
        return [event for event in events if event["job"] == job and kind in (None, event["kind"])]

    def wait_for(self, job: str, kind: str, seconds: float = 30) -> None:
        """Wait until the job has logged a line of a kind."""
        deadline = time.monotonic() + seconds
        while not self.lines(job, kind):
            self.assertLess(time.monotonic(), deadline, f"{job} logged no {kind} line")
            time.sleep(0.02)


def read_terminal(terminal: int) -> bytes:
    """What was printed since; empty when the other end is closed (Linux says so with an error)."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""
