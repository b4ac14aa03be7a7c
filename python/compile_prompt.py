"""Let a model read a task's training items and write a skill (SKILL.md) from them, once under one seed.

    python compile_prompt.py --job jobs/JOB.json

The job's specification is workers/contract/job-spec.ts; what happens is appended to events.jsonl in the run folder,
one line each as in workers/contract/worker-lines.ts. The writer is a llama-server of this machine or any endpoint that
speaks OpenAI's protocol; its key comes from the environment or the system's keychain and is written nowhere. Beside
SKILL.md lies compile.json: what the writer was shown, its settings, what it said, and what that cost.
"""

from flipbook_worker.job import BEGAN, JobFailed, begin

# Before the imports below: they take seconds, in which the job can already be stopped or fail.
job = begin(__doc__ or "", "compile")

import hashlib
import json
import os
import shutil
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from transformers import AutoTokenizer

from flipbook_worker import llama_program, llama_server, machine
from flipbook_worker.artifacts import file_sha256, write_artifact
from flipbook_worker.model import source
from flipbook_worker.skill_text import skill_document, split_front_matter
from flipbook_worker.writer import ask, cost_of, read_key

spec, writer = job.spec, job.spec["writer"]
SKILL_NAME, RECORD_NAME = "SKILL.md", "compile.json"

# Set-up: what the writer is shown, who it is, and the tokens of the base that will read the text.
machine.start(job)
with job.phase("load", BEGAN):
    messages = json.loads(job.path(spec["inputs"]).read_text(encoding="utf-8"))["messages"]
    shown_sha256 = hashlib.sha256(json.dumps(messages, ensure_ascii=False, sort_keys=True).encode()).hexdigest()
    name, revision = source(spec["base"])
    tokenizer = AutoTokenizer.from_pretrained(name, revision=revision)

body: dict[str, Any] = {"messages": messages, "temperature": spec["temperature"], "max_tokens": spec["maxTokens"], "stream": False}
if writer["kind"] == "local" or writer["seeded"]:
    body["seed"] = spec["seed"]
about: dict[str, Any] = {"kind": writer["kind"], "seed": body.get("seed")}


def written_before() -> dict[str, Any]:
    """The record of another run's text, which must be about the same words; raises JobFailed where it is not."""
    found = json.loads(Path(spec["reuse"]["folder"], RECORD_NAME).read_text(encoding="utf-8"))
    if found["inputSha256"] != shown_sha256:
        raise JobFailed(f"The text of run {spec['reuse']['run']} was written from something else; run its compile job again.")
    return found | {"reusedFrom": spec["reuse"]["run"], "promptTokens": 0, "completionTokens": 0, "cost": 0 if found["cost"] is not None else None}


def write_now() -> dict[str, Any]:
    """Ask the writer; returns the record of what it said."""
    if writer["kind"] == "local":
        model = Path(writer["model"]) if writer["model"] else llama_server.builtin_gguf(os.environ)
        server = llama_program.find_server(os.environ, llama_program.cache_folder(os.environ), job.notice)
        about.update(model=model.name, modelSha256=file_sha256(model), server=server.version)
        # A text computed from cached keys and values need not be the text computed anew.
        place, more, key = llama_server.running(job, server, model, job.path(f"jobs/{job.spec['job']}.llama-server.log")), {"cache_prompt": False}, None
    else:
        about.update(model=writer["model"], url=writer["url"], priceIn=writer["priceIn"], priceOut=writer["priceOut"])
        place, more, key = nullcontext(writer["url"]), {"model": writer["model"]}, read_key(writer["keyEnv"])
    with place as url:
        job.log.emit("progress", phase="compile", done=0, total=spec["maxTokens"], unit="tokens")
        reply = ask(url, key, body | more)
    job.log.emit("progress", phase="compile", done=reply.completion_tokens or 0, total=spec["maxTokens"], unit="tokens")
    return {
        "version": 1,
        "inputSha256": shown_sha256,
        "messages": messages,
        # A server of this machine calls its model by its file.
        "writer": about | {"answeredAs": None if writer["kind"] == "local" else reply.model, "fingerprint": reply.fingerprint},
        "temperature": spec["temperature"],
        "maxTokens": spec["maxTokens"],
        "reply": reply.text,
        "end": reply.end,
        "promptTokens": reply.prompt_tokens,
        "completionTokens": reply.completion_tokens,
        "cost": cost_of(reply, writer.get("priceIn"), writer.get("priceOut")),
        "reusedFrom": None,
    }


# The text: written, or taken over from a run that was given the same words and the same seed.
with job.phase("compile"):
    job.path("jobs").mkdir(exist_ok=True)
    record = write_now() if spec["reuse"] is None else written_before()
    document = skill_document(record["reply"], spec["skill"]["name"], spec["skill"]["description"])
    text = split_front_matter(document)[1]
    record |= {"characters": len(text), "baseTokens": len(tokenizer.encode(text, add_special_tokens=False))}
    if record["end"] == "length":
        job.notice(f"The writer was cut off after {spec['maxTokens']} tokens; the skill ends in the middle.")


def save(folder: Path) -> Path:
    """Write the skill and its record; the skill's file is what the artifact's hash is of."""
    if spec["reuse"] is None:
        (folder / SKILL_NAME).write_text(document, encoding="utf-8")
    else:
        shutil.copyfile(Path(spec["reuse"]["folder"], SKILL_NAME), folder / SKILL_NAME)
    (folder / RECORD_NAME).write_text(json.dumps(record, ensure_ascii=False, indent=1), encoding="utf-8")
    return folder / SKILL_NAME


# End: the skill, and how long and how dear it is.
with job.phase("save"):
    write_artifact(job, "skill", spec["artifact"], None, save)
    numbers = ("inputSha256", "characters", "baseTokens", "promptTokens", "completionTokens", "cost", "reusedFrom")
    job.log.emit("compiled", **{number: record[number] for number in numbers})
job.done(f"A skill of {record['characters']:,} characters, {record['baseTokens']:,} tokens on the base's tokenizer.")
