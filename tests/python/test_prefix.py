"""Trained KV prefixes: where they sit, what they cost, and that they are really used."""

import tempfile
import unittest
from pathlib import Path

import tiny
import torch
from flipbook_worker.batching import answer_log_probs, left_pad
from flipbook_worker.interrupt import StopFlag
from flipbook_worker.job import JobFailed
from flipbook_worker.prefix import (
    attach_prefix,
    attention_layers,
    chosen_layers,
    initial_prefix,
    initial_tokens,
    load_prefix,
    prefix_parameters,
    prefix_tensors,
    save_prefix,
)
from flipbook_worker.seeds import seed_everything
from flipbook_worker.training import add_gradients, answered
from transformers import Gemma3ForCausalLM, Gemma3TextConfig, LlamaConfig, MistralConfig, Qwen2Config

PAD = 2
CPU = torch.device("cpu")


def gemma_3_4b() -> Gemma3TextConfig:
    return Gemma3TextConfig(
        num_hidden_layers=34, num_key_value_heads=4, head_dim=256, num_attention_heads=8, hidden_size=2560, intermediate_size=10240
    )


class WhereItSitsAndWhatItCosts(unittest.TestCase):
    def test_gemma_3_4b_costs_what_was_published(self) -> None:
        published = {(32, "global"): (327_680, 640), (128, "global"): (1_310_720, 2_560), (32, "all"): (2_228_224, 4_352)}
        for (length, layers), (parameters, kib) in published.items():
            with self.subTest(length=length, layers=layers):
                found = prefix_parameters(gemma_3_4b(), length, layers)
                self.assertEqual((found, found * 2 / 1024), (parameters, kib))
        self.assertEqual(chosen_layers(gemma_3_4b(), "global"), [5, 11, 17, 23, 29])
        self.assertEqual(chosen_layers(gemma_3_4b(), "global"), chosen_layers(gemma_3_4b(), {"every": 6}))

    def test_the_built_in_shape_costs_what_was_measured(self) -> None:
        built_in = LlamaConfig(num_hidden_layers=30, num_attention_heads=9, num_key_value_heads=3, hidden_size=576)
        self.assertEqual(prefix_parameters(built_in, 32, {"every": 6}), 61_440)

    def test_without_sliding_layers_every_layer_is_global(self) -> None:
        plain = LlamaConfig(num_hidden_layers=4)
        self.assertEqual(chosen_layers(plain, "global"), [0, 1, 2, 3])
        plain.sliding_window_pattern = 2
        self.assertEqual(chosen_layers(plain, "global"), [1, 3])
        plain.layer_types = ["linear_attention", "full_attention", "sliding_attention", "linear_attention"]
        self.assertEqual((chosen_layers(plain, "global"), chosen_layers(plain, "all")), ([1], [1, 2]))

    def test_with_one_window_for_all_no_layer_is_global(self) -> None:
        """Mistral's first configuration slides on every layer; Qwen 2's names a window that is switched off."""
        slides = MistralConfig(num_hidden_layers=4, sliding_window=4096)
        self.assertEqual(chosen_layers(slides, "all"), [0, 1, 2, 3])
        with self.assertRaisesRegex(JobFailed, "choice of layers, global, names none of the model's 4"):
            chosen_layers(slides, "global")
        self.assertEqual(chosen_layers(MistralConfig(num_hidden_layers=4, sliding_window=None), "global"), [0, 1, 2, 3])
        self.assertEqual(chosen_layers(Qwen2Config(num_hidden_layers=4, use_sliding_window=False), "global"), [0, 1, 2, 3])

    def test_a_choice_without_layers_is_refused_by_name(self) -> None:
        plain = LlamaConfig(num_hidden_layers=4)
        with self.assertRaisesRegex(JobFailed, r"layers \[9\]"):
            chosen_layers(plain, [1, 9])
        with self.assertRaisesRegex(JobFailed, "none of the model's 4"):
            chosen_layers(plain, {"every": 5})


