"""Whole jobs in processes of their own: what they leave behind, and how they end when they cannot go on."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
import unittest
from collections.abc import Callable
from pathlib import Path

import tiny
from flipbook_worker.artifacts import file_sha256
from tiny import EAGER_LORA, LORA, PREFIX, PYTHON_FOLDER, SCORE, TRAIN

LONG_TEXT = "The boiler in the cellar hums a low tune. " * 600


def limit_file_size(size: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


class Training(tiny.RunFolder):
    def setUp(self) -> None:
        super().setUp()
        self.write_inputs(tiny.inputs())

    def train(self, job: str, **changes: object) -> tuple[list[str], str]:
        code, printed = self.run_job(self.spec("train", job, **changes))
        self.assertEqual(code, 0, printed)
        artifact = self.lines(job, "artifact")[-1]
        return [line["digest"] for line in self.lines(job, "step")], artifact["sha256"]

    def test_the_same_seed_gives_the_same_steps_and_artifact(self) -> None:
        first = self.train("first")
        self.assertEqual(self.train("again"), first)
        self.assertEqual(len(set(first[0])), 4)
        init = self.train("init", seedInit=2)
        order = self.train("order", seedOrder=2)
        self.assertEqual(len({first[1], init[1], order[1]}), 3)

    def test_weights_trained_for_another_run_are_taken_over_with_their_history(self) -> None:
        """A run whose weights another one has trained gets the same files and says what that training said; files that are no longer those are refused."""
        first = self.train("first", train=TRAIN | {"checkpoints": "every-epoch"}, artifact="artifact")
        other = self.folder / "other"
        other.mkdir()
        reuse = {"run": "first-run", "job": "first", "folder": str(self.folder)}
        takes = {"folder": str(other), "artifact": "artifact", "reuse": reuse}
        code, printed = self.run_job(self.spec("train", "taker", **takes))
        self.assertEqual(code, 0, printed)
        lines = [json.loads(line) for line in (other / "events.jsonl").read_text().splitlines()]

        def of(kind: str) -> list[dict]:
            return [line for line in lines if line["kind"] == kind]

        self.assertEqual({line["job"] for line in lines}, {"taker"})
        self.assertEqual([line["seq"] for line in lines], list(range(1, len(lines) + 1)))
        self.assertEqual(([line["digest"] for line in of("step")], of("artifact")[-1]["sha256"]), first)
        self.assertEqual([line["seconds"] for line in of("phase-end")], [line["seconds"] for line in self.lines("first", "phase-end")])
        for line in of("artifact"):
            self.assertEqual(file_sha256(other / line["path"] / "adapter_model.safetensors"), line["sha256"])
        self.assertEqual(len(of("artifact")), 3)
        self.assertIn("those of run first-run", of("notice")[0]["message"])
        self.assertEqual(of("started")[0]["config"]["reuse"], {"run": "first-run", "job": "first"})

        (self.folder / "artifact" / "adapter_model.safetensors").write_bytes(b"changed")
        for job, changed, says in (("changed", reuse, "is not what was trained"), ("nobody", reuse | {"job": "unknown"}, "does not say that the training of job unknown is done")):
            code, printed = self.run_job(self.spec("train", job, **takes | {"reuse": changed, "artifact": "again"}))
            self.assertEqual(code, 1)
            self.assertIn(says, printed)
            self.assertFalse((other / "again").exists())

    def test_every_number_format_and_kind_repeats(self) -> None:
        prefix = {"kind": "prefix", "prefix": PREFIX}
        dora = {"kind": "lora", "lora": LORA | {"dora": True}}
        short = TRAIN | {"maxSteps": 2, "learningRate": 5e-3}
        for name, changes in {
            "bf16": {"dtype": "bf16"},
            "nf4": {"dtype": "nf4"},
            "prefix-bf16": {"dtype": "bf16", "trainable": prefix},
            "dora-nf4": {"dtype": "nf4", "trainable": dora},
        }.items():
            with self.subTest(name):
                first = self.train(f"{name}-1", train=short, **changes)
                self.assertEqual(self.train(f"{name}-2", train=short, **changes), first)
                losses = [line["loss"] for line in self.lines(f"{name}-1", "step")]
                self.assertTrue(all(0 < loss < 100 for loss in losses))

    def test_the_log_tells_the_whole_run_in_order(self) -> None:
        self.train("told")
        kinds = [line["kind"] for line in self.lines("told")]
        expected = ["started", "phase", "phase-end", "model", "phase", *["step"] * 4, "phase-end", "phase", "artifact", "phase-end", "ended"]
        self.assertEqual(kinds, expected)
        self.assertEqual([line["seq"] for line in self.lines("told")], list(range(1, len(kinds) + 1)))
        started, artifact = self.lines("told")[0], self.lines("told", "artifact")[0]
        self.assertNotIn(os.environ["FLIPBOOK_BASE_TINY"], json.dumps(started))
        self.assertNotIn(str(self.folder), json.dumps(started))
        weights = self.folder / artifact["path"] / "adapter_model.safetensors"
        self.assertEqual((artifact["sha256"], artifact["bytes"]), (file_sha256(weights), weights.stat().st_size))
        self.assertEqual([file.name for file in (self.folder / "artifacts").iterdir()], ["told"])

    def test_early_stopping_keeps_the_best_epoch_and_says_so(self) -> None:
        # Another answer than the training items have: validation gets worse once that one is learnt.
        self.write_inputs([line | {"answer": "web"} for line in tiny.inputs(4)])
        self.write_inputs([line | {"answer": "documents"} for line in tiny.inputs(2)], "validation.jsonl")
        train = TRAIN | {"epochs": 12, "learningRate": 5e-3, "earlyStop": {"patience": 2}, "checkpoints": "every-epoch"}
        eager = {"kind": "lora", "lora": LORA | EAGER_LORA}
        self.train("early", validation="validation.jsonl", train=train, trainable=eager)
        validation = self.lines("early", "validation")
        best = max(line["epoch"] for line in validation if line["best"])
        self.assertEqual((len(validation), len(self.lines("early", "step"))), (best + 2, best + 2))
        self.assertLess(best, 10)
        self.assertEqual(min(validation, key=lambda line: line["loss"])["epoch"], best)
        checkpoints = [line for line in self.lines("early", "artifact") if line["role"] == "checkpoint"]
        artifact = self.lines("early", "artifact")[-1]
        self.assertEqual([line["epoch"] for line in checkpoints], list(range(1, best + 3)))
        self.assertEqual((artifact["epoch"], artifact["sha256"]), (best, checkpoints[best - 1]["sha256"]))
        self.assertRegex(self.lines("early", "notice")[0]["message"], f"after epoch {best}")

    def test_validation_without_early_stopping_changes_nothing(self) -> None:
        self.write_inputs(tiny.inputs(2), "validation.jsonl")
        self.assertEqual(self.train("with", validation="validation.jsonl"), self.train("without"))

    def test_a_loss_that_is_no_number_names_its_step(self) -> None:
        code, printed = self.run_job(self.spec("train", "nan", train=TRAIN | {"learningRate": 3e37}, trainable={"kind": "lora", "lora": LORA | EAGER_LORA}))
        ended = self.lines("nan")[-1]
        self.assertEqual((code, ended["end"]), (1, "failed"))
        self.assertRegex(ended["message"], r"The loss of step \d of 4 is (nan|inf); lower the learning rate")
        self.assertIn(ended["message"], printed)
        self.assertFalse((self.folder / "artifacts").exists())

    def test_what_cannot_be_trained_fails_with_a_sentence(self) -> None:
        self.write_inputs([tiny.inputs(1)[0] | {"answer": None}], "unanswered.jsonl")
        (self.folder / "broken.jsonl").write_text(json.dumps(tiny.inputs(1)[0]) + "\n{}\n")
        for job, changes, message in (
            ("unanswered", {"inputs": "unanswered.jsonl"}, "item-0 has no answer"),
            ("broken", {"inputs": "broken.jsonl"}, "Line 2 of broken.jsonl is not an input"),
            ("outside", {"artifact": "../elsewhere"}, "leaves the run folder"),
            ("nowhere", {"base": {"kind": "folder", "path": "/nowhere"}}, "There is no model in /nowhere"),
        ):
            with self.subTest(job):
                code, _ = self.run_job(self.spec("train", job, **changes, **({} if "train" in changes else {"train": TRAIN | {"maxSteps": 1}})))
                ended = self.lines(job)[-1]
                self.assertEqual((code, ended["end"]), (1, "failed"))
                self.assertIn(message, ended["message"])
                self.assertIn("Traceback", ended["traceback"])


class Scoring(tiny.RunFolder):
    def test_a_trained_skill_is_scored_and_a_prompt_too_long_is_an_error_of_its_own(self) -> None:
        # A text with a separator that is no line break in JSON.
        lines = [line | {"answer": "documents"} for line in tiny.inputs(5)]
        lines[0]["messages"][0]["content"] += "\u2028Please."
        self.write_inputs(lines)
        long = {"item": "long", "messages": [{"role": "user", "content": LONG_TEXT * 2}], "answer": "web"}
        self.write_inputs([*lines[:2], long, *lines[2:]], "test.jsonl")
        train = TRAIN | {"epochs": 12, "learningRate": 5e-3, "accumulate": 5}
        trained = self.spec("train", "trained", train=train, trainable={"kind": "lora", "lora": LORA | EAGER_LORA})
        self.assertEqual(self.run_job(trained)[0], 0)
        artifact = {"kind": "lora", "path": "artifacts/trained"}
        for job, changes in (("base", {}), ("skilled", {"artifact": artifact})):
            code, printed = self.run_job(self.spec("score", job, inputs="test.jsonl", **changes))
            self.assertEqual(code, 0, printed)
            errors = self.lines(job, "prediction-error")
            self.assertEqual([(line["item"], line["repeat"]) for line in errors], [("long", 1), ("long", 2)])
            self.assertIn("more than the model's context of 8192", errors[0]["message"])
            first, second = ([line for line in self.lines(job, "prediction") if line["repeat"] == repeat] for repeat in (1, 2))
            self.assertEqual([line["item"] for line in first], [f"item-{number}" for number in range(5)])
            self.assertEqual([line["raw"] for line in first], [line["raw"] for line in second])
            self.assertEqual(self.lines(job, "repeats")[0]["identical"], True)
            self.assertTrue(all(line["goldLogProb"] <= 0 and line["givenLogProb"] <= 0 for line in first))
            self.assertTrue(all(line["goldLogProb"] is None for line in second))
            self.assertEqual(self.lines(job, "progress")[-1]["done"], 12)
        skilled = [line for line in self.lines("skilled", "prediction") if line["repeat"] == 1]
        self.assertEqual([line["raw"] for line in skilled], ["documents"] * 5)
        self.assertTrue(all(line["goldLogProb"] == line["givenLogProb"] and line["end"] == "stop" for line in skilled))
        self.assertGreater(skilled[0]["goldLogProb"], self.lines("base", "prediction")[0]["goldLogProb"] + 5)

    def test_a_trained_prefix_is_scored_through_the_same_code(self) -> None:
        self.write_inputs(tiny.inputs())
        prefix = {"kind": "prefix", "prefix": PREFIX | {"length": 16, "layers": "all"}}
        trained = self.spec("train", "prefix", trainable=prefix, train=TRAIN | {"epochs": 6, "learningRate": 5e-2})
        self.assertEqual(self.run_job(trained)[0], 0)
        self.assertEqual(self.lines("prefix", "model")[0]["trainableParameters"], 2 * 2 * 3 * 64 * 16)
        self.assertEqual(self.lines("prefix", "artifact")[0]["role"], "prefix")
        for job, artifact in (("plain", None), ("prefixed", {"kind": "prefix", "path": "artifacts/prefix"})):
            code, printed = self.run_job(self.spec("score", job, artifact=artifact, score=SCORE | {"repeats": 1}))
            self.assertEqual(code, 0, printed)
            self.assertEqual(self.lines(job, "repeats"), [])
        plain, prefixed = ([line["goldLogProb"] for line in self.lines(job, "prediction")] for job in ("plain", "prefixed"))
        self.assertTrue(all(after > before + 3 for before, after in zip(plain, prefixed, strict=True)))


class Endings(tiny.RunFolder):
    def stop(self, pid: int, terminal: int, number: int) -> tuple[int, float]:
        began = time.monotonic()
        os.kill(pid, number)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        os.close(terminal)
        return code, time.monotonic() - began

    def test_an_interruption_between_steps_keeps_the_steps(self) -> None:
        self.write_inputs(tiny.inputs())
        pid, terminal = self.start(self.spec("train", "stopped", train=TRAIN | {"epochs": 10_000}))
        self.wait_for("stopped", "step")
        code, seconds = self.stop(pid, terminal, signal.SIGINT)
        self.assertEqual((code, self.lines("stopped")[-1]["end"]), (130, "interrupted"))
        self.assertLess(seconds, 2)
        self.assertFalse((self.folder / "artifacts").exists())

    def test_an_interruption_in_the_middle_of_a_long_forward_is_not_waited_for(self) -> None:
        # One micro-step over 6,000 tokens takes longer than a job may take to stop.
        self.write_inputs([{"item": "long", "messages": [{"role": "user", "content": LONG_TEXT}], "answer": "web"}])
        pid, terminal = self.start(self.spec("train", "inside"))
        self.wait_for("inside", "model")
        time.sleep(0.3)
        code, seconds = self.stop(pid, terminal, signal.SIGTERM)
        self.assertEqual((code, self.lines("inside")[-1]["end"]), (130, "interrupted"))
        self.assertIn("without waiting for what was under way", self.lines("inside")[-1]["message"])
        self.assertLess(seconds, 2)

    def test_an_interruption_of_an_answer_keeps_the_answers_before(self) -> None:
        self.write_inputs(tiny.inputs())
        pid, terminal = self.start(self.spec("score", "answers", score=SCORE | {"batch": 1, "repeats": 500, "margins": False}))
        self.wait_for("answers", "prediction")
        code, seconds = self.stop(pid, terminal, signal.SIGINT)
        self.assertEqual((code, self.lines("answers")[-1]["end"]), (130, "interrupted"))
        self.assertLess(seconds, 2)
        self.assertGreater(len(self.lines("answers", "prediction")), 0)

    def test_an_interruption_while_the_libraries_load_is_heard(self) -> None:
        self.write_inputs(tiny.inputs())
        path = self.write_spec(self.spec("train", "early"))
        process = subprocess.Popen(
            [sys.executable, str(PYTHON_FOLDER / "train.py"), "--job", str(path)], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(0.7)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(10), 130)
        self.assertLess(time.monotonic() - began, 2)
        self.assertEqual([line["end"] for line in self.lines("early")], ["interrupted"])

    def test_a_job_outlives_its_terminal(self) -> None:
        self.write_inputs(tiny.inputs())
        pid, terminal = self.start(self.spec("train", "left", train=TRAIN | {"epochs": 4}))
        self.wait_for("left", "started")
        # The engine dies: the terminal hangs up, and writing to it fails from now on.
        os.close(terminal)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0)
        self.assertEqual((len(self.lines("left", "step")), self.lines("left")[-1]["end"]), (8, "done"))

    def test_a_disk_that_is_full_for_the_log_ends_with_74(self) -> None:
        self.write_inputs(tiny.inputs())
        (self.folder / "events.jsonl").symlink_to("/dev/full")
        code, printed = self.run_job(self.spec("train", "full"))
        self.assertEqual(code, 74)
        self.assertIn("No space left on device", printed)

    def test_a_disk_that_is_full_for_the_artifact_keeps_the_steps(self) -> None:
        self.write_inputs(tiny.inputs())
        code, printed = self.run_job(self.spec("train", "fills"), limit_file_size(16_000))
        ended = self.lines("fills")[-1]
        self.assertEqual((code, ended["kind"], ended["end"]), (74, "ended", "failed"))
        self.assertIn("No space left", printed)
        self.assertIn("No space left", ended["message"])
        self.assertEqual((len(self.lines("fills", "step")), self.lines("fills", "artifact")), (4, []))
        self.assertFalse((self.folder / "artifacts" / "fills").exists())

    def test_memory_that_runs_out_is_an_end_of_its_own(self) -> None:
        self.write_inputs(tiny.inputs())
        huge = {"kind": "lora", "lora": LORA | {"rank": 10_000_000}}

        def limit_memory() -> None:
            used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (used + 2**30, used + 2**30))

        code, _ = self.run_job(self.spec("train", "greedy", trainable=huge), limit_memory)
        ended = self.lines("greedy")[-1]
        self.assertEqual((code, ended["end"]), (75, "out-of-memory"), ended)

    def test_a_job_file_that_is_none_says_so(self) -> None:
        spec = self.spec("score", "mistaken")
        code, printed = self.run_job(spec | {"version": 2})
        self.assertEqual(code, 1)
        self.assertIn("is not a score job of version 1", printed)


if __name__ == "__main__":
    unittest.main()
