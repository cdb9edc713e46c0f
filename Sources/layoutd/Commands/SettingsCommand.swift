import ArgumentParser

/// `layoutd settings`: the tables of settings in docs/operations.md.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Print all settings as a Markdown table.",
    shouldDisplay: false)

  @Flag(help: "Print what each setting is for in place of its values.")
  var operations = false

  func run() throws {
    let table = operations ? Setting.operationsMarkdown() : Setting.markdown()
    try OperatingSystem.write(Array(table.utf8), to: OperatingSystem.standardOutput)
  }
}
