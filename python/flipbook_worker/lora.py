"""LoRA adapters through PEFT."""

import os
from pathlib import Path
from typing import Any

from peft import LoraConfig, PeftModel, get_peft_model
from torch.nn import Parameter
from transformers import PreTrainedModel

WEIGHTS_NAME = "adapter_model.safetensors"
PROJECTIONS = {name: f"{name}_proj" for name in ("q", "k", "v", "o", "gate", "up", "down")}


def add_adapter(model: PreTrainedModel, settings: dict[str, Any], base: str) -> PeftModel:
    """A model with a fresh float32 adapter on its frozen weights; seed before calling, since A is drawn here and B is zero."""
    targets = settings["targets"]
    config = LoraConfig(
        task_type="CAUSAL_LM",
        r=settings["rank"],
        lora_alpha=settings["alpha"],
        lora_dropout=settings["dropout"],
        target_modules=[full_name(name) for name in targets] if isinstance(targets, list) else targets,
        use_rslora=settings["rslora"],
        use_dora=settings["dora"],
        rank_pattern={full_name(name): rank for name, rank in settings["rankPattern"].items()},
        alpha_pattern={full_name(name): alpha for name, alpha in settings["alphaPattern"].items()},
    )
    adapted = get_peft_model(model, config)
    # PEFT has put the path on this machine there.
    adapted.peft_config["default"].base_model_name_or_path = base
    return adapted


def full_name(name: str) -> str:
    """The module of a short name (q, k, v, o, gate, up, down), else the name itself."""
    return PROJECTIONS.get(name, name)


def adapter_parameters(model: PeftModel) -> dict[str, Parameter]:
    """What is trained, by name."""
    return {name: parameter for name, parameter in model.named_parameters() if parameter.requires_grad}


def save_adapter(model: PeftModel, folder: Path) -> Path:
    """Write PEFT's folder (configuration and weights); returns the weights file."""
    model.save_pretrained(folder, save_embedding_layers=False)
    # PEFT's model card is an empty form.
    os.remove(folder / "README.md")
    return folder / WEIGHTS_NAME


def attach_adapter(model: PreTrainedModel, folder: Path) -> PeftModel:
    """The model with a saved adapter beside its weights, never merged into them."""
    return PeftModel.from_pretrained(model, str(folder)).eval()
