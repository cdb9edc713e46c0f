import ArgumentParser

/// `layoutd check-keys`: whether `serve` can use a file of API keys (docs/rules.md#check-keys).
struct CheckKeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-keys",
    abstract: "Exit with 0 when serve can use a file of API keys, else name its mistake.")

  @Argument(help: "The file, as for --api-keys-file.") var file: String

  func run() throws {
    let count = try APIKeysFile(path: file).reading.keyCount
    try OperatingSystem.write(
      Array("\(file): \(count) \(count == 1 ? "key" : "keys")\n".utf8),
      to: OperatingSystem.standardOutput)
  }
}
