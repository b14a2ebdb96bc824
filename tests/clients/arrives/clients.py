"""How each client is started, and how its model reads, edits and writes a file.

A client has its names (of `setup`, for people, of its package and its program), its version, the protocol of its
model, what precedes the names of the server's tools, `prepare(home, project, url)`, which writes its settings and
returns its environment, `hook_files`, `command(program)`, and what calls of its model look like. Where it has plugins,
`plugin` are the words that install ours, `terminal` those that start it in a terminal. `forget` takes back that the person
trusts the project, and returns the keys that trust it for one session.
"""

import json

import chat
import gemini
import messages
import responses

# The name of the plugin, and of the catalogue that has it.
PLUGIN = "mcp-guide"


def settle(path, settings):
    """Adds settings to a file of the user, which may hold what `setup --user` wrote."""
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps(kept | settings))


class ClaudeCode:
    name, package, version, program = "claude-code", "@anthropic-ai/claude-code", "2.1.332", "claude"
    title, protocol, server = "Claude Code", messages, "mcp__guide__"

    @staticmethod
    def prepare(home, project, url):
        trusted = {"customApiKeyResponses": {"approved": ["sk-ant-nobody"]}, "hasCompletedOnboarding": True, "projects": {str(project): {"hasTrustDialogAccepted": True, "enabledMcpjsonServers": ["guide"]}}}
        settle(home / ".claude.json", trusted)
        return {
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_API_KEY": "sk-ant-nobody",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
        }

    plugin = ("install", f"{PLUGIN}@{PLUGIN}")
    terminal = ("--permission-mode", "acceptEdits")

    @staticmethod
    def hook_files(folder):
        return [folder / ".claude/settings.local.json"]

    @staticmethod
    def command(program):
        return [program, "-p", "go", "--allowedTools", "Write,Edit,Read,Bash,mcp__guide", "--permission-mode", "acceptEdits"]

    @staticmethod
    def read(project, path):
        return "Read", {"file_path": str(project / path)}

    @staticmethod
    def edit(project, path, old, new):
        return "Edit", {"file_path": str(project / path), "old_string": old, "new_string": new}

    @staticmethod
    def write(project, path, text):
        return "Write", {"file_path": str(project / path), "content": text}

    @staticmethod
    def shell(_project, command):
        return "Bash", {"command": command, "description": "look"}

    @classmethod
    def call(cls, tool, given):
        return cls.server + tool, given


class Codex:
    name, package, version, program = "codex", "@openai/codex", "0.171.0", "codex"
    title, protocol, server = "Codex", responses, "mcp__guide__"

    @staticmethod
    def prepare(home, project, url):
        quoted = json.dumps(str(project))
        config = home / ".codex/config.toml"
        config.parent.mkdir(exist_ok=True)
        kept = config.read_text() if config.exists() else ""
        # Settings come before all tables.
        config.write_text(
            f'model = "gpt-6.2-sol"\nmodel_provider = "loopback"\n{kept}\n'
            f'[model_providers.loopback]\nname = "loopback"\nbase_url = "{url}/v1"\nwire_api = "responses"\n'
            f'[projects.{quoted}]\ntrust_level = "trusted"\n'
        )
        return {"CODEX_HOME": str(config.parent)}

    plugin = ("add", f"{PLUGIN}@{PLUGIN}")
    terminal = ("--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust")

    @staticmethod
    def hook_files(folder):
        return [folder / ".codex/hooks.json"]

    @staticmethod
    def command(program):
        exec_ = [program, "exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"]
        return [*exec_, "--dangerously-bypass-hook-trust", "go"]

    @staticmethod
    def run(line):
        return {"type": "custom_tool_call", "name": "exec", "input": f"const r = await {line}; text(JSON.stringify(r))"}

    @classmethod
    def shell(cls, _project, command):
        return cls.run(f"tools.exec_command({{cmd: {json.dumps(command)}}})")

    @classmethod
    def call(cls, tool, given):
        return cls.run(f"tools.{cls.server}{tool}({json.dumps(given)})")

    @classmethod
    def read(cls, project, path):
        return cls.shell(project, f"cat {path}")

    @classmethod
    def patch(cls, *lines):
        patch = "\n".join(["*** Begin Patch", *lines, "*** End Patch", ""])
        return cls.run(f"tools.apply_patch({json.dumps(patch)})")

    @classmethod
    def edit(cls, _project, path, old, new):
        return cls.patch(f"*** Update File: {path}", "@@", f"-{old}", f"+{new}")

    @classmethod
    def write(cls, _project, path, text):
        return cls.patch(f"*** Add File: {path}", *(f"+{line}" for line in text.splitlines()))


class Named:
    """A client whose tools are called by name with JSON; `tools` has the names and the argument for the path."""

    @classmethod
    def read(cls, project, path):
        return cls.tools["read"], {cls.path: str(project / path)}

    @classmethod
    def edit(cls, project, path, old, new):
        old_name, new_name = cls.texts
        return cls.tools["edit"], {cls.path: str(project / path), old_name: old, new_name: new}

    @classmethod
    def write(cls, project, path, text):
        return cls.tools["write"], {cls.path: str(project / path), cls.content: text}

    @classmethod
    def shell(cls, _project, command):
        return cls.tools["shell"], {"command": command, "description": "look"} | cls.more

    @classmethod
    def call(cls, tool, given):
        return cls.server + tool, given


