"""Gemini's generateContent, as far as Gemini CLI uses it: https://ai.google.dev/api/generate-content"""

import json

from loopback import stream


def is_turn(body):
    return any(tool.get("functionDeclarations") for tool in body.get("tools", []))


def answered(body):
    parts = (part for content in body["contents"] for part in content["parts"])
    return sum("functionResponse" in part for part in parts)


def reply(path, body, number, call):
    if path.endswith(":countTokens"):
        return "application/json", json.dumps({"totalTokens": 1})
    part = {"functionCall": {"name": call[0], "args": call[1]}} if call else {"text": "done"}
    if not is_turn(body):
        # It asks which model to take, and who speaks next.
        part = {"text": json.dumps({"reasoning": "", "model_choice": "pro", "complexity_score": 50, "next_speaker": "user"})}
    candidate = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    said = {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "gemini-2.5-pro"}
    return stream([said]) if "stream" in path else ("application/json", json.dumps(said))
