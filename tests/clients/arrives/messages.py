"""Anthropic's Messages API, as far as Claude Code uses it: https://docs.claude.com/en/api/messages-streaming"""

import json

from loopback import stream


def is_turn(body):
    return any(tool.get("name") == "Write" for tool in body.get("tools", []))


def answered(body):
    blocks = (block for message in body["messages"] if isinstance(message["content"], list) for block in message["content"])
    return sum(block.get("type") == "tool_result" for block in blocks)


def reply(path, body, number, call):
    return stream(events(body, number, call)) if path.endswith("/v1/messages") else None


def events(body, number, call):
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": f"msg_{number}", "type": "message", "role": "assistant", "content": [], "model": body["model"]}
    yield {"type": "message_start", "message": message | {"stop_reason": None, "stop_sequence": None, "usage": usage}}
    if call:
        name, given = call
        block = {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(given)}
    else:
        block, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": "done"}
    yield {"type": "content_block_start", "index": 0, "content_block": block}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    reason = "tool_use" if call else "end_turn"
    yield {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": usage}
    yield {"type": "message_stop"}
