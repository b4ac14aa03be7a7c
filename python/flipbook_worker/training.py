"""The arithmetic of a training: which items make a step, what its loss is, and which epoch was best."""

import hashlib
import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor
from torch.nn import Module, Parameter

from flipbook_worker.batching import Example, answer_log_probs
from flipbook_worker.interrupt import StopFlag
from flipbook_worker.job import JobFailed
from flipbook_worker.seeds import epoch_order


@dataclass(frozen=True)
class Step:
    """One optimiser step: its epoch (from 1), whether it closes the epoch, and its micro-batches of item numbers."""

    epoch: int
    closes_epoch: bool
    batches: list[list[int]]


def count_steps(items: int, settings: dict[str, Any]) -> int:
    """Optimiser steps of a training: epochs times the groups of `batch * accumulate` items that make one, the last of an epoch possibly smaller; at most `maxSteps`."""
    steps = settings["epochs"] * math.ceil(items / (settings["batch"] * settings["accumulate"]))
    return min(steps, settings["maxSteps"] or steps)


def plan_steps(items: int, seed_order: int, settings: dict[str, Any]) -> Iterator[Step]:
    """The steps in order; each epoch has its own shuffle, and no step reaches into the next epoch."""
    left = count_steps(items, settings)
    batch, group = settings["batch"], settings["batch"] * settings["accumulate"]
    for epoch in range(1, settings["epochs"] + 1):
        order = epoch_order(items, seed_order, epoch)
        for start in range(0, items, group):
            if left == 0:
                return
            left -= 1
            chosen = order[start : start + group]
            batches = [chosen[place : place + batch] for place in range(0, len(chosen), batch)]
            yield Step(epoch, start + group >= items, batches)


def order_digest(steps: Iterable[Step]) -> str:
    """SHA-256 over the item numbers of every micro-batch in their order, hexadecimal: the same where two trainings see the same items in the same order."""
    return hashlib.sha256(json.dumps([step.batches for step in steps]).encode()).hexdigest()


def answered(examples: list[Example], context: int | None) -> list[tuple[list[int], list[int]]]:
    """(prompt, answer) of each example; raises JobFailed naming an item without an answer or longer than the context."""
    pairs = []
    for example in examples:
        if example.answer is None:
            raise JobFailed(f"Item {example.item} has no answer to train on; give it one or leave it out.")
        length = len(example.prompt) + len(example.answer)
        if context is not None and length > context:
            raise JobFailed(f"Item {example.item} has {length} tokens, more than the model's context of {context}; shorten it.")
        pairs.append((example.prompt, example.answer))
    return pairs


def add_gradients(model: Module, batches: list[list[tuple[list[int], list[int]]]], pad: int, stop: StopFlag) -> tuple[float, int]:
    """Back-propagate one step's micro-batches; returns its loss and its number of answer tokens.

    The loss is the mean over all answer tokens of the step, end tokens included:
    sum of -log p(token | prompt, answer before it) / tokens, nats per token. Each micro-batch adds its
    own share of that sum, so accumulating gives the same gradient as one large batch.
    """
    tokens = sum(len(answer) for batch in batches for _, answer in batch)
    total = 0.0
    for batch in batches:
        stop.check()
        loss = -answer_log_probs(model, batch, pad).sum() / tokens
        loss.backward()
        total += loss.item()
    return total, tokens


@torch.no_grad()
def mean_loss(model: Module, pairs: list[tuple[list[int], list[int]]], pad: int, stop: StopFlag) -> float:
    """Loss over all answer tokens of `pairs` in nats per token, without dropout; leaves the mode of every part as it was."""
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    total = 0.0
    for pair in pairs:
        stop.check()
        total -= answer_log_probs(model, [pair], pad).sum().item()
    for part, training in modes:
        part.training = training
    return total / sum(len(answer) for _, answer in pairs)


@dataclass
class BestEpoch:
    """The epoch with the lowest validation loss so far, and its weights where they are needed again."""

    epoch: int = 0
    loss: float = math.inf
    weights: dict[str, Tensor] = field(default_factory=dict)

    def offer(self, epoch: int, loss: float, parameters: dict[str, Parameter]) -> bool:
        """Take an epoch in if it is strictly better than the best before; returns whether it is."""
        if not loss < self.loss:
            return False
        self.epoch, self.loss = epoch, loss
        self.weights = {name: parameter.detach().clone() for name, parameter in parameters.items()}
        return True

    @torch.no_grad()
    def restore(self, parameters: dict[str, Parameter]) -> None:
        """Put the best epoch's weights back."""
        for name, weight in self.weights.items():
            parameters[name].copy_(weight)
