import ArgumentParser
import LayoutService

/// The program's entry: `layoutd serve`, `layoutd compute`, `layoutd health` (docs/rules.md#the-program).
@main
struct Layoutd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layoutd",
    abstract: "Computes collection-view layouts.",
    version: Release.version,
    subcommands: [
      ServeCommand.self, ComputeCommand.self, HealthCommand.self, StoreCommand.self,
      SettingsCommand.self, CheckKeysCommand.self,
    ])
}
