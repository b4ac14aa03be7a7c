"""What a model says, and how near it was to saying something else."""

import unittest

import tiny
import torch
from flipbook_worker.batching import Example, closest_gaps
from flipbook_worker.interrupt import Interrupted, StopFlag
from flipbook_worker.model import pad_token, stop_tokens, use_greedy
from flipbook_worker.scoring import Speaker, answer_batch, margins, too_long
from flipbook_worker.training import add_gradients


def speaker(model: object, new_tokens: int = 12) -> Speaker:
    tokenizer, _ = tiny.tokenizer_and_end()
    stops = stop_tokens(tokenizer, model)
    return Speaker(model, tokenizer, use_greedy(model, new_tokens, stops, pad_token(tokenizer, stops)), StopFlag())


class Answers(unittest.TestCase):
    def test_padding_on_the_left_changes_no_text(self) -> None:
        voice = speaker(tiny.fresh_model())
        prompts = [example.prompt for example in tiny.examples()]
        self.assertGreater(len({len(prompt) for prompt in prompts}), 1)
        together = [answer.text for answer in answer_batch(voice, prompts)]
        self.assertEqual(together, [answer_batch(voice, [prompt])[0].text for prompt in prompts])

    def test_sampling_settings_of_the_model_are_not_used(self) -> None:
        model = tiny.fresh_model()
        plain = answer_batch(speaker(model), [tiny.examples()[0].prompt])[0].text
        model.generation_config.update(do_sample=True, temperature=5.0, repetition_penalty=9.0)
        self.assertEqual(answer_batch(speaker(model), [tiny.examples()[0].prompt])[0].text, plain)

    def test_an_answer_without_an_end_says_so_and_counts_its_tokens(self) -> None:
        answer = answer_batch(speaker(tiny.fresh_model(), 3), [tiny.examples()[0].prompt])[0]
        self.assertEqual((answer.end, len(answer.tokens)), ("length", 3))

    def test_a_stop_between_tokens_leaves_generation_at_once(self) -> None:
        voice = speaker(tiny.fresh_model())
        voice.stop.set()
        with self.assertRaises(Interrupted):
            answer_batch(voice, [tiny.examples()[0].prompt])

    def test_a_prompt_without_room_for_an_answer_says_why(self) -> None:
        example = Example("a", [5] * 90, None)
        self.assertIsNone(too_long(example, 10, 100))
        self.assertIsNone(too_long(example, 10, None))
        self.assertRegex(too_long(example, 11, 100) or "", "90 tokens; with 11 .* context of 100")


class Margins(unittest.TestCase):
    def taught(self, answer: list[int], prompt: list[int]) -> Speaker:
        model = tiny.fresh_model()
        weights = [layer.mlp.down_proj.weight.requires_grad_() for layer in model.get_decoder().layers]
        optimiser = torch.optim.AdamW(weights, lr=3e-3)
        for _ in range(12):
            add_gradients(model, [[(prompt, answer)]], 2, StopFlag())
            optimiser.step()
            optimiser.zero_grad()
        return speaker(model)

    def test_the_margin_changes_sign_when_the_item_flips(self) -> None:
        tokenizer, end = tiny.tokenizer_and_end()
        one, other = tiny.examples()[0], tiny.examples()[1]
        rival = Example("rival", one.prompt, other.answer)
        for taught, sign in ((one, 1), (rival, -1)):
            voice = self.taught(taught.answer or [], one.prompt)
            answer = answer_batch(voice, [one.prompt])[0]
            self.assertEqual((answer.tokens, answer.end), (taught.answer, "stop"))
            self.assertEqual(answer.text, tokenizer.decode(answer.tokens[:-1]))
            of_one, of_rival = margins(voice, [one, rival], [answer, answer])
            self.assertGreater((of_one.gold - of_rival.gold) * sign, 0)
            self.assertAlmostEqual(of_one.given, max(of_one.gold, of_rival.gold), places=4)
            # What the engine keeps: the closest gap of a right answer, gold minus given of a wrong one.
            kept = of_one.gap if of_one.gold == of_one.given else of_one.gold - of_one.given
            self.assertGreater(kept * sign, 0)
        self.assertEqual(answer.tokens[-1], end)

    def test_an_item_without_gold_has_only_the_given_side(self) -> None:
        voice = speaker(tiny.fresh_model(), 3)
        blind = Example("blind", tiny.examples()[0].prompt, None)
        margin = margins(voice, [blind], answer_batch(voice, [blind.prompt]))[0]
        self.assertIsNone(margin.gold)
        self.assertLess(margin.given, 0)

    def test_the_closest_gap_is_that_of_the_least_certain_token(self) -> None:
        logits = torch.tensor([[[0.0, 9.0, 1.0], [3.0, 1.0, 0.5], [0.0, 5.0, 4.0]], [[7.0, 7.5, 0.0], [0.0, 2.0, 1.0], [1.0, 0.0, 0.0]]])
        targets = torch.tensor([[2, 0, 1], [0, 1, 0]])
        gaps = closest_gaps(logits, targets, torch.tensor([[0.0, 1.0, 1.0], [1.0, 1.0, 1.0]]))
        # The first row's first place is prompt; the second row's first token is one that another was likelier than.
        self.assertEqual([round(gap, 4) for gap in gaps.tolist()], [1.0, -0.5])

    def test_a_greedy_answer_has_no_likelier_token_anywhere(self) -> None:
        voice = speaker(tiny.fresh_model(), 4)
        some = tiny.examples(3)
        for margin in margins(voice, some, answer_batch(voice, [one.prompt for one in some])):
            self.assertGreaterEqual(margin.gap, 0)


if __name__ == "__main__":
    unittest.main()
