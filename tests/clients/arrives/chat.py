"""OpenAI's chat completions, as Copilot CLI, Qwen Code and opencode use them: https://platform.openai.com/docs/api-reference/chat"""

import json

from loopback import stream


def is_turn(body):
    return bool(body.get("tools"))


def answered(body):
    return sum(message.get("role") == "tool" for message in body["messages"])


def reply(path, body, number, call):
    if not path.endswith("/chat/completions"):
        return None
    delta = {"role": "assistant", "content": None if call else "done"}
    if call:
        function = {"name": call[0], "arguments": json.dumps(call[1])}
        delta["tool_calls"] = [{"index": 0, "id": f"call_{number}", "type": "function", "function": function}]
    reason = "tool_calls" if call else "stop"
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    of = {"id": f"chat_{number}", "created": 1, "model": body.get("model", "m")}
    if not body.get("stream"):
        choice = {"index": 0, "message": delta, "finish_reason": reason}
        return "application/json", json.dumps(of | {"object": "chat.completion", "choices": [choice], "usage": usage})
    chunks = [{"index": 0, "delta": delta, "finish_reason": None}, {"index": 0, "delta": {}, "finish_reason": reason}]
    kind, text = stream((of | {"object": "chat.completion.chunk", "choices": [chunk], "usage": usage} for chunk in chunks))
    return kind, text + "data: [DONE]\n\n"
