"""Trained KV prefixes: keys and values that some layers see before the text, attached in one way for training, scoring and generation.

Positions. The text keeps positions 0, 1, 2, ... as without a prefix, so that layers without one do exactly what
they did. The prefix stands at positions -length ... -1: its keys are stored as attention sees them, with the rotary
embedding of those positions applied when they are initialised, and are trained in that form. On a sliding-window
layer a query sees a prefix position only while it is inside the window; elsewhere every query sees all of it.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor
from torch.nn import Module, Parameter
from transformers import PreTrainedConfig, PreTrainedModel, PreTrainedTokenizerBase
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.masking_utils import ALL_MASK_ATTENTION_FUNCTIONS, sdpa_mask
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

from flipbook_worker.job import JobFailed

WEIGHTS_NAME = "prefix.safetensors"
IMPLEMENTATION = "flipbook_prefix"
FORMAT = 1
LAYERS_WITH_KEYS = {"full_attention", "sliding_attention"}


@dataclass(frozen=True)
class KeysValues:
    """What one layer sees before the text: keys and values, each (1, kv_heads, length, head_dim)."""

    keys: Tensor
    values: Tensor


Prefix = dict[int, KeysValues]


def layer_kinds(config: PreTrainedConfig) -> list[str]:
    """Per layer `full_attention`, `sliding_attention` or another name without keys, from `layer_types`, else from `sliding_window_pattern`, else all the same."""
    text = config.get_text_config()
    if getattr(text, "layer_types", None):
        return list(text.layer_types)
    pattern = getattr(text, "sliding_window_pattern", None)
    if not pattern:
        # One window for every layer (Mistral's first configuration), unless it is switched off (Qwen 2's).
        slides = getattr(text, "sliding_window", None) and getattr(text, "use_sliding_window", True)
        return ["sliding_attention" if slides else "full_attention"] * text.num_hidden_layers
    # Of every `pattern` layers the last is global (Gemma 3's configuration).
    return ["sliding_attention" if (layer + 1) % pattern else "full_attention" for layer in range(text.num_hidden_layers)]


def chosen_layers(config: PreTrainedConfig, layers: str | dict[str, int] | list[int]) -> list[int]:
    """Layer numbers from 0 for `all`, `global`, `{every: n}` (the last of every n) or a list; raises JobFailed where there is none."""
    kinds = layer_kinds(config)
    with_keys = [layer for layer, kind in enumerate(kinds) if kind in LAYERS_WITH_KEYS]
    if layers == "all":
        chosen = with_keys
    elif layers == "global":
        chosen = [layer for layer, kind in enumerate(kinds) if kind == "full_attention"]
    elif isinstance(layers, dict):
        chosen = [layer for layer in with_keys if (layer + 1) % layers["every"] == 0]
    else:
        chosen = sorted(set(layers) & set(with_keys)) if isinstance(layers, list) else []
        if missing := sorted(set(layers) - set(chosen)):
            raise JobFailed(f"The prefix asks for layers {missing}; the model has keys and values on layers {with_keys}.")
    if not chosen:
        raise JobFailed(f"The prefix's choice of layers, {layers}, names none of the model's {len(kinds)}.")
    return chosen


def prefix_parameters(config: PreTrainedConfig, length: int, layers: str | dict[str, int] | list[int]) -> int:
    """Parameters of a prefix: layers * 2 (keys, values) * kv_heads * head_dim * length."""
    text = config.get_text_config()
    head_dim = getattr(text, "head_dim", None) or text.hidden_size // text.num_attention_heads
    return len(chosen_layers(config, layers)) * 2 * text.num_key_value_heads * head_dim * length


def prefix_attention(
    module: Module, query: Tensor, key: Tensor, value: Tensor, attention_mask: Tensor | None, **kwargs: Any
) -> tuple[Tensor, None]:
    """Scaled dot-product attention over the layer's prefix and then the text; without a prefix exactly the plain one.

    query is (batch, heads, queries, head_dim), key and value (batch, kv_heads, seen, head_dim), the mask boolean and
    broadcastable to (batch, 1, queries, seen), None for plain causal attention.
    """
    record = getattr(module, "flipbook_record", None)
    if record is not None:
        record[module.layer_idx] = KeysValues(key.detach().clone(), value.detach().clone())
    prefix = getattr(module, "flipbook_prefix", None)
    if prefix is None:
        return sdpa_attention_forward(module, query, key, value, attention_mask, **kwargs)
    if query.shape[2] > 1 or attention_mask is not None or kwargs.get("sliding_window") is not None:
        attention_mask = lengthened_mask(prefix, query, key, attention_mask, kwargs)
    shape = (key.shape[0], -1, -1, -1)
    keys = torch.cat([prefix.keys.to(key.dtype).expand(shape), key], dim=2)
    values = torch.cat([prefix.values.to(value.dtype).expand(shape), value], dim=2)
    return sdpa_attention_forward(module, query, keys, values, attention_mask, **kwargs)


def lengthened_mask(prefix: KeysValues, query: Tensor, key: Tensor, mask: Tensor | None, kwargs: dict[str, Any]) -> Tensor:
    """The mask over text with columns for the prefix before it; (batch, 1, queries, length + seen) boolean."""
    batch, queries, seen, length = key.shape[0], query.shape[2], key.shape[2], prefix.keys.shape[2]
    if mask is None:
        mask = torch.ones(queries, seen, dtype=torch.bool, device=key.device).tril(seen - queries)[None, None]
    visible = torch.ones(1, queries, length, dtype=torch.bool, device=key.device)
    window = kwargs.get("sliding_window")
    if window is not None:
        places = torch.arange(-length, 0, device=key.device)
        visible = kwargs["position_ids"][:, :, None] - places < window
    return torch.cat([visible[:, None].expand(batch, 1, -1, -1), mask.expand(batch, 1, -1, -1)], dim=-1)


ALL_ATTENTION_FUNCTIONS.register(IMPLEMENTATION, prefix_attention)
ALL_MASK_ATTENTION_FUNCTIONS.register(IMPLEMENTATION, sdpa_mask)


def attention_layers(model: PreTrainedModel) -> dict[int, Module]:
    """The attention modules by layer number; switches the model to attention that can see a prefix. Raises JobFailed where it cannot."""
    current = model.get_decoder().config._attn_implementation
    if current not in ("sdpa", IMPLEMENTATION):
        raise JobFailed(f"A prefix needs the model's scaled dot-product attention; this model uses {current}.")
    model.set_attn_implementation(IMPLEMENTATION)
    layers = enumerate(model.get_decoder().layers)
    return {number: layer.self_attn for number, layer in layers if hasattr(layer, "self_attn")}


def attach_prefix(model: PreTrainedModel, prefix: Prefix) -> None:
    """Let each layer of `prefix` see it, in place of any prefix before; raises JobFailed when the shapes are not the model's."""
    modules = attention_layers(model)
    text = model.config.get_text_config()
    for layer, pair in prefix.items():
        heads, head_dim = pair.keys.shape[1], pair.keys.shape[3]
        if layer not in modules or heads != text.num_key_value_heads or head_dim != modules[layer].head_dim:
            raise JobFailed(f"The prefix does not fit this model: layer {layer}, {heads} heads of {head_dim}.")
    for layer, module in modules.items():
        module.flipbook_prefix = prefix.get(layer)


