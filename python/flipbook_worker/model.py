"""The base model and its tokenizer, from a folder or the hub, in one of three number formats."""

from pathlib import Path
from typing import Any

import torch
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    BitsAndBytesConfig,
    GenerationConfig,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)

from flipbook_worker.job import JobFailed

COMPUTE_DTYPES = {"fp32": torch.float32, "bf16": torch.bfloat16, "nf4": torch.bfloat16}


def load_base(base: dict[str, Any], dtype: str, device: torch.device) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """The frozen model in evaluation mode and its tokenizer; `nf4` is 4-bit NormalFloat with double quantisation and bf16 arithmetic."""
    name, revision = source(base)
    tokenizer = AutoTokenizer.from_pretrained(name, revision=revision)
    if tokenizer.chat_template is None:
        raise JobFailed("The model's tokenizer has no chat template, so chat turns cannot be written for it; choose an instruction-tuned model.")
    quantisation = BitsAndBytesConfig(
        load_in_4bit=True,
        bnb_4bit_quant_type="nf4",
        bnb_4bit_use_double_quant=True,
        bnb_4bit_compute_dtype=torch.bfloat16,
    )
    model = AutoModelForCausalLM.from_pretrained(
        name,
        revision=revision,
        dtype=COMPUTE_DTYPES[dtype],
        device_map={"": device},
        quantization_config=quantisation if dtype == "nf4" else None,
    )
    # The last positions of a batch are a view with gaps, and torch multiplies one by frozen weights ten times slower than a copy.
    model.get_output_embeddings().register_forward_pre_hook(lambda _module, inputs: (inputs[0].clone(memory_format=torch.contiguous_format),))
    return model.requires_grad_(False).eval(), tokenizer


def recompute_activations(model: PreTrainedModel) -> None:
    """Keep only the layers' inputs during training and compute the rest again on the way back: less memory, more time, the same gradient."""
    model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})


def source(base: dict[str, Any]) -> tuple[str, str | None]:
    """Name and revision for from_pretrained; raises JobFailed for a folder that is not there."""
    if base["kind"] == "hub":
        return base["id"], base["revision"]
    if not Path(base["path"], "config.json").is_file():
        raise JobFailed(f"There is no model in {base['path']} (no config.json); run the set-up again or correct the folder.")
    return base["path"], None


def base_name(base: dict[str, Any]) -> str:
    """What an artifact says it was trained on: the hub's id, or the folder's own name without this machine's path."""
    return base["id"] if base["kind"] == "hub" else Path(base["path"]).name


def context_length(model: PreTrainedModel) -> int | None:
    """Positions the model was made for; None where its configuration does not say."""
    return getattr(model.config.get_text_config(), "max_position_embeddings", None)


def end_token(tokenizer: PreTrainedTokenizerBase, model: PreTrainedModel) -> int:
    """The token that closes an assistant's turn in the chat template, else the tokenizer's end of sequence."""
    turns = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "answer"}]
    text = tokenizer.apply_chat_template(turns, tokenize=False, enable_thinking=False)
    after = tokenizer.encode(text[text.rindex("answer") + len("answer"):], add_special_tokens=False)
    if after and after[0] in stop_tokens(tokenizer, model):
        return after[0]
    if tokenizer.eos_token_id is None:
        raise JobFailed("The model's tokenizer has no end-of-sequence token, so answers cannot end; choose another model.")
    return tokenizer.eos_token_id


def stop_tokens(tokenizer: PreTrainedTokenizerBase, model: PreTrainedModel) -> list[int]:
    """Every token that ends an answer: the tokenizer's and those of the model's own generation settings."""
    own = model.generation_config.eos_token_id
    listed = own if isinstance(own, list) else [own]
    return sorted({token for token in [tokenizer.eos_token_id, *listed] if token is not None})


def pad_token(tokenizer: PreTrainedTokenizerBase, stops: list[int]) -> int:
    """The token left padding is made of; masked, so that which one it is does not matter."""
    return stops[0] if tokenizer.pad_token_id is None else tokenizer.pad_token_id


def use_greedy(model: PreTrainedModel, max_new_tokens: int, stops: list[int], pad: int) -> GenerationConfig:
    """Greedy decoding and nothing else: the model's own sampling settings and penalties are replaced."""
    greedy = GenerationConfig(do_sample=False, num_beams=1, max_new_tokens=max_new_tokens, eos_token_id=stops, pad_token_id=pad)
    model.generation_config = greedy
    return greedy
