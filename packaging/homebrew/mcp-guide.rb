class McpGuide < Formula
  desc "MCP server that hands AI agents the documents of a project"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  @SYSTEMS@

  def install
    bin.install "mcp-guide"
    man1.install "mcp-guide.1"
    bash_completion.install "completions/mcp-guide"
    zsh_completion.install "completions/_mcp-guide"
    fish_completion.install "completions/mcp-guide.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/mcp-guide --version")
  end
end