@torch.no_grad()
def initial_prefix(model: PreTrainedModel, tokens: list[int], layers: list[int]) -> Prefix:
    """The model's own keys and values of `tokens` at positions -len(tokens) ... -1 on `layers`, as float32 parameters to train."""
    modules = attention_layers(model)
    record: Prefix = {}
    for layer in layers:
        modules[layer].flipbook_record = record
    positions = torch.arange(-len(tokens), 0, device=model.device)[None]
    model(input_ids=torch.tensor([tokens], device=model.device), position_ids=positions, use_cache=False, logits_to_keep=1)
    for layer in layers:
        del modules[layer].flipbook_record
    return {layer: KeysValues(Parameter(pair.keys.float()), Parameter(pair.values.float())) for layer, pair in sorted(record.items())}


def initial_tokens(settings: dict[str, Any], tokenizer: PreTrainedTokenizerBase) -> list[int]:
    """`length` token ids: drawn from torch's seeded generator among the ordinary tokens, or the text's, repeated or cut to fit."""
    length = settings["length"]
    if settings["init"] == "text":
        tokens = tokenizer.encode(settings["initText"], add_special_tokens=False)
        if not tokens:
            raise JobFailed("The prefix starts from a text, but the text is empty; write one or start from random tokens.")
        return (tokens * length)[:length]
    special = set(tokenizer.all_special_ids)
    ordinary = [token for token in range(len(tokenizer)) if token not in special]
    return [ordinary[place] for place in torch.randint(len(ordinary), (length,)).tolist()]


def prefix_tensors(prefix: Prefix) -> dict[str, Tensor]:
    """Keys and values by name: `layers.N.keys`, `layers.N.values`."""
    named = {}
    for layer, pair in prefix.items():
        named[f"layers.{layer}.keys"] = pair.keys
        named[f"layers.{layer}.values"] = pair.values
    return named


def save_prefix(prefix: Prefix, folder: Path, dtype: torch.dtype, about: dict[str, Any]) -> Path:
    """Write the prefix in the number format attention uses, so that reloading is exact; returns the weights file."""
    tensors = {name: tensor.detach().to(dtype).contiguous().cpu() for name, tensor in prefix_tensors(prefix).items()}
    length = next(iter(prefix.values())).keys.shape[2]
    facts = {"format": FORMAT, "length": length, "layers": sorted(prefix), "positions": [-length, -1], "rotary": "applied", **about}
    # One entry only: the order of several is not fixed, and the file's hash must be.
    save_file(tensors, folder / WEIGHTS_NAME, metadata={"flipbook.prefix": json.dumps(facts, sort_keys=True)})
    return folder / WEIGHTS_NAME


def load_prefix(folder: Path, device: torch.device) -> Prefix:
    """A saved prefix; raises JobFailed for a file that is not one."""
    path = folder / WEIGHTS_NAME
    if not path.is_file():
        raise JobFailed(f"There is no prefix in {folder.name} (no {WEIGHTS_NAME}).")
    with safe_open(path, framework="pt", device=str(device)) as file:
        facts = json.loads((file.metadata() or {}).get("flipbook.prefix", "{}"))
        if facts.get("format") != FORMAT:
            raise JobFailed(f"{folder.name}/{WEIGHTS_NAME} is not a prefix of format {FORMAT}.")
        return {
            layer: KeysValues(file.get_tensor(f"layers.{layer}.keys"), file.get_tensor(f"layers.{layer}.values"))
            for layer in facts["layers"]
        }
