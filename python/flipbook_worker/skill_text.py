"""SKILL.md: a procedure in Markdown below a front matter that names it."""

import json
import re

FENCE = re.compile(r"\A```[\w-]*\n(.*)\n```\Z", re.DOTALL)


def skill_document(reply: str, name: str, description: str) -> str:
    """What a writer said as a SKILL.md: unwrapped from a fence around all of it, and given a front matter where it has none."""
    text = reply.replace("\r\n", "\n").replace("\r", "\n").strip()
    fenced = FENCE.match(text)
    if fenced is not None and "\n```" not in fenced.group(1):
        text = fenced.group(1).strip()
    head, body = split_front_matter(text)
    if head is not None and body:
        return f"{text}\n"
    # JSON's strings are YAML's too, whatever they hold.
    front = f"---\nname: {json.dumps(name, ensure_ascii=False)}\ndescription: {json.dumps(description, ensure_ascii=False)}\n---\n"
    return f"{front}\n{text}\n"


def split_front_matter(text: str) -> tuple[str | None, str]:
    """Front matter (None where there is none) and the text below it, which is what stands in a prompt."""
    lines = text.split("\n")
    first = next((place for place, line in enumerate(lines) if line.strip()), 0)
    end = next((place for place, line in enumerate(lines) if place > first and line.rstrip() == "---"), None)
    if lines[first].rstrip() != "---" or end is None:
        return None, text.strip()
    return "\n".join(lines[first + 1 : end]), "\n".join(lines[end + 1 :]).strip()
