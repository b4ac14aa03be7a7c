"""Let a base model, or the base with a trained skill, answer every item greedily.

    python score.py --job jobs/JOB.json

The job's specification is workers/contract/job-spec.ts; what happens is appended to events.jsonl in the run folder,
one line each as in workers/contract/worker-lines.ts. Items keep their order and their batches in every repeat; the first
repeat also records log-probabilities where margins are asked for.
"""

from flipbook_worker.job import BEGAN, begin

# Before the imports below: they take seconds, in which the job can already be stopped or fail.
job = begin(__doc__ or "", "score")

from tqdm import tqdm

from flipbook_worker import machine
from flipbook_worker.batching import read_examples
from flipbook_worker.checkpoints import checkpoints_of, use_checkpoint
from flipbook_worker.model import context_length, end_token, load_base, pad_token, stop_tokens, use_greedy
from flipbook_worker.prefix import attach_prefix, load_prefix
from flipbook_worker.scoring import Speaker, answer_batch, margins, too_long
from flipbook_worker.seeds import be_deterministic, seed_everything

spec, settings = job.spec, job.spec["score"]

# Set-up: the device, the base, what was trained, and the items.
device = machine.start(job, decoding="greedy, no penalties", margins="teacher-forced, end token included")
be_deterministic(job.notice)
with job.phase("load", BEGAN):
    seed_everything(spec["seed"])
    base, tokenizer = load_base(spec["base"], spec["dtype"], device)
    layers, base_parameters = len(base.get_decoder().layers), base.num_parameters()
    stops = stop_tokens(tokenizer, base)
    examples = read_examples(job.path(spec["inputs"]), tokenizer, end_token(tokenizer, base))
    greedy = use_greedy(base, settings["maxNewTokens"], stops, pad_token(tokenizer, stops))
    model = base
    if spec["artifact"] is not None and spec["artifact"]["kind"] == "lora":
        # PEFT takes longer to import than a small model to load, and only an adapter needs it.
        from flipbook_worker.lora import attach_adapter

        model = attach_adapter(base, job.path(spec["artifact"]["path"]))
    elif spec["artifact"] is not None:
        attach_prefix(base, load_prefix(job.path(spec["artifact"]["path"]), device))
    speaker = Speaker(model, tokenizer, greedy, job.stop)
job.log.emit("model", parameters=base_parameters, trainableParameters=0, layers=layers)

# Scoring: every batch's predictions are on the disk before the next batch begins.
context = context_length(base)
answerable = [example for example in examples if not too_long(example, settings["maxNewTokens"], context)]
batches = [answerable[start : start + settings["batch"]] for start in range(0, len(answerable), settings["batch"])]
checkpoints = checkpoints_of(job)
total, done = len(examples) * settings["repeats"] + len(answerable) * len(checkpoints), 0
texts: dict[str, set[str]] = {example.item: set() for example in answerable}
with job.phase("score"), tqdm(total=total, desc=f"seed {spec['seed']}", unit="item", dynamic_ncols=True) as bar:
    for repeat in range(1, settings["repeats"] + 1):
        for example in examples:
            if message := too_long(example, settings["maxNewTokens"], context):
                job.log.emit("prediction-error", item=example.item, repeat=repeat, message=message)
                done += 1
        for batch in batches:
            job.stop.check()
            answers = answer_batch(speaker, [example.prompt for example in batch])
            measured = settings["margins"] and repeat == 1
            likely = margins(speaker, batch, answers) if measured else [None] * len(batch)
            for example, answer, margin in zip(batch, answers, likely, strict=True):
                texts[example.item].add(answer.text)
                job.log.emit(
                    "prediction",
                    item=example.item,
                    repeat=repeat,
                    raw=answer.text,
                    end=answer.end,
                    promptTokens=len(example.prompt),
                    completionTokens=len(answer.tokens),
                    latencyMs=answer.latency_ms,
                    goldLogProb=None if margin is None else margin.gold,
                    givenLogProb=None if margin is None else margin.given,
                    closestGap=None if margin is None else margin.gap,
                )
            job.log.sync()
            done += len(batch)
            job.log.emit("progress", phase="score", done=done, total=total, unit="items")
            bar.update(done - bar.n)
    if settings["repeats"] > 1:
        differing = [item for item, said in texts.items() if len(said) > 1]
        job.log.emit("repeats", repeats=settings["repeats"], identical=not differing, differing=differing)
    for epoch, folder in checkpoints.items():
        use_checkpoint(model, spec["artifact"]["kind"], folder, device)
        said = []
        for batch in batches:
            job.stop.check()
            answers = answer_batch(speaker, [example.prompt for example in batch])
            said += [{"item": example.item, "raw": answer.text} for example, answer in zip(batch, answers, strict=True)]
            done += len(batch)
            job.log.emit("progress", phase="score", done=done, total=total, unit="items")
            bar.update(done - bar.n)
        job.log.emit("checkpoint", epoch=epoch, answers=said)
        job.log.sync()

# End: what was said is in the log already.
job.done(f"Scored {len(answerable)} of {len(examples)} items, {settings['repeats']} times each.")
