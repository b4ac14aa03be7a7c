"""What a training changes: an adapter or a prefix, seen from the training loop as named parameters that can be saved."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from torch.nn import Module, Parameter
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from flipbook_worker import prefix
from flipbook_worker.model import COMPUTE_DTYPES, base_name


@dataclass(frozen=True)
class Skill:
    """A model with something to train: `save` fills an empty folder and returns the weights file."""

    role: str
    model: Module
    parameters: dict[str, Parameter]
    save: Callable[[Path], Path]


def add_skill(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, spec: dict[str, Any]) -> Skill:
    """Put the job's trainable onto the model, drawn from the seeds set before; dropout is on for LoRA, and there is none for a prefix."""
    if spec["trainable"]["kind"] == "lora":
        # PEFT takes longer to import than a small model to load, and a prefix does not need it.
        from flipbook_worker import lora

        adapted = lora.add_adapter(model, spec["trainable"]["lora"], base_name(spec["base"]))
        return Skill("adapter", adapted.train(), lora.adapter_parameters(adapted), partial(lora.save_adapter, adapted))
    settings = spec["trainable"]["prefix"]
    layers = prefix.chosen_layers(model.config, settings["layers"])
    fresh = prefix.initial_prefix(model, prefix.initial_tokens(settings, tokenizer), layers)
    prefix.attach_prefix(model, fresh)
    for layer in model.get_decoder().layers:
        # transformers computes again only what trains. The layer alone says so: its parts stay as they are, without dropout.
        layer.training = layer.gradient_checkpointing
    parameters = {name: tensor for name, tensor in prefix.prefix_tensors(fresh).items() if isinstance(tensor, Parameter)}
    about = {"base": base_name(spec["base"]), "init": settings["init"], "seed": spec["seed"]}

    def save(folder: Path) -> Path:
        return prefix.save_prefix(fresh, folder, COMPUTE_DTYPES[spec["dtype"]], about)

    return Skill("prefix", model, parameters, save)
