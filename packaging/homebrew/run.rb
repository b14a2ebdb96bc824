# Runs a formula without Homebrew: prints what it downloads, or installs it from the working folder into PREFIX.
#   ruby run.rb FORMULA macos|linux arm|intel [PREFIX]
require "fileutils"
require "pathname"

file, SYSTEM, PROCESSOR, prefix = ARGV
PREFIX = Pathname.new(prefix || "")

class Pathname
  def install(*names)
    FileUtils.mkdir_p(self)
    FileUtils.cp(names, self)
  end
end

class Formula
  PLACES = {
    bin: "bin", man1: "share/man/man1", bash_completion: "etc/bash_completion.d",
    zsh_completion: "share/zsh/site-functions", fish_completion: "share/fish/vendor_completions.d"
  }.freeze

  class << self
    attr_reader :said

    %w[desc homepage version license url sha256].each do |name|
      define_method(name) { |value| (@said ||= {})[name] = value }
    end
    %w[macos linux].each { |name| define_method("on_#{name}") { |&block| block.call if name == SYSTEM } }
    %w[arm intel].each { |name| define_method("on_#{name}") { |&block| block.call if name == PROCESSOR } }
    def test; end
  end

  PLACES.each { |name, place| define_method(name) { PREFIX + place } }
end

load file
if prefix
  McpGuide.new.install
else
  puts McpGuide.said.values_at("version", "url", "sha256")
end
