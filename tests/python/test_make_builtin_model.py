"""The built-in model as set-up makes it: names, weights, and the tokenizer."""

import json
import os
import unittest
from pathlib import Path

import numpy as np
from safetensors import safe_open
from transformers import AutoTokenizer

from make_builtin_model import hugging_face_name, undo_rope_permutation

TINY = Path(os.environ["FLIPBOOK_BASE_TINY"])
BUILTIN = Path(os.environ["FLIPBOOK_BASE_BUILTIN"])


class Names(unittest.TestCase):
    def test_layers_beyond_the_last_kept_one_are_left_out(self) -> None:
        self.assertEqual(hugging_face_name("blk.1.attn_q.weight", 2), "model.layers.1.self_attn.q_proj.weight")
        self.assertIsNone(hugging_face_name("blk.2.attn_q.weight", 2))

    def test_a_tensor_of_another_architecture_is_refused(self) -> None:
        with self.assertRaises(ValueError):
            hugging_face_name("blk.0.ssm_in.weight", 2)


class Permutation(unittest.TestCase):
    def test_interleaved_rows_go_back_to_two_halves_in_each_head(self) -> None:
        # Two heads of four rows: llama.cpp stores the halves (0, 1 | 2, 3) as 0, 2, 1, 3.
        stored = np.array([[0], [2], [1], [3], [4], [6], [5], [7]])
        self.assertEqual(undo_rope_permutation(stored, heads=2).ravel().tolist(), list(range(8)))


class Folders(unittest.TestCase):
    def test_the_small_model_is_the_first_layers_of_the_built_in_one(self) -> None:
        with safe_open(TINY / "model.safetensors", "pt") as tiny, safe_open(BUILTIN / "model.safetensors", "pt") as full:
            names = list(tiny.keys())
            self.assertEqual(len(names), 2 + 2 * 9)
            for name in names:
                self.assertTrue(tiny.get_tensor(name).equal(full.get_tensor(name)), name)

    def test_shape_and_rope_are_those_of_the_file(self) -> None:
        config = json.loads((BUILTIN / "config.json").read_text(encoding="utf-8"))
        self.assertEqual(config["num_hidden_layers"], 30)
        self.assertEqual(config["rope_parameters"]["rope_theta"], 100000.0)
        self.assertTrue(config["tie_word_embeddings"])
        self.assertEqual((config["bos_token_id"], config["eos_token_id"], config["pad_token_id"]), (1, 2, 2))


class Tokens(unittest.TestCase):
    """The expected ids are what llama.cpp's own tokenizer gives for this file."""

    def setUp(self) -> None:
        self.tokenizer = AutoTokenizer.from_pretrained(TINY)

    def test_ids_equal_those_of_llama_cpp(self) -> None:
        for text, ids in EXPECTED_IDS.items():
            self.assertEqual(self.tokenizer(text)["input_ids"], ids, text)

    def test_text_survives_the_round_trip(self) -> None:
        text = "  naïve 日本語 🎉\n\n\tx=1;"
        self.assertEqual(self.tokenizer.decode(self.tokenizer(text)["input_ids"]), text)

    def test_padding_goes_to_the_left(self) -> None:
        batch = self.tokenizer(["a", "a b c"], padding=True)["input_ids"]
        self.assertEqual(batch[0][0], self.tokenizer.pad_token_id)
        self.assertEqual(batch[0][-1], self.tokenizer("a")["input_ids"][0])

    def test_the_chat_template_ends_where_the_answer_begins(self) -> None:
        text = self.tokenizer.apply_chat_template([{"role": "system", "content": "S"}, {"role": "user", "content": "U"}], add_generation_prompt=True, tokenize=False)
        self.assertEqual(text, "<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\n")


EXPECTED_IDS = {
    "Hello world": [19556, 905],
    "a  b\n\n c\t 12345 ½ ² Ⅳ": [81, 216, 278, 1116, 265, 197, 216, 33, 34, 35, 36, 37, 216, 16738, 216, 19133, 216, 173, 223, 113],
    "naïve café 日本語 🎉 don't WE'LL it's": [3546, 46494, 37366, 17097, 241, 115, 40993, 179, 120, 248, 15107, 232, 227, 1326, 982, 26587, 23, 16421, 357, 506],
    "<|im_start|>user\nhi<|im_end|>\n": [1, 4093, 198, 6004, 2, 198],
    "x=1;y==2 //c": [104, 45, 33, 43, 105, 1189, 34, 13241, 83],
    "  ": [256],
    "trail   ": [4861, 301, 333],
    "Route 66, 1984.": [31655, 85, 216, 38, 38, 28, 216, 33, 41, 40, 36, 30],
}


if __name__ == "__main__":
    unittest.main()
