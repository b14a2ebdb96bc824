"""OpenAI's Responses API, as far as Codex uses it: https://platform.openai.com/docs/api-reference/responses-streaming"""

from loopback import stream


def is_turn(_body):
    return True


def answered(body):
    return sum(item.get("type", "").endswith("call_output") for item in body["input"])


def reply(path, body, number, call):
    return stream(events(body, number, call)) if path.endswith("/responses") else None


def events(body, number, call):
    response = {"id": f"resp_{number}"}
    yield {"type": "response.created", "response": response}
    if call:
        item = call | {"id": f"item_{number}", "call_id": f"call_{number}", "status": "completed"}
    else:
        text = {"type": "output_text", "text": "done"}
        item = {"type": "message", "id": f"item_{number}", "role": "assistant", "status": "completed", "content": [text]}
    yield {"type": "response.output_item.done", "output_index": 0, "item": item}
    usage = {"input_tokens": 1, "input_tokens_details": None, "output_tokens": 1, "output_tokens_details": None}
    yield {"type": "response.completed", "response": response | {"usage": usage | {"total_tokens": 2}}}
