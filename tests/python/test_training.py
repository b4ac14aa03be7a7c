"""What a training step is made of."""

import random
import unittest

import numpy
import tiny
import torch
from flipbook_worker.batching import answer_log_probs, left_pad
from flipbook_worker.interrupt import StopFlag
from flipbook_worker.job import JobFailed
from flipbook_worker.lora import adapter_parameters, add_adapter
from flipbook_worker.model import recompute_activations
from flipbook_worker.seeds import epoch_order, seed_everything
from flipbook_worker.skill import add_skill
from flipbook_worker.training import BestEpoch, add_gradients, answered, count_steps, mean_loss, order_digest, plan_steps

PAD = 2


def settings(**changes: object) -> dict[str, object]:
    return {"epochs": 10, "batch": 1, "accumulate": 4, "maxSteps": None} | changes


class TheSteps(unittest.TestCase):
    def test_the_reference_recipe_makes_sixty_steps_that_see_every_item_ten_times(self) -> None:
        steps = list(plan_steps(24, 1, settings()))
        self.assertEqual((len(steps), count_steps(24, settings())), (60, 60))
        seen = [item for step in steps for batch in step.batches for item in batch]
        self.assertEqual(sorted(seen), sorted(list(range(24)) * 10))
        self.assertTrue(all(len(step.batches) == 4 and len(batch) == 1 for step in steps for batch in step.batches))

    def test_the_last_step_of_an_epoch_takes_what_is_left(self) -> None:
        steps = list(plan_steps(26, 1, settings(epochs=2)))
        self.assertEqual([len(step.batches) for step in steps], [4, 4, 4, 4, 4, 4, 2] * 2)
        self.assertEqual([step.closes_epoch for step in steps], ([False] * 6 + [True]) * 2)
        self.assertEqual([len(batch) for batch in list(plan_steps(7, 1, settings(epochs=1, batch=3, accumulate=2)))[1].batches], [1])

    def test_steps_can_be_limited_but_not_added(self) -> None:
        self.assertEqual(len(list(plan_steps(24, 1, settings(maxSteps=7)))), 7)
        self.assertEqual(len(list(plan_steps(24, 1, settings(maxSteps=700)))), 60)

    def test_the_order_depends_on_seed_and_epoch_alone(self) -> None:
        first = epoch_order(24, 3, 1)
        random.random()
        self.assertEqual(first, epoch_order(24, 3, 1))
        self.assertNotEqual(first, epoch_order(24, 3, 2))
        self.assertNotEqual(first, epoch_order(24, 4, 1))

    def test_the_digest_of_an_order_tells_orders_apart(self) -> None:
        digests = [order_digest(plan_steps(24, seed, settings(epochs=epochs))) for seed, epochs in ((1, 2), (1, 2), (2, 2), (1, 3))]
        self.assertEqual(digests[0], digests[1])
        self.assertEqual(len(set(digests)), 3)

    def test_one_seed_seeds_all_three_generators(self) -> None:
        def draw() -> tuple[float, float, float]:
            return random.random(), float(numpy.random.rand()), float(torch.rand(1))

        seed_everything(2**32 + 5)
        first = draw()
        seed_everything(2**32 + 5)
        self.assertEqual(first, draw())
        seed_everything(6)
        self.assertTrue(all(one != other for one, other in zip(first, draw(), strict=True)))