class OnTheTinyModel(unittest.TestCase):
    def setUp(self) -> None:
        self.model = tiny.fresh_model()
        self.tokenizer, _ = tiny.tokenizer_and_end()
        self.prompts = [example.prompt for example in tiny.examples()]

    def fresh(self, seed: int = 1, **changes: object) -> dict[int, object]:
        seed_everything(seed)
        settings = {"length": 8, "init": "random-tokens", "initText": ""} | changes
        return initial_prefix(self.model, initial_tokens(settings, self.tokenizer), [1])

    def first_logits(self) -> torch.Tensor:
        rows = left_pad(self.prompts, PAD, CPU)
        output = self.model.generate(
            input_ids=rows.ids, attention_mask=rows.mask, max_new_tokens=1, do_sample=False, pad_token_id=PAD,
            output_logits=True, return_dict_in_generate=True,
        )
        return output.logits[0]

    def test_it_moves_the_first_token_of_generation(self) -> None:
        plain = self.first_logits()
        attach_prefix(self.model, self.fresh())
        self.assertGreater((self.first_logits() - plain).abs().amax(dim=1).min().item(), 0.05)

    def test_off_is_the_plain_model_bit_for_bit(self) -> None:
        plain = self.first_logits()
        attach_prefix(self.model, self.fresh())
        attach_prefix(self.model, {})
        self.assertTrue(torch.equal(self.first_logits(), plain))

    def test_an_answer_in_a_padded_batch_is_as_likely_as_alone(self) -> None:
        attach_prefix(self.model, self.fresh())
        pairs = answered(tiny.examples(), None)
        with torch.no_grad():
            alone = torch.cat([answer_log_probs(self.model, [pair], PAD) for pair in pairs])
            torch.testing.assert_close(answer_log_probs(self.model, pairs, PAD), alone, rtol=1e-4, atol=1e-3)

    def test_token_by_token_equals_all_at_once(self) -> None:
        attach_prefix(self.model, self.fresh())
        rows = left_pad(self.prompts, PAD, CPU)
        said = self.model.generate(
            input_ids=rows.ids, attention_mask=rows.mask, max_new_tokens=4, min_new_tokens=4, do_sample=False, pad_token_id=PAD,
            output_logits=True, return_dict_in_generate=True,
        )
        for row, prompt in enumerate(self.prompts):
            tokens = said.sequences[row, rows.ids.shape[1] :].tolist()
            with torch.no_grad():
                again = self.model(input_ids=torch.tensor([prompt + tokens])).logits[0, len(prompt) - 1 : -1]
            torch.testing.assert_close(torch.stack([step[row] for step in said.logits]), again, rtol=1e-3, atol=5e-3)

    def test_tokens_before_the_text_equal_their_own_prefix_on_every_layer(self) -> None:
        words = self.tokenizer.encode("Choose between answer, documents and web.")
        text = torch.tensor([self.prompts[0]])
        with torch.no_grad():
            plain = self.model(input_ids=torch.cat([torch.tensor([words]), text], dim=1)).logits[:, len(words) :]
            attach_prefix(self.model, initial_prefix(self.model, words, [0, 1]))
            torch.testing.assert_close(self.model(input_ids=text).logits, plain, rtol=1e-3, atol=5e-3)

    def test_gradients_reach_the_prefix_and_only_it(self) -> None:
        prefix = self.fresh()
        attach_prefix(self.model, prefix)
        add_gradients(self.model, [[answered(tiny.examples(1), None)[0]]], PAD, StopFlag())
        self.assertTrue(all(tensor.grad.abs().sum() > 0 for tensor in prefix_tensors(prefix).values()))
        self.assertTrue(all(weight.grad is None for weight in self.model.parameters()))

    def test_it_is_exact_on_reload_and_its_file_repeats(self) -> None:
        self.model = tiny.fresh_model("bf16")
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
            prefix = self.fresh()
            prefix[1].keys.data += torch.randn_like(prefix[1].keys) / 7
            attach_prefix(self.model, prefix)
            before = self.first_logits()
            files = [save_prefix(prefix, Path(folder), torch.bfloat16, {"b": 1, "a": 2}) for folder in (one, other)]
            self.assertEqual(files[0].read_bytes(), files[1].read_bytes())
            again = tiny.fresh_model("bf16")
            attach_prefix(again, load_prefix(Path(one), CPU))
        self.model = again
        self.assertTrue(torch.equal(self.first_logits(), before))

    def test_the_same_seed_starts_from_the_same_tokens(self) -> None:
        first, again, other = self.fresh(1), self.fresh(1), self.fresh(2)
        self.assertTrue(torch.equal(first[1].keys, again[1].keys))
        self.assertFalse(torch.equal(first[1].keys, other[1].keys))

    def test_a_text_is_repeated_or_cut_to_fit(self) -> None:
        words = self.tokenizer.encode("one two three", add_special_tokens=False)
        settings = {"init": "text", "initText": "one two three"}
        self.assertEqual(initial_tokens({**settings, "length": 2}, self.tokenizer), words[:2])
        self.assertEqual(initial_tokens({**settings, "length": 5}, self.tokenizer), (words * 2)[:5])
        with self.assertRaisesRegex(JobFailed, "the text is empty"):
            initial_tokens({**settings, "length": 2, "initText": ""}, self.tokenizer)

    def test_a_prefix_of_another_model_is_refused(self) -> None:
        prefix = self.fresh()
        with self.assertRaisesRegex(JobFailed, "does not fit this model: layer 7"):
            attach_prefix(self.model, {7: prefix[1]})
        with tempfile.TemporaryDirectory() as empty, self.assertRaisesRegex(JobFailed, "no prefix"):
            load_prefix(Path(empty), CPU)


class OnASlidingWindow(unittest.TestCase):
    def test_a_prefix_slides_out_of_a_local_layer_and_stays_on_a_global_one(self) -> None:
        torch.manual_seed(0)
        config = Gemma3TextConfig(
            vocab_size=50, hidden_size=32, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=1,
            head_dim=16, sliding_window=6, layer_types=["sliding_attention", "full_attention"], pad_token_id=0,
        )
        model = Gemma3ForCausalLM(config).eval()
        text = torch.randint(1, 50, (1, 20))
        with torch.no_grad():
            plain = model(input_ids=text).logits
            for layer, reach in ((0, "slides out"), (1, "stays")):
                attach_prefix(model, initial_prefix(model, [3, 4, 5], [layer]))
                moved = (model(input_ids=text).logits - plain).abs().amax(dim=-1)[0]
                self.assertGreater(moved[0].item(), 0, reach)
                if layer == 1:
                    self.assertGreater(moved[-1].item(), 0)
            # With the other layer's attention cut off nothing passes the change on, so that the window alone decides.
            attach_prefix(model, initial_prefix(model, [3, 4, 5], [0]))
            attention_layers(model)[1].o_proj.weight.zero_()
            moved = model(input_ids=text).logits
            attach_prefix(model, {})
            still = (moved - model(input_ids=text).logits).abs().amax(dim=-1)[0]
        # The last prefix position is -1; position p sees it while p - (-1) < 6.
        self.assertEqual([place for place, change in enumerate(still.tolist()) if change > 1e-5], [0, 1, 2, 3, 4])


if __name__ == "__main__":
    unittest.main()
