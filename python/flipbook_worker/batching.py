"""From chat turns to rows of tokens, and from rows of tokens to log-probabilities of answers."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from transformers import PreTrainedTokenizerBase

from flipbook_worker.job import JobFailed


@dataclass(frozen=True)
class Example:
    """One item as token ids; `answer` ends with the end token, None where the answer is not known."""

    item: str
    prompt: list[int]
    answer: list[int] | None


def read_examples(path: Path, tokenizer: PreTrainedTokenizerBase, end: int) -> list[Example]:
    """Every line of an `inputs.jsonl`; raises JobFailed naming the line that is not one."""
    examples = []
    # Not splitlines, which also splits at separators that JSON strings may hold.
    for number, line in enumerate(path.read_text(encoding="utf-8").rstrip("\n").split("\n"), start=1):
        try:
            examples.append(encode(json.loads(line), tokenizer, end))
        except (ValueError, KeyError, TypeError) as error:
            raise JobFailed(f"Line {number} of {path.name} is not an input: {type(error).__name__}: {error}") from error
    return examples


def encode(line: dict[str, Any], tokenizer: PreTrainedTokenizerBase, end: int) -> Example:
    """One input line as tokens: the prompt up to where the assistant speaks, without a thinking block where the template has one."""
    prompt = tokenizer.apply_chat_template(
        line["messages"], add_generation_prompt=True, tokenize=True, return_dict=False, enable_thinking=False
    )
    answer = None
    if line["answer"] is not None:
        answer = [*tokenizer.encode(line["answer"], add_special_tokens=False), end]
    return Example(line["item"], list(prompt), answer)


@dataclass(frozen=True)
class Rows:
    """Left-padded token ids, their mask and their positions, each (rows, longest) int64."""

    ids: Tensor
    mask: Tensor
    positions: Tensor


def left_pad(rows: list[list[int]], pad: int, device: torch.device) -> Rows:
    """Rows of different lengths, aligned at the right; positions count from 0 at each row's first own token."""
    longest = max(len(row) for row in rows)
    ids = torch.tensor([[pad] * (longest - len(row)) + row for row in rows])
    mask = torch.tensor([[0] * (longest - len(row)) + [1] * len(row) for row in rows])
    positions = (mask.cumsum(1) - 1).clamp(min=0)
    return Rows(ids.to(device), mask.to(device), positions.to(device))


def answer_log_probs(model: torch.nn.Module, pairs: list[tuple[list[int], list[int]]], pad: int) -> Tensor:
    """Per (prompt, answer) pair: the sum over the answer's tokens of their natural log-probability under teacher forcing; (pairs,) float32."""
    logits, targets = answer_logits(model, pairs, pad)
    losses = cross_entropy(logits.flatten(0, 1), targets.flatten(), reduction="none").view(targets.shape)
    return -(losses * answer_mask(pairs, targets.shape[1]).to(losses.device)).sum(1)


def closest_gaps(logits: Tensor, targets: Tensor, mask: Tensor) -> Tensor:
    """Per row: the smallest difference of log-probability between an answer token and the likeliest other token in its place (nats; negative where another one is likelier); (rows,) float32."""
    likeliest = logits.topk(2, dim=-1)
    own = logits.gather(-1, targets[..., None])[..., 0]
    # Log-probabilities of one place differ by what their logits differ by.
    other = torch.where(likeliest.indices[..., 0] == targets, likeliest.values[..., 1], likeliest.values[..., 0])
    return (own - other).masked_fill(mask == 0, torch.inf).amin(1)


def answer_logits(model: torch.nn.Module, pairs: list[tuple[list[int], list[int]]], pad: int) -> tuple[Tensor, Tensor]:
    """What the model expects under teacher forcing at the last positions, (pairs, longest answer, vocabulary) float32, and the tokens there."""
    device = next(model.parameters()).device
    rows = left_pad([prompt + answer for prompt, answer in pairs], pad, device)
    longest = max(len(answer) for _, answer in pairs)
    # The logits that predict an answer token stand one position before it; no others are needed.
    output = model(
        input_ids=rows.ids,
        attention_mask=rows.mask,
        position_ids=rows.positions,
        use_cache=False,
        logits_to_keep=longest + 1,
    )
    return output.logits[:, -longest - 1 : -1].float(), rows.ids[:, -longest:]


def answer_mask(pairs: list[tuple[list[int], list[int]]], longest: int) -> Tensor:
    """1.0 at answer tokens, 0.0 at prompt tokens, over the last `longest` positions; (pairs, longest) float32."""
    return torch.tensor([[0.0] * (longest - len(answer)) + [1.0] * len(answer) for _, answer in pairs])
