"""Turn the built-in model's GGUF file into a Hugging Face folder.

    python make_builtin_model.py --gguf SmolLM2-135M-Instruct.Q4_1.gguf --out FOLDER [--layers N]

The quantised weights are unpacked to bf16, the llama layout of q and k is undone, and the tokenizer is
rebuilt from the file's own vocabulary and merges. `--layers N` keeps only the first N layers: a model too
small to be any good, but real enough for tests. The folder appears at once, complete, or not at all.
"""

import argparse
import hashlib
import json
import os
import shutil
from pathlib import Path

import numpy as np
import torch
from gguf import GGUFReader, ReaderTensor
from gguf.quants import dequantize
from safetensors.torch import save_file
from tokenizers import AddedToken, Tokenizer, decoders, pre_tokenizers
from tokenizers.models import BPE
from transformers import GenerationConfig, LlamaConfig, PreTrainedTokenizerFast

CONTROL_TOKEN = 3  # gguf.TokenType.CONTROL: never split, never produced from plain text by merging

LAYER_TENSORS = {
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
OUTER_TENSORS = {"token_embd.weight": "model.embed_tokens.weight", "output_norm.weight": "model.norm.weight"}


def main() -> None:
    arguments = parse_arguments()
    reader = GGUFReader(arguments.gguf)
    config = read_config(reader, arguments.layers)
    temporary = arguments.out.with_name(f"{arguments.out.name}.partial-{os.getpid()}")
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True)
    try:
        save_file(read_weights(reader, config), temporary / "model.safetensors", metadata={"format": "pt"})
        config.save_pretrained(temporary)
        build_tokenizer(reader, config).save_pretrained(temporary)
        GenerationConfig(
            bos_token_id=config.bos_token_id, eos_token_id=config.eos_token_id, pad_token_id=config.pad_token_id
        ).save_pretrained(temporary)
        write_manifest(temporary)
        os.rename(temporary, arguments.out)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Turn a llama GGUF file into a Hugging Face folder in bf16.")
    parser.add_argument("--gguf", type=Path, required=True, help="the quantised model")
    parser.add_argument("--out", type=Path, required=True, help="folder to make; must not exist")
    parser.add_argument("--layers", type=int, default=None, help="keep only the first N layers")
    arguments = parser.parse_args()
    if arguments.out.exists():
        parser.error(f"{arguments.out} exists already; remove it first.")
    if arguments.layers is not None and arguments.layers < 1:
        parser.error("--layers must be at least 1.")
    return arguments


def field(reader: GGUFReader, name: str) -> object:
    """A metadata value of the GGUF file; KeyError with its name where the file has none."""
    found = reader.get_field(name)
    if found is None:
        raise KeyError(f"The GGUF file has no field {name}.")
    return found.contents()


def read_config(reader: GGUFReader, layers: int | None) -> LlamaConfig:
    """The model's shape in transformers' terms, with `layers` in place of the file's own number where given."""
    architecture = field(reader, "general.architecture")
    if architecture != "llama":
        raise ValueError(f"Only the llama architecture is understood, not {architecture}.")
    return LlamaConfig(
        architectures=["LlamaForCausalLM"],
        vocab_size=field(reader, "llama.vocab_size"),
        hidden_size=field(reader, "llama.embedding_length"),
        intermediate_size=field(reader, "llama.feed_forward_length"),
        num_hidden_layers=min(layers or field(reader, "llama.block_count"), field(reader, "llama.block_count")),
        num_attention_heads=field(reader, "llama.attention.head_count"),
        num_key_value_heads=field(reader, "llama.attention.head_count_kv"),
        max_position_embeddings=field(reader, "llama.context_length"),
        rms_norm_eps=field(reader, "llama.attention.layer_norm_rms_epsilon"),
        rope_parameters={"rope_type": "default", "rope_theta": field(reader, "llama.rope.freq_base")},
        tie_word_embeddings=not any(tensor.name == "output.weight" for tensor in reader.tensors),
        bos_token_id=field(reader, "tokenizer.ggml.bos_token_id"),
        eos_token_id=field(reader, "tokenizer.ggml.eos_token_id"),
        pad_token_id=field(reader, "tokenizer.ggml.padding_token_id"),
        dtype="bfloat16",
    )


