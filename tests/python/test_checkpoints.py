"""Checkpoints of every epoch, scored beside the trained skill, and the digests that tell two trainings apart."""

import unittest

import tiny
from tiny import LORA, PREFIX, SCORE, TRAIN

EAGER = {"lora": {"kind": "lora", "lora": LORA | {"rank": 16, "alpha": 32, "targets": "all-linear"}}, "prefix": {"kind": "prefix", "prefix": PREFIX | {"layers": "all"}}}


class Checkpoints(tiny.RunFolder):
    def setUp(self) -> None:
        super().setUp()
        self.write_inputs(tiny.inputs(3))

    def done(self, spec: dict[str, object]) -> None:
        code, printed = self.run_job(spec)
        self.assertEqual(code, 0, printed)

    def test_every_checkpoint_answers_as_it_does_by_itself_and_the_last_as_the_skill(self) -> None:
        for kind, trainable in EAGER.items():
            with self.subTest(kind):
                train = TRAIN | {"epochs": 3, "learningRate": 1e-2, "accumulate": 3, "checkpoints": "every-epoch"}
                self.done(self.spec("train", kind, trainable=trainable, train=train, artifact=f"{kind}-artifact"))
                score = SCORE | {"repeats": 1, "margins": False}
                self.done(self.spec("score", f"{kind}-all", artifact={"kind": kind, "path": f"{kind}-artifact"}, score=score, checkpoints=f"{kind}-artifact-epoch-"))
                lines = self.lines(f"{kind}-all", "checkpoint")
                self.assertEqual([line["epoch"] for line in lines], [1, 2, 3])
                said = [[answer["raw"] for answer in line["answers"]] for line in lines]
                own = [line["raw"] for line in self.lines(f"{kind}-all", "prediction")]
                self.assertEqual(said[-1], own)
                self.assertNotEqual(said[0], said[-1])
                self.done(self.spec("score", f"{kind}-first", artifact={"kind": kind, "path": f"{kind}-artifact-epoch-1"}, score=score))
                self.assertEqual([line["raw"] for line in self.lines(f"{kind}-first", "prediction")], said[0])
                progress = self.lines(f"{kind}-all", "progress")[-1]
                self.assertEqual((progress["done"], progress["total"]), (12, 12))

    def test_digests_say_whether_first_weights_or_order_differ(self) -> None:
        short = TRAIN | {"maxSteps": 1}
        digests = {}
        for job, changes in {"a": {}, "b": {}, "init": {"seedInit": 2}, "order": {"seedOrder": 2}}.items():
            self.done(self.spec("train", job, train=short, **changes))
            line = self.lines(job, "model")[0]
            digests[job] = (line["initDigest"], line["orderDigest"])
        self.assertEqual(digests["a"], digests["b"])
        self.assertNotEqual(digests["init"][0], digests["a"][0])
        self.assertEqual(digests["init"][1], digests["a"][1])
        self.assertEqual(digests["order"][0], digests["a"][0])
        self.assertNotEqual(digests["order"][1], digests["a"][1])


if __name__ == "__main__":
    unittest.main()
