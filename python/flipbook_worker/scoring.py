"""Greedy answers to a batch of prompts, and how likely an answer was."""

import time
from dataclasses import dataclass

import torch
from torch.nn.functional import cross_entropy
from transformers import GenerationConfig, PreTrainedModel, PreTrainedTokenizerBase, StoppingCriteria

from flipbook_worker.batching import Example, answer_logits, answer_mask, closest_gaps, left_pad
from flipbook_worker.interrupt import StopFlag


@dataclass(frozen=True)
class Answer:
    """What the model said: `tokens` with the end token where it stopped by itself, `text` without it."""

    tokens: list[int]
    text: str
    end: str
    latency_ms: float


class StopBetweenTokens(StoppingCriteria):
    """Raises Interrupted out of `generate` after the token during which the job was asked to stop."""

    def __init__(self, stop: StopFlag) -> None:
        self._stop = stop

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor, **_: object) -> torch.Tensor:
        self._stop.check()
        return torch.zeros(len(input_ids), dtype=torch.bool, device=input_ids.device)


@dataclass(frozen=True)
class Speaker:
    """All that is needed to let a model answer."""

    model: PreTrainedModel
    tokenizer: PreTrainedTokenizerBase
    greedy: GenerationConfig
    stop: StopFlag


@torch.no_grad()
def answer_batch(speaker: Speaker, prompts: list[list[int]]) -> list[Answer]:
    """The greedy answer to each prompt, in order; latency is the batch's wall time divided by its prompts."""
    rows = left_pad(prompts, speaker.greedy.pad_token_id, speaker.model.device)
    began = time.perf_counter()
    output = speaker.model.generate(
        input_ids=rows.ids,
        attention_mask=rows.mask,
        generation_config=speaker.greedy,
        stopping_criteria=[StopBetweenTokens(speaker.stop)],
    )
    said = output[:, rows.ids.shape[1] :].tolist()
    latency_ms = round((time.perf_counter() - began) * 1000 / len(prompts), 3)
    return [read_answer(speaker, tokens, latency_ms) for tokens in said]


def read_answer(speaker: Speaker, tokens: list[int], latency_ms: float) -> Answer:
    """The answer in a generated row: up to its first end token, or all of it when it ran out of room."""
    ends = [place for place, token in enumerate(tokens) if token in speaker.greedy.eos_token_id]
    own = tokens[: ends[0]] if ends else tokens
    text = speaker.tokenizer.decode(own, skip_special_tokens=True, clean_up_tokenization_spaces=False)
    if ends:
        return Answer(tokens[: ends[0] + 1], text, "stop", latency_ms)
    return Answer(own, text, "length", latency_ms)


@dataclass(frozen=True)
class Margin:
    """How likely the gold answer is (None where it is not known) and the given one, and how near the given one was to becoming another; nats."""

    gold: float | None
    given: float
    gap: float


@torch.no_grad()
def margins(speaker: Speaker, examples: list[Example], answers: list[Answer]) -> list[Margin]:
    """Per example: log-probability of the gold answer (with its end token) and of the given one (its own tokens), teacher-forced side by side, and the given one's closest gap."""
    pairs = []
    for example, answer in zip(examples, answers, strict=True):
        if example.answer is not None and example.answer != answer.tokens:
            pairs.append((example.prompt, example.answer))
        pairs.append((example.prompt, answer.tokens))
    found = iter(likelihoods(speaker, pairs, len(examples)))
    result = []
    for example, answer in zip(examples, answers, strict=True):
        apart = example.answer is not None and example.answer != answer.tokens
        gold = next(found)[0] if apart else None
        given, gap = next(found)
        result.append(Margin(gold if apart or example.answer is None else given, given, gap))
    return result


def likelihoods(speaker: Speaker, pairs: list[tuple[list[int], list[int]]], batch: int) -> list[tuple[float, float]]:
    """Per (prompt, answer) pair, `batch` at once: the answer's summed log-probability and its closest gap."""
    found: list[tuple[float, float]] = []
    for start in range(0, len(pairs), batch):
        speaker.stop.check()
        some = pairs[start : start + batch]
        logits, targets = answer_logits(speaker.model, some, speaker.greedy.pad_token_id)
        mask = answer_mask(some, targets.shape[1]).to(logits.device)
        losses = cross_entropy(logits.flatten(0, 1), targets.flatten(), reduction="none").view(targets.shape)
        found += zip((-(losses * mask).sum(1)).tolist(), closest_gaps(logits, targets, mask).tolist(), strict=True)
    return found


def too_long(example: Example, new_tokens: int, context: int | None) -> str | None:
    """Why a prompt cannot be answered within the model's context; None when it can."""
    length = len(example.prompt)
    if context is None or length + new_tokens <= context:
        return None
    return f"The prompt has {length} tokens; with {new_tokens} for the answer that is more than the model's context of {context}."
