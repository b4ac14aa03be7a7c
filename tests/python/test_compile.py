"""Skills written by a model: what the writer is sent, what is kept, and what never is."""

import json
import os
import signal
import tempfile
import threading
import time
import unittest
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from unittest import mock

from tiny import RunFolder, tokenizer_and_end

from flipbook_worker.job import JobFailed
from flipbook_worker.skill_text import skill_document, split_front_matter
from flipbook_worker.writer import Reply, cost_of, masked, read_key

KEY = "sk-test-0123456789abcdef"
MESSAGES = [{"role": "system", "content": "You write skills."}, {"role": "user", "content": "Worked examples: a prime → answer."}]
SKILL = "---\nname: sorter\ndescription: Sorts.\n---\n\n# Sort\n\n1. Read.\n2. Say `answer`."
BODY = "# Sort\n\n1. Read.\n2. Say `answer`."


class Endpoint(HTTPServer):
    """An endpoint that answers as it is told and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.asked: list[dict[str, Any]] = []
        self.status, self.reply = 200, completion(SKILL)
        self.delay = 0.0

    def handle_error(self, *_: object) -> None:
        """A job that was stopped does not wait for its answer."""

    @property
    def url(self) -> str:
        """Its address as an experiment file names it."""
        return f"http://127.0.0.1:{self.server_port}/v1"


class Answering(BaseHTTPRequestHandler):
    """One request to an Endpoint."""

    server: Endpoint

    def do_POST(self) -> None:
        """Remember and answer."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append({"path": self.path, "key": self.headers.get("Authorization"), **body})
        time.sleep(self.server.delay)
        said = self.server.reply if isinstance(self.server.reply, str) else json.dumps(self.server.reply)
        self.send_response(self.server.status)
        self.send_header("Location", "/v1/elsewhere")
        self.end_headers()
        self.wfile.write(said.replace("KEY", KEY).encode())

    def log_message(self, *_: object) -> None:
        """Keep the tests' output clean."""


def completion(text: str, finish: str = "stop") -> dict[str, Any]:
    """A chat completion."""
    choice = {"message": {"role": "assistant", "content": text}, "finish_reason": finish}
    return {"model": "writer-1", "system_fingerprint": "fp1", "choices": [choice], "usage": {"prompt_tokens": 1000, "completion_tokens": 200}}


