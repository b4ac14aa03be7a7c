"""Train one skill (a LoRA adapter or a KV prefix) under one seed on a frozen base model.

    python train.py --job jobs/JOB.json

The job's specification is workers/contract/job-spec.ts; what happens is appended to events.jsonl in the run folder,
one line each as in workers/contract/worker-lines.ts. AdamW with a constant learning rate, no gradient clipping, loss on
the answer's tokens only. The same seeds and threads on the same machine give the same artifact, byte for byte.
"""

from flipbook_worker.job import BEGAN, JobFailed, begin

# Before the imports below: they take seconds, in which the job can already be stopped or fail.
job = begin(__doc__ or "", "train")

import math

import torch
from tqdm import tqdm

from flipbook_worker import machine
from flipbook_worker.artifacts import weights_digest, write_artifact
from flipbook_worker.batching import read_examples
from flipbook_worker.model import context_length, end_token, load_base, pad_token, recompute_activations, stop_tokens
from flipbook_worker.seeds import be_deterministic, seed_everything
from flipbook_worker.shared_weights import take_weights
from flipbook_worker.skill import add_skill
from flipbook_worker.training import BestEpoch, add_gradients, answered, count_steps, mean_loss, order_digest, plan_steps

# Hashing the trained weights at every step is cheap up to here; larger ones are hashed once an epoch.
DIGEST_EVERY_STEP_BYTES = 64 * 2**20

spec, settings = job.spec, job.spec["train"]

# Set-up: the device, the base, the items, and what is trained on top.
device = machine.start(
    job,
    optimiser="AdamW, betas 0.9 and 0.999, epsilon 1e-8",
    schedule="constant",
    gradientClipping=None,
    loss="mean over all answer tokens of the step, end token included, nats per token",
    gradientCheckpointing="nf4 on CUDA only",
)
if spec["reuse"] is not None:
    take_weights(job)
be_deterministic(job.notice)
with job.phase("load", BEGAN):
    base, tokenizer = load_base(spec["base"], spec["dtype"], device)
    end, pad, context = end_token(tokenizer, base), pad_token(tokenizer, stop_tokens(tokenizer, base)), context_length(base)
    pairs = answered(read_examples(job.path(spec["inputs"]), tokenizer, end), context)
    validation = []
    if spec["validation"] is not None:
        validation = answered(read_examples(job.path(spec["validation"]), tokenizer, end), context)
    if settings["earlyStop"] is not None and not validation:
        raise JobFailed("Early stopping needs validation items, and the job has none.")
    if device.type == "cuda" and spec["dtype"] == "nf4":
        # A model that had to be quantised to fit leaves no room for the activations of all layers at once.
        recompute_activations(base)
    layers, base_parameters = len(base.get_decoder().layers), base.num_parameters()
    seed_everything(spec["seedInit"])
    skill = add_skill(base, tokenizer, spec)
    seed_everything(spec["seedOrder"])
trained = sum(parameter.numel() for parameter in skill.parameters.values())
job.log.emit(
    "model",
    parameters=base_parameters,
    trainableParameters=trained,
    layers=layers,
    initDigest=weights_digest(skill.parameters.items()),
    orderDigest=order_digest(plan_steps(len(pairs), spec["seedOrder"], settings)),
)

# Training: one line per optimiser step, one per epoch where there are validation items.
steps = count_steps(len(pairs), settings)
trained_bytes = sum(parameter.nbytes for parameter in skill.parameters.values())
optimiser = torch.optim.AdamW(skill.parameters.values(), lr=settings["learningRate"], weight_decay=settings["weightDecay"])
best, epoch = BestEpoch(), 0
with job.phase("train"), tqdm(total=steps, desc=f"seed {spec['seed']}", unit="step", dynamic_ncols=True) as bar:
    for number, step in enumerate(plan_steps(len(pairs), spec["seedOrder"], settings), start=1):
        epoch = step.epoch
        batches = [[pairs[item] for item in batch] for batch in step.batches]
        loss, tokens = add_gradients(skill.model, batches, pad, job.stop)
        if not math.isfinite(loss):
            raise JobFailed(f"The loss of step {number} of {steps} is {loss}; lower the learning rate of {settings['learningRate']}.")
        optimiser.step()
        optimiser.zero_grad()
        hashed = trained_bytes <= DIGEST_EVERY_STEP_BYTES or step.closes_epoch or number == steps
        job.log.emit(
            "step",
            step=number,
            steps=steps,
            epoch=epoch,
            loss=loss,
            learningRate=settings["learningRate"],
            tokens=tokens,
            digest=weights_digest(skill.parameters.items()) if hashed else None,
        )
        bar.update()
        bar.set_postfix(epoch=epoch, loss=f"{loss:.4f}", refresh=False)
        if not step.closes_epoch:
            continue
        if settings["checkpoints"] == "every-epoch":
            write_artifact(job, "checkpoint", f"{spec['artifact']}-epoch-{epoch}", epoch, skill.save)
        if validation:
            value = mean_loss(skill.model, validation, pad, job.stop)
            if not math.isfinite(value):
                raise JobFailed(f"The validation loss after epoch {epoch} is {value}; lower the learning rate.")
            job.log.emit("validation", epoch=epoch, loss=value, best=best.offer(epoch, value, skill.parameters))
        if settings["earlyStop"] is not None and epoch - best.epoch >= settings["earlyStop"]["patience"]:
            break

# End: the artifact; under early stopping the best epoch's.
if settings["earlyStop"] is not None and best.epoch not in (0, epoch):
    best.restore(skill.parameters)
    job.notice(f"The artifact holds the weights after epoch {best.epoch}, the best on the validation items; {epoch} epochs were trained.")
    epoch = best.epoch
with job.phase("save"):
    write_artifact(job, skill.role, spec["artifact"], epoch, skill.save)
job.done(f"Trained {trained:,} parameters in {number} steps; last loss {loss:.4f} nats per token.")