def read_weights(reader: GGUFReader, config: LlamaConfig) -> dict[str, torch.Tensor]:
    """Every tensor of the kept layers by its Hugging Face name, unpacked to bf16 one at a time."""
    weights: dict[str, torch.Tensor] = {}
    for tensor in reader.tensors:
        name = hugging_face_name(tensor.name, config.num_hidden_layers)
        if name is not None:
            weights[name] = unpack(tensor, config)
    expected = len(OUTER_TENSORS) + len(LAYER_TENSORS) * config.num_hidden_layers
    if len(weights) != expected:
        raise ValueError(f"Expected {expected} tensors in the GGUF file, found {len(weights)}.")
    return weights


def hugging_face_name(name: str, layers: int) -> str | None:
    """`blk.3.attn_q.weight` → `model.layers.3.self_attn.q_proj.weight`; None for a layer that is left out."""
    if name in OUTER_TENSORS:
        return OUTER_TENSORS[name]
    parts = name.split(".")
    if len(parts) != 4 or parts[0] != "blk" or parts[2] not in LAYER_TENSORS:
        raise ValueError(f"The GGUF file holds a tensor this program does not know: {name}.")
    return f"model.layers.{parts[1]}.{LAYER_TENSORS[parts[2]]}.weight" if int(parts[1]) < layers else None


def unpack(tensor: ReaderTensor, config: LlamaConfig) -> torch.Tensor:
    """Full values of one stored tensor as bf16, in Hugging Face's row order."""
    values = dequantize(tensor.data, tensor.tensor_type)
    if ".attn_q." in tensor.name:
        values = undo_rope_permutation(values, config.num_attention_heads)
    if ".attn_k." in tensor.name:
        values = undo_rope_permutation(values, config.num_key_value_heads)
    return torch.from_numpy(np.array(values, dtype=np.float32)).to(torch.bfloat16).contiguous()


def undo_rope_permutation(values: np.ndarray, heads: int) -> np.ndarray:
    """GGUF interleaves the two halves of each head's rows (llama.cpp rotates neighbours); put the halves back."""
    pairs = values.reshape(heads, values.shape[0] // heads // 2, 2, values.shape[1])
    return pairs.swapaxes(1, 2).reshape(values.shape)


def build_tokenizer(reader: GGUFReader, config: LlamaConfig) -> PreTrainedTokenizerFast:
    """Byte-level BPE with single digits, padding on the left, and the chat template of the file."""
    tokens = field(reader, "tokenizer.ggml.tokens")
    if field(reader, "tokenizer.ggml.pre") != "smollm":
        raise ValueError("Only the smollm pre-tokenizer is understood.")
    merges = [tuple(merge.split(" ")) for merge in field(reader, "tokenizer.ggml.merges")]
    tokenizer = Tokenizer(BPE({token: index for index, token in enumerate(tokens)}, merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    types = field(reader, "tokenizer.ggml.token_type")
    tokenizer.add_special_tokens(
        [AddedToken(token, special=True, normalized=False) for token, kind in zip(tokens, types) if kind == CONTROL_TOKEN]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token=tokens[config.bos_token_id],
        eos_token=tokens[config.eos_token_id],
        pad_token=tokens[config.pad_token_id],
        unk_token=tokens[field(reader, "tokenizer.ggml.unknown_token_id")],
        chat_template=field(reader, "tokenizer.chat_template"),
        model_max_length=config.max_position_embeddings,
        padding_side="left",
        clean_up_tokenization_spaces=False,
    )


def write_manifest(folder: Path) -> None:
    """Size and SHA-256 of every file, in `flipbook-model.json`, so that damage shows later."""
    files = {path.name: {"bytes": path.stat().st_size, "sha256": sha256(path)} for path in sorted(folder.iterdir())}
    (folder / "flipbook-model.json").write_text(json.dumps({"files": files}, indent=2) + "\n", encoding="utf-8")


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    main()
