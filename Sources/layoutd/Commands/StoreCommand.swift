import ArgumentParser
import LayoutService
import LayoutStore

/// `layoutd store`: what operators do with a store's file (docs/operations.md#keeping-layouts).
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Check, copy and compact the file that layouts are kept in.",
    subcommands: [Check.self, Backup.self, Compact.self, Migrate.self, Export.self])

  /// Names the file.
  struct Location: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Where layouts are kept, as for serve: sqlite:PATH. LAYOUTD_STORE by default.",
        valueName: "store"))
    var store: String?

    /// The path of the file.
    func path() throws(ValidationError) -> String {
      let configuration = try Configuration.orUsage(flags: store.map { ["store": $0] } ?? [:])
      guard case .sqlite(let path) = configuration.store.location else {
        throw ValidationError("Say where layouts are kept: --store sqlite:PATH, or LAYOUTD_STORE")
      }
      return path
    }

    func validate() throws { _ = try path() }
  }

  /// A service that reads rows, and keeps nothing but what it has read.
  fileprivate static func reader() -> Service {
    Service(limits: ServiceLimits(), metrics: ServiceMetrics(), log: { _ in })
  }

  fileprivate static func write(_ line: String) throws {
    try OperatingSystem.write(Array("\(line)\n".utf8), to: OperatingSystem.standardOutput)
  }
}

extension StoreCommand {
  /// `layoutd store check`
  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check the whole file, and every layout in it. No process may serve it.")

    @OptionGroup var location: Location

    func run() async throws {
      let path = try location.path()
      if SQLiteStore.libraryMayLose {
        try StoreCommand.write(
          "note: no other program may write \(path): SQLite \(SQLiteStore.libraryVersion) loses data where two do"
        )
      }
      let store = try SQLiteMaintenance(path, isExclusive: true)
      var faults = try store.faults()
      let service = StoreCommand.reader()
      var (whole, other) = (0, 0)
      store.visitAll { layouts in
        guard let layouts, let last = layouts.last else {
          return faults.append("the rows cannot be read to their end")
        }
        switch service.verdict(on: layouts) {
        case .whole: whole += 1
        case .otherRules: other += 1
        case .damaged: faults.append("layout \(last.id.hexadecimal) is damaged")
        }
      }
      for fault in faults { try StoreCommand.write(fault) }
      let others = other == 0 ? "" : ", \(other) of other rules"
      try StoreCommand.write("\(path): \(whole) layouts whole\(others), \(faults.count) faults")
      if !faults.isEmpty { throw ExitCode.failure }
    }
  }

  /// `layoutd store backup`
  struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "backup",
      abstract: "Copy the file into a new one, whole and durable. A process may serve it meanwhile."
    )

    @OptionGroup var location: Location
    @Argument(help: "The new file.") var target: String

    func run() async throws {
      let store = try SQLiteMaintenance(location.path(), isExclusive: false)
      try store.back(upTo: target)
      let count = try SQLiteMaintenance(target, isExclusive: false).layoutCount()
      try StoreCommand.write("\(target): \(count) layouts")
    }
  }

  /// `layoutd store compact`
  struct Compact: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compact",
      abstract: "Give the space of deleted layouts back to the disk. No process may serve the file."
    )

    @OptionGroup var location: Location

    func run() async throws {
      let path = try location.path()
      let (before, after) = try SQLiteMaintenance.compact(path)
      try StoreCommand.write(
        "\(path): \(Quantity.roundText(bytes: before)) before, \(Quantity.roundText(bytes: after)) now"
      )
    }
  }

  /// `layoutd store migrate`
  struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "migrate",
      abstract: "Bring the file to the version of this program, as serve does when it starts.")

    @OptionGroup var location: Location

    func run() async throws {
      let path = try location.path()
      try StoreCommand.write("\(path): version \(try SQLiteMaintenance.migrate(path))")
    }
  }

  /// `layoutd store export`
  struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Print the snapshot of a layout. A process may serve the file meanwhile.")

    @OptionGroup var location: Location
    @Argument(help: "The layout id.") var id: String

    func run() async throws {
      let store = try SQLiteMaintenance(location.path(), isExclusive: false)
      guard let id = Digest(hexadecimal: id) else {
        throw ValidationError("A layout id is 64 lower-case hexadecimal digits")
      }
      guard let layouts = try store.layouts(of: id) else {
        throw ExportFailure(description: "the store has no layout \(id.hexadecimal)")
      }
      guard let text = StoreCommand.reader().snapshotText(of: layouts) else {
        throw ExportFailure(description: "layout \(id.hexadecimal) is damaged, or of other rules")
      }
      try OperatingSystem.write(text + [UInt8(ascii: "\n")], to: OperatingSystem.standardOutput)
    }
  }

  /// Why a layout is not printed.
  private struct ExportFailure: Error, CustomStringConvertible {
    let description: String
  }
}
