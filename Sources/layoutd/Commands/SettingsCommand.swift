import ArgumentParser

/// `layoutd settings`: the table of settings in docs/operations.md.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Print all settings as a Markdown table.",
    shouldDisplay: false)

  func run() throws {
    try OperatingSystem.write(Array(Setting.markdown().utf8), to: OperatingSystem.standardOutput)
  }
}