class TheLoss(unittest.TestCase):
    def setUp(self) -> None:
        self.model = tiny.fresh_model()
        # Answers of different lengths, so that a short one stands beside prompt tokens in a batch.
        self.pairs = [(prompt, answer * (1 + number % 3)) for number, (prompt, answer) in enumerate(answered(tiny.examples(), None))]

    def test_only_answer_tokens_count_and_the_end_token_is_one(self) -> None:
        prompt, answer = self.pairs[1]
        rows = left_pad([prompt + answer], PAD, torch.device("cpu"))
        with torch.no_grad():
            predicted = self.model(input_ids=rows.ids).logits[0].double().log_softmax(-1)
        expected = sum(predicted[len(prompt) - 1 + place, token].item() for place, token in enumerate(answer))
        self.assertEqual(answer[-1], tiny.tokenizer_and_end()[1])
        self.assertAlmostEqual(answer_log_probs(self.model, [(prompt, answer)], PAD).item(), expected, places=3)

    def test_a_row_in_a_padded_batch_is_as_likely_as_alone(self) -> None:
        with torch.no_grad():
            together = answer_log_probs(self.model, self.pairs, PAD)
            alone = torch.cat([answer_log_probs(self.model, [pair], PAD) for pair in self.pairs])
        torch.testing.assert_close(together, alone, rtol=1e-4, atol=1e-3)

    def test_accumulating_gives_the_gradient_and_loss_of_one_large_batch(self) -> None:
        weight = self.model.get_decoder().layers[0].self_attn.q_proj.weight.requires_grad_()
        found = []
        for batches in ([[pair] for pair in self.pairs[:3]], [self.pairs[:3]]):
            loss, tokens = add_gradients(self.model, batches, PAD, StopFlag())
            found.append((loss, weight.grad.clone()))
            weight.grad = None
        self.assertEqual(tokens, sum(len(answer) for _, answer in self.pairs[:3]))
        self.assertAlmostEqual(found[0][0], found[1][0], places=4)
        torch.testing.assert_close(found[0][1], found[1][1], rtol=1e-3, atol=1e-5)
        self.assertAlmostEqual(mean_loss(self.model, self.pairs[:3], PAD, StopFlag()), found[0][0], places=4)

    def test_recomputing_activations_gives_the_same_gradient(self) -> None:
        found = []
        for recompute in (False, True):
            model = tiny.fresh_model()
            if recompute:
                recompute_activations(model)
            seed_everything(1)
            adapted = add_adapter(model, tiny.LORA, "tiny").train()
            add_gradients(adapted, [self.pairs[:2]], PAD, StopFlag())
            self.assertEqual(adapted.is_gradient_checkpointing, recompute)
            found.append(torch.cat([weight.grad.flatten() for weight in adapter_parameters(adapted).values()]))
        self.assertGreater(found[0].abs().max().item(), 0)
        torch.testing.assert_close(found[1], found[0])

    def test_activations_are_computed_again_for_a_prefix_too(self) -> None:
        """Where memory is short a layer runs a second time on the way back, the gradient is the same, and a validation in between changes nothing of it."""
        pairs = answered(tiny.examples(2), None)
        spec = {"trainable": {"kind": "prefix", "prefix": tiny.PREFIX}, "base": tiny.tiny_base(), "seed": 1, "dtype": "fp32"}
        found = []
        for again in (False, True):
            model = tiny.fresh_model()
            if again:
                recompute_activations(model)
            seed_everything(1)
            skill = add_skill(model, tiny.tokenizer_and_end()[0], spec)
            mean_loss(skill.model, pairs, PAD, StopFlag())
            runs = []
            model.get_decoder().layers[-1].mlp.register_forward_pre_hook(lambda *_, runs=runs: runs.append(1))
            add_gradients(skill.model, [pairs], PAD, StopFlag())
            self.assertFalse(any(part.training for layer in model.get_decoder().layers for part in layer.children()), "no dropout in a part of a layer")
            found.append((len(runs), {name: parameter.grad.clone() for name, parameter in skill.parameters.items()}))
        self.assertEqual([count for count, _ in found], [1, 2])
        for name, gradient in found[0][1].items():
            torch.testing.assert_close(found[1][1][name], gradient, rtol=0, atol=0)

    def test_an_item_that_cannot_be_trained_on_is_named(self) -> None:
        with self.assertRaisesRegex(JobFailed, "item-0 has .* tokens, more than the model's context of 10"):
            answered(tiny.examples(), 10)
        unanswered = [type(example)(example.item, example.prompt, None) for example in tiny.examples(2)]
        with self.assertRaisesRegex(JobFailed, "item-0 has no answer"):
            answered(unanswered, None)

    def test_the_best_epoch_comes_back_as_it_was(self) -> None:
        weights = {"w": torch.nn.Parameter(torch.tensor([1.0]))}
        best = BestEpoch()
        offered = []
        for epoch, loss in enumerate((3.0, 2.0, 2.0, 2.5), start=1):
            offered.append(best.offer(epoch, loss, weights))
            weights["w"].data += 1
        best.restore(weights)
        self.assertEqual((offered, best.epoch, weights["w"].item()), ([True, True, False, False], 2, 2.0))


if __name__ == "__main__":
    unittest.main()