@contextmanager
def endpoint() -> Any:
    """A running Endpoint."""
    server = Endpoint()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class CompileTest(RunFolder):
    """A compile job against an endpoint."""

    def compile_spec(self, job: str, url: str, **changes: Any) -> dict[str, Any]:
        """A compile job; `writer` changes keys of the writer."""
        writer = {"kind": "endpoint", "url": url, "model": "writer", "keyEnv": "FLIPBOOK_TEST_KEY", "priceIn": 0.15, "priceOut": 0.6, "seeded": True}
        spec = self.spec("compile", job, inputs="inputs-compile.jsonl")
        for scoring in ("artifact", "score"):
            del spec[scoring]
        own = {"temperature": 0.7, "maxTokens": 300, "skill": {"name": "task", "description": "A task."}, "artifact": f"{job}-skill", "reuse": None}
        return spec | own | changes | {"writer": writer | changes.get("writer", {})}

    def compile(self, job: str, server: Endpoint, key: str | None = KEY, **changes: Any) -> tuple[int, str]:
        """Run a compile job with the key in its environment."""
        self.write_inputs([{"item": "skill", "messages": MESSAGES, "answer": None}], "inputs-compile.jsonl")

        def before() -> None:
            os.environ.pop("FLIPBOOK_TEST_KEY", None)
            if key is not None:
                os.environ["FLIPBOOK_TEST_KEY"] = key

        return self.run_job(self.compile_spec(job, server.url, **changes), before)

    def record(self, job: str) -> dict[str, Any]:
        """What lies beside the skill."""
        return json.loads((self.folder / f"{job}-skill" / "compile.json").read_text())

    def test_skill_and_record(self) -> None:
        """The writer is sent the prompt, its settings and the seed; the text, its length, tokens and cost are kept."""
        with endpoint() as server:
            code, printed = self.compile("c1", server, seed=7)
        self.assertEqual(code, 0, printed)
        self.assertEqual(
            server.asked,
            [{"path": "/v1/chat/completions", "key": f"Bearer {KEY}", "model": "writer", "messages": MESSAGES, "temperature": 0.7, "max_tokens": 300, "seed": 7, "stream": False}],
        )
        self.assertEqual((self.folder / "c1-skill" / "SKILL.md").read_text(), SKILL + "\n")
        record = self.record("c1")
        tokens = len(tokenizer_and_end()[0].encode(BODY, add_special_tokens=False))
        wanted = {"promptTokens": 1000, "completionTokens": 200, "characters": len(BODY), "baseTokens": tokens, "temperature": 0.7, "maxTokens": 300, "messages": MESSAGES, "reply": SKILL, "end": "stop"}
        self.assertEqual({key: record[key] for key in wanted}, wanted)
        self.assertAlmostEqual(record["cost"], 1000 * 0.15e-6 + 200 * 0.6e-6, places=12)
        self.assertEqual(record["writer"], {"kind": "endpoint", "seed": 7, "model": "writer", "url": server.url, "priceIn": 0.15, "priceOut": 0.6, "answeredAs": "writer-1", "fingerprint": "fp1"})
        (line,) = self.lines("c1", "compiled")
        self.assertEqual((line["characters"], line["baseTokens"], line["cost"], line["reusedFrom"]), (len(BODY), tokens, record["cost"], None))
        (artifact,) = self.lines("c1", "artifact")
        self.assertEqual((artifact["role"], artifact["path"], artifact["bytes"]), ("skill", "c1-skill", len(SKILL) + 1))

    def test_same_input_same_hash(self) -> None:
        """Two writings from the same words have the same input hash; another seed is sent where the writer takes one, none where not."""
        with endpoint() as server:
            self.compile("c1", server, seed=1)
            self.compile("c2", server, seed=2)
            self.compile("c3", server, seed=3, writer={"seeded": False})
        self.assertEqual(len({self.record(job)["inputSha256"] for job in ("c1", "c2", "c3")}), 1)
        self.assertEqual([asked.get("seed") for asked in server.asked], [1, 2, None])
        hashes = {self.lines(job, "artifact")[0]["sha256"] for job in ("c1", "c2", "c3")}
        self.assertEqual(len(hashes), 1, "the same text has the same hash, so that identical writings are noticed")

    def test_key_is_nowhere(self) -> None:
        """Neither the run folder nor what is printed holds the key, also when the endpoint repeats it in an error."""
        with endpoint() as server:
            self.compile("good", server)
            server.status, server.reply = 401, "Incorrect API key provided: KEY."
            code, printed = self.compile("bad", server)
        self.assertEqual(code, 1)
        self.assertIn("answered 401", self.lines("bad", "ended")[0]["message"])
        self.assertNotIn(KEY, printed)
        for file in self.folder.rglob("*"):
            if file.is_file():
                self.assertNotIn(KEY.encode(), file.read_bytes(), str(file))

    def test_no_key(self) -> None:
        """Without a key the job says where it belongs, before anything is sent."""
        with endpoint() as server:
            code, _ = self.compile("c1", server, key=None)
        self.assertEqual((code, server.asked), (1, []))
        self.assertIn("neither is the environment variable FLIPBOOK_TEST_KEY set", self.lines("c1", "ended")[0]["message"])

    def test_redirect_is_not_followed(self) -> None:
        """A redirect would take the key elsewhere."""
        with endpoint() as server:
            for status in (302, 307):
                server.status = status
                self.assertEqual(self.compile(f"c{status}", server)[0], 1)
        self.assertEqual([asked["path"] for asked in server.asked], ["/v1/chat/completions"] * 2)

    def test_odd_answers(self) -> None:
        """What is no completion fails in a sentence; a text that was cut off is kept, and said."""
        with endpoint() as server:
            for number, reply in enumerate(["no JSON", {"choices": []}, completion(""), {"choices": [{"message": {"content": None}}]}]):
                server.reply = reply
                self.assertEqual(self.compile(f"c{number}", server)[0], 1)
                self.assertIn("did not answer with a text", self.lines(f"c{number}", "ended")[0]["message"])
            server.reply = completion("Half a pro", "length")
            self.assertEqual(self.compile("cut", server)[0], 0)
        self.assertIn("cut off after 300 tokens", self.lines("cut", "notice")[0]["message"])

    def test_reuse(self) -> None:
        """The same words under the same seed are not paid for twice: the file is the same, and the record says whose it is."""
        with endpoint() as server:
            self.compile("c1", server)
            reuse = {"run": "first-run", "job": "c1", "folder": str(self.folder / "c1-skill")}
            self.assertEqual(self.compile("c2", server, reuse=reuse)[0], 0)
            self.assertEqual(len(server.asked), 1)
            self.write_inputs([{"item": "skill", "messages": MESSAGES[1:], "answer": None}], "inputs-compile.jsonl")
            code, _ = self.run_job(self.compile_spec("c3", server.url, reuse=reuse))
        self.assertEqual(self.lines("c2", "artifact")[0]["sha256"], self.lines("c1", "artifact")[0]["sha256"])
        record = self.record("c2")
        self.assertEqual((record["reusedFrom"], record["cost"], record["promptTokens"]), ("first-run", 0, 0))
        self.assertEqual(code, 1)
        self.assertIn("was written from something else", self.lines("c3", "ended")[0]["message"])
        config = self.lines("c2", "started")[0]["config"]
        self.assertEqual(config["reuse"], {"run": "first-run", "job": "c1"}, "no folder of this machine in the events")

    def test_stop_while_the_writer_thinks(self) -> None:
        """A signal ends the job within two seconds, though the endpoint has not answered."""
        with endpoint() as server:
            server.delay = 4
            self.write_inputs([{"item": "skill", "messages": MESSAGES, "answer": None}], "inputs-compile.jsonl")
            pid, terminal = self.start(self.compile_spec("c1", server.url, writer={"keyEnv": None}))
            self.wait_for("c1", "progress")
            began = time.monotonic()
            os.kill(pid, signal.SIGINT)
            code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            os.close(terminal)
            self.assertLess(time.monotonic() - began, 2)
        self.assertEqual(code, 130)
        self.assertEqual(self.lines("c1")[-1]["end"], "interrupted")


