"""Skills written on this machine: a real llama-server with the built-in model, servers that do not get that far, and which one is taken."""

import json
import os
import tempfile
import unittest
from pathlib import Path
from typing import Any

from tiny import RunFolder

from flipbook_worker import llama_program
from flipbook_worker.job import JobFailed
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


class ServerTest(unittest.TestCase):
    """Which llama-server is used."""

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.cache = self.folder / "cache"

    def program(self, name: str, script: str) -> Path:
        """A stand-in program."""
        path = self.folder / name / "llama-server"
        path.parent.mkdir(parents=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    def test_order(self) -> None:
        """The setting, then the PATH, then the one fetched before, then the one built before; one that dies at `--version` is passed over."""
        setting = self.program("setting", "echo 'version: 1'")
        on_path = self.program("path", "echo 'version: 2'")
        illegal = self.program("illegal", "kill -ILL $$")
        fetched = self.program(f"cache/llama-server/{llama_program.WHEEL.split('==')[1]}", 'echo "version: 3 $LD_LIBRARY_PATH"')
        both = {"FLIPBOOK_LLAMA_SERVER": str(setting), "PATH": str(on_path.parent)}
        self.assertEqual(llama_program.find_server(both, self.cache, get=None).file, setting)
        self.assertEqual(llama_program.find_server({"PATH": str(on_path.parent)}, self.cache, get=None).version, "version: 2")
        if llama_program.fits_wheel():
            server = llama_program.find_server({"PATH": str(illegal.parent)}, self.cache, get=None)
            self.assertEqual((server.file, server.arguments), (fetched, ("--device", "none")))
            self.assertIn(f"version: 3 {fetched.parent}", server.version)
        built = self.program(f"cache/llama-server/{llama_program.SOURCE.split('==')[1]}", "echo 'version: 4'")
        fetched.write_text("#!/bin/sh\nkill -ILL $$\n")
        server = llama_program.find_server({"PATH": str(illegal.parent)}, self.cache, get=None)
        self.assertEqual((server.file, server.arguments, server.libraries), (built, (), None), "the one built here, where the fetched one is for another processor")

    def test_none(self) -> None:
        """Where none runs, one line says what to do; a setting that is wrong is not silently passed over."""
        illegal = self.program("illegal", "kill -ILL $$")
        with self.assertRaisesRegex(JobFailed, "No llama-server runs on this machine. Install llama.cpp"):
            llama_program.find_server({"PATH": str(illegal.parent)}, self.cache, get=None)
        with self.assertRaisesRegex(JobFailed, "which does not run here"):
            llama_program.find_server({"FLIPBOOK_LLAMA_SERVER": str(illegal), "PATH": ""}, self.cache, get=None)

    def test_step_that_fails(self) -> None:
        """What a step of the build printed last is in the one line, after what to do."""
        with self.assertRaisesRegex(JobFailed, r"Install llama.cpp .* \(llama-server cannot be built here: one / no C\+\+ compiler\)"):
            llama_program.run_step(["sh", "-c", "echo one >&2; echo 'no C++ compiler' >&2; exit 1"], dict(os.environ), "llama-server cannot be built here")

    def test_left_over(self) -> None:
        """What a killed job left of a download is cleared after a day, and what another one is at now is not."""
        old, new = self.cache / "llama-server" / "download-old", self.cache / "llama-server" / "download-new"
        for folder in (old, new):
            folder.mkdir(parents=True)
        os.utime(old, (0, 0))
        with llama_program.workplace(self.cache / "llama-server" / "1.0") as place:
            self.assertEqual((old.exists(), new.exists(), place.is_dir()), (False, True, True))
        self.assertFalse(place.exists())


def command_of(cmdline: Path) -> str:
    """A process's command line; empty for one that is gone by now."""
    try:
        return cmdline.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


if __name__ == "__main__":
    unittest.main()
