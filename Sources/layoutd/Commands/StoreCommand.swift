import ArgumentParser
import ContentHash
import LayoutService
import LayoutStore

/// `layoutd store`: maintenance of a store by operators (docs/operations.md#keeping-layouts).
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Check, copy, compact and migrate what layouts are kept in.",
    subcommands: [Check.self, Backup.self, Compact.self, Migrate.self, Export.self])

  /// Names the store.
  struct Location: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Where layouts are kept, as for serve. LAYOUTD_STORE by default.", valueName: "store"))
    var store: String?

    @Option(
      help: ArgumentHelp(
        "The file of the database's password, as for serve.", valueName: "path"))
    var storePasswordFile: String?

    /// The settings of the store.
    func settings() throws(ValidationError) -> StoreSettings {
      var flags: [String: String] = [:]
      if let store { flags["store"] = store }
      if let storePasswordFile { flags["store-password-file"] = storePasswordFile }
      let settings = try Configuration.orUsage(flags: flags).store
      guard settings.location != .memory else {
        throw ValidationError("Say where layouts are kept: --store, or LAYOUTD_STORE")
      }
      return settings
    }

    /// The path of the file. For a database, throws an error that names the database's own tool.
    func path(or tool: String) throws -> String {
      switch try settings().location {
      case .sqlite(let path): return path
      case .memory, .postgresql:
        throw ValidationError("This is for a file; for a database, \(tool)")
      }
    }

    func validate() throws { _ = try settings() }
  }

  /// A service for decoding rows.
  fileprivate static func reader() -> Service {
    Service(limits: ServiceLimits(), metrics: ServiceMetrics(), log: { _ in })
  }

  fileprivate static func write(_ line: String) throws {
    try OperatingSystem.write(Array("\(line)\n".utf8), to: OperatingSystem.standardOutput)
  }
}

extension StoreCommand {
  /// `layoutd store check`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check every layout, and the whole file, which no process may serve then.")

    @OptionGroup var location: Location

    func run() throws {
      let settings = try location.settings()
      var faults: [String] = []
      let visitAll: (([StoredLayout]?) -> Void) -> Void
      switch settings.location {
      case .memory: return
      case .sqlite(let path):
        if SQLiteStore.libraryMayLose {
          try StoreCommand.write(
            "note: no other program may write \(path): SQLite \(SQLiteStore.libraryVersion) loses data where two do"
          )
        }
        let store = try SQLiteMaintenance(path, isExclusive: true)
        faults = try store.faults()
        visitAll = { store.visitAll($0) }
      case .postgresql(let address):
        let store = try PostgreSQLMaintenance(address, passwordFile: settings.passwordFile)
        visitAll = { store.visitAll($0) }
      }
      let service = StoreCommand.reader()
      var (whole, other) = (0, 0)
      visitAll { layouts in
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
      try StoreCommand.write(
        "\(settings.location): \(whole) layouts whole\(others), \(faults.count) faults")
      if !faults.isEmpty { throw ExitCode.failure }
    }
  }

  /// `layoutd store backup`
  struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "backup",
      abstract: "Copy the file into a new one, whole and durable. A process may serve it meanwhile."
    )

    @OptionGroup var location: Location
    @Argument(help: "The new file.") var target: String

    func run() throws {
      let store = try SQLiteMaintenance(
        location.path(or: "take pg_dump or pg_basebackup"), isExclusive: false)
      try store.back(upTo: target)
      let count = try SQLiteMaintenance(target, isExclusive: false).layoutCount()
      try StoreCommand.write("\(target): \(count) layouts")
    }
  }

  /// `layoutd store compact`
  struct Compact: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compact",
      abstract: "Give the space of deleted layouts back to the disk. No process may serve the file."
    )

    @OptionGroup var location: Location

    func run() throws {
      let path = try location.path(or: "take vacuum")
      let (before, after) = try SQLiteMaintenance.compact(path)
      try StoreCommand.write(
        "\(path): \(Quantity.roundText(bytes: before)) before, \(Quantity.roundText(bytes: after)) now"
      )
    }
  }

  /// `layoutd store migrate`
  struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "migrate",
      abstract: """
        Bring the file to the version of this program, as serve does when it starts; or the tables of a database, as the \
        role that owns them.
        """)

    @OptionGroup var location: Location

    func run() throws {
      let settings = try location.settings()
      let version: Int
      switch settings.location {
      case .memory: return
      case .sqlite(let path): version = try SQLiteMaintenance.migrate(path)
      case .postgresql(let address):
        version = try PostgreSQLMaintenance.migrate(address, passwordFile: settings.passwordFile)
          .now
      }
      try StoreCommand.write("\(settings.location): version \(version)")
    }
  }

  /// `layoutd store export`
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Print the snapshot of a layout. A process may serve the file meanwhile.")

    @OptionGroup var location: Location
    @Argument(help: "The layout id.") var id: String

    func run() throws {
      let settings = try location.settings()
      guard let id = Digest(hexadecimal: id) else {
        throw ValidationError("A layout id is 64 lower-case hexadecimal digits")
      }
      let layouts: [StoredLayout]?
      switch settings.location {
      case .memory: return
      case .sqlite(let path):
        layouts = try SQLiteMaintenance(path, isExclusive: false).layouts(of: id)
      case .postgresql(let address):
        layouts = try PostgreSQLMaintenance(address, passwordFile: settings.passwordFile)
          .layouts(of: id)
      }
      guard let layouts else {
        throw ExportFailure(description: "the store has no layout \(id.hexadecimal)")
      }
      guard let text = StoreCommand.reader().snapshotText(of: layouts) else {
        throw ExportFailure(description: "layout \(id.hexadecimal) is damaged, or of other rules")
      }
      try OperatingSystem.write(text + [UInt8(ascii: "\n")], to: OperatingSystem.standardOutput)
    }
  }

  /// Why a layout cannot be printed.
  private struct ExportFailure: Error, CustomStringConvertible {
    let description: String
  }
}
