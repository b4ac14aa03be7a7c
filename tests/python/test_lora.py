"""LoRA adapters: what is trained, and that others can load it."""

import json
import tempfile
import unittest
from pathlib import Path

import tiny
import torch
from flipbook_worker.interrupt import StopFlag
from flipbook_worker.lora import adapter_parameters, add_adapter, attach_adapter, save_adapter
from flipbook_worker.seeds import seed_everything
from flipbook_worker.training import add_gradients, answered
from peft import PeftModel

HIDDEN, KEY_VALUE = 576, 192


def adapter(seed: int = 1, **changes: object) -> PeftModel:
    model = tiny.fresh_model()
    seed_everything(seed)
    return add_adapter(model, tiny.LORA | changes, "tiny")


def trained_count(model: PeftModel) -> int:
    return sum(parameter.numel() for parameter in adapter_parameters(model).values())


class WhatIsTrained(unittest.TestCase):
    def test_targets_by_short_name_pattern_or_all(self) -> None:
        both = 2 * 4 * (HIDDEN + HIDDEN + HIDDEN + KEY_VALUE)
        self.assertEqual(trained_count(adapter(targets=["q", "v"])), both)
        self.assertEqual(trained_count(adapter(targets=["q_proj", "v_proj"])), both)
        self.assertEqual(trained_count(adapter(targets=r".*\.1\.self_attn\.(q|v)_proj")), both // 2)
        seven = trained_count(adapter(targets=["q", "k", "v", "o", "gate", "up", "down"]))
        self.assertEqual(trained_count(adapter(targets="all-linear")), seven)

    def test_ranks_and_alphas_can_differ_by_module(self) -> None:
        mixed = adapter(rankPattern={"v": 8}, alphaPattern={"v": 80})
        self.assertEqual(trained_count(mixed), 2 * (4 * 2 * HIDDEN + 8 * (HIDDEN + KEY_VALUE)))
        attention = mixed.base_model.model.get_decoder().layers[0].self_attn
        self.assertEqual((attention.q_proj.scaling["default"], attention.v_proj.scaling["default"]), (2.0, 10.0))

    def test_rslora_scales_by_the_root_and_dora_learns_magnitudes(self) -> None:
        attention = adapter(rslora=True).base_model.model.get_decoder().layers[0].self_attn
        self.assertEqual(attention.q_proj.scaling["default"], 4.0)
        self.assertEqual(trained_count(adapter(dora=True)) - trained_count(adapter()), 2 * (HIDDEN + KEY_VALUE))

    def test_the_draw_of_the_adapter_follows_its_seed(self) -> None:
        weights = [torch.cat([parameter.flatten() for parameter in adapter_parameters(adapter(seed)).values()]) for seed in (1, 1, 2)]
        self.assertTrue(torch.equal(weights[0], weights[1]))
        self.assertFalse(torch.equal(weights[0], weights[2]))


class WhatIsSaved(unittest.TestCase):
    def test_plain_peft_loads_it_and_says_the_same(self) -> None:
        for kind in ({}, {"dora": True}, {"rslora": True, "rankPattern": {"v": 2}}):
            with self.subTest(**kind), tempfile.TemporaryDirectory() as name:
                model = adapter(**kind)
                optimiser = torch.optim.AdamW(adapter_parameters(model).values(), lr=1e-2)
                add_gradients(model, [[pair] for pair in answered(tiny.examples(2), None)], 2, StopFlag())
                optimiser.step()
                text = torch.tensor([tiny.examples(1)[0].prompt])
                with torch.no_grad():
                    plain = tiny.fresh_model()(input_ids=text).logits
                    trained = model.eval()(input_ids=text).logits
                    save_adapter(model, Path(name))
                    theirs = PeftModel.from_pretrained(tiny.fresh_model(), name)(input_ids=text).logits
                    ours = attach_adapter(tiny.fresh_model(), Path(name))(input_ids=text).logits
                self.assertTrue(torch.equal(theirs, trained))
                self.assertTrue(torch.equal(ours, trained))
                self.assertFalse(torch.equal(plain, trained))
                config = json.loads((Path(name) / "adapter_config.json").read_text())
                self.assertEqual(config["base_model_name_or_path"], "tiny")
                self.assertEqual(sorted(file.name for file in Path(name).iterdir()), ["adapter_config.json", "adapter_model.safetensors"])


if __name__ == "__main__":
    unittest.main()