class GeminiCli(Named):
    name, package, version, program = "gemini-cli", "@google/gemini-cli", "0.61.0", "gemini"
    protocol, path, content, texts, more = gemini, "file_path", "content", ("old_string", "new_string"), {}
    tools = {"read": "read_file", "edit": "replace", "write": "write_file", "shell": "run_shell_command"}
    title, server = "Gemini CLI", "mcp_guide_"

    @staticmethod
    def prepare(home, _project, url):
        settings = {
            "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
            "general": {"disableAutoUpdate": True},
            "privacy": {"usageStatisticsEnabled": False},
            "telemetry": {"enabled": False},
        }
        settle(home / ".gemini/settings.json", settings)
        return {"GEMINI_API_KEY": "nobody", "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_CLI_TRUST_WORKSPACE": "true"}

    @staticmethod
    def hook_files(folder):
        return [folder / ".gemini/settings.json"]

    @staticmethod
    def command(program):
        return [program, "-p", "go", "--yolo", "-m", "gemini-2.5-pro"]


class CopilotCli(Named):
    name, package, version, program = "copilot-cli", "@github/copilot", "1.0.102", "copilot"
    protocol, path, content, texts, more = chat, "path", "file_text", ("old_str", "new_str"), {}
    tools = {"read": "view", "edit": "edit", "write": "create", "shell": "bash"}
    title, server = "Copilot CLI", "guide-"

    @staticmethod
    def prepare(home, project, url):
        (home / ".copilot").mkdir(exist_ok=True)
        (home / ".copilot/config.json").write_text(json.dumps({"trusted_folders": [str(project)]}))
        return {
            "COPILOT_PROVIDER_BASE_URL": f"{url}/v1",
            "COPILOT_PROVIDER_TYPE": "openai",
            "COPILOT_PROVIDER_API_KEY": "nobody",
            "COPILOT_PROVIDER_MAX_PROMPT_TOKENS": "200000",
            "COPILOT_MODEL": "m",
            "COPILOT_OFFLINE": "true",
        }

    plugin = ("install", f"{PLUGIN}@{PLUGIN}")
    terminal = ("--allow-all-tools", "--no-auto-update")

    @staticmethod
    def forget(home):
        (home / ".copilot/config.json").write_text("{}")
        return (b"\r",)

    @staticmethod
    def hook_files(folder):
        return [folder / ".github/hooks/mcp-guide.json"]

    @staticmethod
    def command(program):
        return [program, "-p", "go", "--allow-all-tools", "--no-auto-update"]


class QwenCode(Named):
    name, package, version, program = "qwen-code", "@qwen-code/qwen-code", "0.24.4", "qwen"
    protocol, path, content, texts, more = chat, "file_path", "content", ("old_string", "new_string"), {"is_background": False}
    tools = {"read": "read_file", "edit": "edit", "write": "write_file", "shell": "run_shell_command"}
    title, server = "Qwen Code", "mcp__guide__"

    @staticmethod
    def prepare(home, _project, url):
        settings = {"security": {"auth": {"selectedType": "openai"}}, "general": {"disableAutoUpdate": True}}
        # Else it asks its model, after a turn, what is worth remembering.
        settings["memory"] = {"enableManagedAutoMemory": False}
        settle(home / ".qwen/settings.json", settings)
        return {"OPENAI_API_KEY": "nobody", "OPENAI_BASE_URL": f"{url}/v1", "OPENAI_MODEL": "m"}

    @staticmethod
    def hook_files(folder):
        return [folder / ".qwen/settings.json"]

    @staticmethod
    def command(program):
        return [program, "-p", "go", "--yolo"]


class Opencode(Named):
    name, package, version, program = "opencode", "opencode-ai", "1.18.33", "opencode"
    protocol, path, content, texts, more = chat, "filePath", "content", ("oldString", "newString"), {}
    tools = {"read": "read", "edit": "edit", "write": "write", "shell": "bash"}
    title, server = "opencode", "guide_"

    @staticmethod
    def prepare(home, _project, url):
        model = {"name": "m", "tool_call": True, "limit": {"context": 200000, "output": 8000}}
        provider = {"npm": "@ai-sdk/openai-compatible", "name": "x", "models": {"m": model}}
        provider["options"] = {"baseURL": f"{url}/v1", "apiKey": "nobody"}
        settings = {"autoupdate": False, "share": "disabled", "provider": {"x": provider}, "model": "x/m", "small_model": "x/m"}
        settings["permission"] = {"edit": "allow", "bash": "allow"}
        settle(home / ".config/opencode/opencode.json", settings)
        return {"OPENCODE_DISABLE_MODELS_FETCH": "1", "XDG_CONFIG_HOME": str(home / ".config")}

    @staticmethod
    def hook_files(folder):
        return [folder / ".opencode/plugin/mcp-guide.js"]

    @staticmethod
    def command(program):
        return [program, "run", "go"]


CLIENTS = [ClaudeCode, Codex, GeminiCli, CopilotCli, QwenCode, Opencode]
