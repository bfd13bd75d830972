"""Reads SAM templates and prints, as JSON, each one parsed and translated.

Standard input: a JSON list of templates, each YAML text or an object. CodeUri becomes an address in S3, as sam package would write it.
"""
import json
import os
import sys

os.environ.setdefault("AWS_DEFAULT_REGION", "us-east-1")

from samtranslator.translator.transform import transform
from samtranslator.yaml_helper import yaml_parse


class NoPolicies:
    def load(self):
        return {}


def packaged(node):
    if isinstance(node, dict):
        return {k: "s3://code/functions.zip" if k == "CodeUri" else packaged(v) for k, v in node.items()}
    return [packaged(v) for v in node] if isinstance(node, list) else node


def both(source):
    parsed = yaml_parse(source) if isinstance(source, str) else source
    parsed = json.loads(json.dumps(parsed))
    translated = transform(packaged(parsed), {}, NoPolicies())
    return {"parsed": parsed, "translated": translated}


print(json.dumps([both(source) for source in json.load(sys.stdin)]))