class TextTest(unittest.TestCase):
    """What a writer says, as a SKILL.md."""

    def test_front_matter(self) -> None:
        """It is kept where there is one, and given where there is none or nothing below it."""
        self.assertEqual(skill_document(SKILL, "n", "d"), SKILL + "\n")
        given = skill_document("Do: it.", 'a "name"', "d")
        self.assertEqual(given, '---\nname: "a \\"name\\""\ndescription: "d"\n---\n\nDo: it.\n')
        self.assertEqual(split_front_matter(given), ('name: "a \\"name\\""\ndescription: "d"', "Do: it."))
        self.assertTrue(split_front_matter(skill_document("---\nname: x\n---\n", "n", "d"))[1])

    def test_fence_and_line_ends(self) -> None:
        """A fence around the whole is taken off, fences inside stay, and line ends become the same."""
        self.assertEqual(skill_document(f"```markdown\n{SKILL}\n```", "n", "d"), SKILL + "\n")
        self.assertIn("```\na\n```\ntext\n```\nb\n```", skill_document("```\na\n```\ntext\n```\nb\n```", "n", "d"))
        self.assertEqual(skill_document(SKILL.replace("\n", "\r\n"), "n", "d"), SKILL + "\n")

    def test_cost_and_masks(self) -> None:
        """A cost needs counts and prices; a key is hidden whole and in part."""
        self.assertIsNone(cost_of(Reply("t", "stop", None, 1, None, None), 1, 1))
        self.assertIsNone(cost_of(Reply("t", "stop", 1, 1, None, None), None, 1))
        self.assertEqual(cost_of(Reply("t", "stop", 2_000_000, 1_000_000, None, None), 0.5, 2), 3)
        self.assertEqual(masked(f"bad key {KEY}, or {KEY[:12]}…", KEY), "bad key •••, or •••…")

    def test_keychain(self) -> None:
        """The environment comes first, then the system's keychain."""
        with tempfile.TemporaryDirectory() as folder:
            tool = Path(folder, "secret-tool")
            tool.write_text('#!/bin/sh\n[ "$*" = "lookup service flipbook account MY_KEY" ] && echo from-keychain\n')
            tool.chmod(0o755)
            with mock.patch.dict(os.environ, {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}), mock.patch("sys.platform", "linux"):
                self.assertEqual(read_key("MY_KEY"), "from-keychain")
                with self.assertRaisesRegex(JobFailed, "neither is the environment variable OTHER_KEY set"):
                    read_key("OTHER_KEY")
                with mock.patch.dict(os.environ, {"MY_KEY": "from-environment"}):
                    self.assertEqual(read_key("MY_KEY"), "from-environment")
                self.assertIsNone(read_key(None))


if __name__ == "__main__":
    unittest.main()
