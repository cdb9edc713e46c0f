import ArgumentParser

/// The program's entry: `layoutd serve`, `layoutd compute`, `layoutd health` (contract section 7).
@main
struct Layoutd: AsyncParsableCommand {
  /// What `--version` prints.
  static let version = "1.0.0"

  static let configuration = CommandConfiguration(
    commandName: "layoutd",
    abstract: "Computes collection-view layouts.",
    version: version,
    subcommands: [
      ServeCommand.self, ComputeCommand.self, HealthCommand.self, SettingsCommand.self,
    ])
}
