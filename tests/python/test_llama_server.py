"""Skills written on this machine: a real llama-server with the built-in model, and servers that do not get that far."""

import json
import os
import unittest
from pathlib import Path
from typing import Any

from tiny import RunFolder

from flipbook_worker.llama_server import BUILTIN_GGUF, builtin_gguf

MESSAGES = [{"role": "user", "content": "Write a short rule for answering questions about invoices."}]


class LocalWriter(RunFolder):
    """A compile job whose writer is a llama-server that the job starts, asks and ends."""

    def compile(self, job: str, server: Path | None = None, **changes: Any) -> tuple[int, str]:
        """Run a compile job; `server` names a program in place of the one that is found or fetched."""
        self.write_inputs([{"item": "skill", "messages": MESSAGES, "answer": None}], "inputs-compile.jsonl")
        spec = self.spec("compile", job, inputs="inputs-compile.jsonl")
        for scoring in ("artifact", "score"):
            del spec[scoring]
        own = {"temperature": 0.8, "maxTokens": 40, "skill": {"name": "task", "description": "A task."}, "artifact": f"{job}-skill", "reuse": None}

        def before() -> None:
            if server is not None:
                os.environ["FLIPBOOK_LLAMA_SERVER"] = str(server)

        return self.run_job(spec | own | {"writer": {"kind": "local", "model": None}} | changes, before)

    def program(self, script: str) -> Path:
        """A stand-in llama-server that knows its version and otherwise does as the script says."""
        path = self.folder / "llama-server"
        path.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo "version: 1" && exit 0\n{script}\n')
        path.chmod(0o755)
        return path

    def test_the_same_seed_writes_the_same_text_on_any_number_of_threads(self) -> None:
        # Under a name in this folder, by which its server can be told from others on this machine.
        named = self.folder / BUILTIN_GGUF
        named.symlink_to(builtin_gguf(os.environ))
        for job, seed, threads, model in (("one", 1, 1, None), ("two", 1, 2, str(named)), ("other", 2, 1, None)):
            code, printed = self.compile(job, seed=seed, threads=threads, writer={"kind": "local", "model": model})
            self.assertEqual(code, 0, printed)
        one, two, other = ((self.folder / f"{job}-skill" / "SKILL.md").read_text() for job in ("one", "two", "other"))
        self.assertEqual(two, one)
        self.assertNotEqual(other, one)
        record = json.loads((self.folder / "one-skill" / "compile.json").read_text())
        self.assertEqual((record["writer"]["kind"], record["writer"]["seed"], record["writer"]["model"]), ("local", 1, BUILTIN_GGUF))
        self.assertRegex(record["writer"]["modelSha256"], "^[0-9a-f]{64}$")
        self.assertTrue(record["promptTokens"] > 10 and 0 < record["completionTokens"] <= 40)
        (phase,) = (line for line in self.lines("one", "phase-end") if line["phase"] == "compile")
        self.assertGreater(phase["peakRssMib"], 200, "the server's memory is what a compile costs")
        self.assertIn(str(named), (self.folder / "jobs" / "two.llama-server.log").read_text(), "its server was told that name")
        for process in Path("/proc").glob("[0-9]*/cmdline"):
            self.assertNotIn(str(self.folder), command_of(process), "no server is left behind")

    def test_a_server_that_ends_before_it_is_ready_is_told_with_its_last_words(self) -> None:
        code, _ = self.compile("dies", self.program("echo loading; echo 'error: the model is broken' >&2; exit 1"))
        self.assertEqual(code, 1)
        said = self.lines("dies", "ended")[0]["message"]
        self.assertIn("llama-server did not get ready", said)
        self.assertIn("error: the model is broken", said)


def command_of(cmdline: Path) -> str:
    """A process's command line; empty for one that is gone by now."""
    try:
        return cmdline.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


if __name__ == "__main__":
    unittest.main()
