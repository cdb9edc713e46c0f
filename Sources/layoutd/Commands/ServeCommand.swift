import ArgumentParser
import Dispatch
import HTTPServer
import LayoutService
import LayoutStore
import Logging
import Resources

/// `layoutd serve`: answers requests until SIGTERM (docs/rules.md#serve, docs/rules.md#ending).
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Answer requests over HTTP.",
    usage: "layoutd serve <options>",
    discussion: """
      Every option can also be set in the environment; options win. Sizes are bytes or end in KiB, \
      MiB, GiB or TiB, times are seconds or end in ms or s. SIGTERM and SIGINT let requests in flight \
      finish; a second one ends the program at once. SIGHUP reads the API keys again.

      USUAL SETTINGS (--help-all shows all \(Setting.all.count)):
      \(SettingOptions.help(of: Setting.usual))
      """)

  /// The text of `--help-all`.
  static let allSettings = "SETTINGS:\n\(SettingOptions.help(of: Setting.all))"

  @OptionGroup var settings: SettingOptions

  @Flag(help: "The same as --playground off.")
  var noPlayground = false

  @Flag(
    help: """
      Check the API keys, the addresses, the store, which is opened and not written, and what memory the settings \
      add up to, print the settings in force and where each came from, and end.
      """)
  var checkConfig = false

  @Flag(help: "Show all settings.")
  var helpAll = false

  /// The configuration of options and environment. Throws a usage error for a bad value.
  private func configuration() throws(ValidationError) -> Configuration {
    var flags = try settings.given()
    if noPlayground { flags["playground"] = Configuration.PlaygroundSwitch.off.rawValue }
    return try Configuration.orUsage(flags: flags)
  }

  // Errors thrown here are printed with the usage of this command.
  func validate() throws {
    guard !helpAll else { throw CleanExit.message(ServeCommand.allSettings) }
    _ = try configuration()
  }

  func run() throws {
    let configuration = try configuration()
    let apiKeys = try configuration.apiKeysFile.map { path throws(APIKeysFile.Unusable) in
      try APIKeysFile(path: path)
    }
    guard !checkConfig else {
      return try check(configuration)
    }
    let startSeconds = Double(OperatingSystem.wallClockMilliseconds()) / 1000
    OperatingSystem.ignoreBrokenPipes()
    let log = ProgramLog(
      level: configuration.logLevel, format: configuration.logFormat,
      access: configuration.accessLog)
    defer { log.end() }
    let logger = log.logger
    for variable in configuration.unknownVariables { variable.log(to: logger) }
    configuration.memoryBudget.log(to: logger)
    if apiKeys == nil, !configuration.server.listen.isLoopback {
      logger.warning(
        "everybody who reaches this address may post, read and delete; --api-keys-file changes that",
        metadata: ["address": "\(configuration.server.listen)"])
    }
    apiKeys?.ring.warnOfOpenLayouts(logger)
    if apiKeys != nil, configuration.playground == .auto {
      logger.info("the page at / is off because API keys are set; --playground on switches it on")
    }

    let madeFiles = configuration.clientFolder.map { folder in
      MadeFiles { path in
        try? OperatingSystem.read(regularFile: "\(folder)/\(path)", bytesMax: 16 << 20)
      }
    }
    let store = try configuration.openStore(logger)
    defer { store.close(within: Configuration.storeClosingTime) }
    let metrics = ServiceMetrics()
    let service = Service(
      limits: configuration.limits, metrics: metrics, keys: apiKeys?.ring,
      origins: configuration.corsOrigins ?? .none, basePath: configuration.basePath ?? .none,
      madeFiles: madeFiles,
      hasOperationsDoor: configuration.metricsListen != nil,
      hasPlayground: configuration.hasPlayground,
      allowsSharedCaches: configuration.sharedCaches == .on,
      facts: ServiceFacts(commit: Build.commit, limits: configuration.limitsInForce),
      store: store,
      accessLog: log.access.map { access in { @Sendable record in access.write(record) } },
      log: { line in logger.info("\(line)") })
    defer { service.stampUsed() }
    let operations = try configuration.operationsServer.map { configuration throws(ServerError) in
      try Server(configuration: configuration, handler: OperationsDoor(to: service))
    }
    let server = try Server(configuration: configuration.mainServer, handler: service)
    metrics.read(from: server, configuration)
    metrics.readProcess(startSeconds: startSeconds)
    if let apiKeys { metrics.read(from: apiKeys) }
    metrics.setReading(.logLinesDropped) { Double(log.droppedCount) }
    metrics.setReading(.accessLogLinesSuppressed) { Double(log.access?.suppressedCount ?? 0) }
    metrics.setReading(.ready) { [weak service] in service?.isReady == true ? 1 : 0 }

    let signals = ProgramSignals {
      guard let apiKeys else {
        return logger.info("SIGHUP changes nothing without --api-keys-file")
      }
      apiKeys.reload(logger: logger)
      apiKeys.ring.warnOfOpenLayouts(logger)
    }
    // The first timer needs a file descriptor. Create it now, because later there may be none left.
    let hasFired = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { hasFired.signal() }
    hasFired.wait()
    DrainingServer(
      server: server, operations: operations, service: service,
      drainDelay: configuration.drainDelay, drainTimeout: configuration.drainTimeout, logger: logger
    ).run(until: signals)
  }

  /// Prints the settings in force, and fails if the server could not run with them.
  private func check(_ configuration: Configuration) throws {
    let budget = configuration.memoryBudget
    try OperatingSystem.write(
      Array("\(configuration.listing())\n\(budget.listing())".utf8),
      to: OperatingSystem.standardOutput)
    for variable in configuration.unknownVariables where !variable.isFromKubernetes {
      let nearest = variable.nearest.map { "; the nearest is \($0)" } ?? ""
      try OperatingSystem.write(
        Array("\n\(variable.name) is no setting\(nearest)\n".utf8),
        to: OperatingSystem.standardOutput)
    }
    guard !budget.exceedsLimit else { throw UnusableSettings(description: budget.excessText) }
    let note =
      switch configuration.store.location {
      case .memory: String?.none
      case .sqlite(let path): try SQLiteStore.look(at: path)
      case .postgresql(let address):
        try PostgreSQLMaintenance.look(
          at: address, passwordFile: configuration.store.passwordFile)
      }
    if let note {
      try OperatingSystem.write(
        Array("\n\(note)\n".utf8), to: OperatingSystem.standardOutput)
    }
    // Both listeners exist at the same time, because the two addresses may be equal.
    var listeners: [OperatingSystem.Listener] = []
    for address in [configuration.server.listen, configuration.metricsListen].compactMap({ $0 }) {
      do {
        listeners.append(try OperatingSystem.Listener(address))
      } catch {
        guard error.isAddressInUse, configuration.isServed(at: address) else {
          throw UnusableSettings(description: "cannot listen on \(address): \(error)")
        }
        try OperatingSystem.write(
          Array("\n\(address) is in use by a server that is ready\n".utf8),
          to: OperatingSystem.standardOutput)
      }
    }
    withExtendedLifetime(listeners) {}
  }
}

extension Configuration {
  /// The part of the drain time that is left for the store's last checkpoint.
  fileprivate static let storeClosingTime = Duration.seconds(5)

  /// Opens the configured store. For `memory`, this is a store for documents only.
  fileprivate func openStore(_ logger: Logger) throws -> any Store {
    let log: StoreLog = { level, message in
      switch level {
      case .info: logger.info("\(message)")
      case .warning: logger.warning("\(message)")
      case .error: logger.error("\(message)")
      }
    }
    switch store.location {
    case .memory:
      logger.info("layouts and documents are lost when the program ends; --store keeps them")
      return try SQLiteStore(
        bytesMax: store.documentBytes / 2, store.limitsInMemory, log: log)
    case .sqlite(let path):
      let opened = try SQLiteStore(
        path, store.limits(bodyBytesMax: server.bodyBytesMax), log: log)
      logger.info(
        "layouts are kept",
        metadata: ["store": "\(store.location)", "sqlite": "\(SQLiteStore.libraryVersion)"])
      return opened
    case .postgresql(let address):
      logger.info(
        "layouts are kept",
        metadata: ["store": "\(store.location)", "libpq": "\(PostgreSQLStore.libraryVersion)"])
      return PostgreSQLStore(
        address, passwordFile: store.passwordFile, store.databaseLimits, log: log)
    }
  }
}

extension APIKeyRing {
  /// Logs that layouts are open to callers without a key, if they are: prefixes do not limit them.
  fileprivate func warnOfOpenLayouts(_ logger: Logger) {
    guard let key = withoutKey, key.rights.contains(.readLayouts) else { return }
    logger.warning(
      "callers without a key may read every layout whose id they know",
      metadata: ["name": "\(key.name)"])
  }
}

/// The reason why settings that are each valid cannot be used together.
private struct UnusableSettings: Error, CustomStringConvertible {
  let description: String
}

extension Configuration {
  /// The most connections of scrapers and probes.
  private static let operationsConnectionsMax = 32

  /// The server of the main address.
  fileprivate var mainServer: ServerConfiguration {
    var main = server
    // The same number of connections may linger, and the server itself needs some descriptors.
    if metricsListen != nil { main.descriptorsReserved = 2 * Self.operationsConnectionsMax + 32 }
    return main
  }

  /// The server of `--metrics-listen`: few connections, one thread, and the time limits of the main server.
  fileprivate var operationsServer: ServerConfiguration? {
    metricsListen.map { listen in
      var operations = server
      operations.listen = listen
      operations.threadCount = 1
      operations.connectionsMax = Self.operationsConnectionsMax
      operations.descriptorsReserved = server.connectionsMax
      return operations
    }
  }

  /// Whether a ready server answers at the address. It is the one that this process will replace.
  fileprivate func isServed(at address: ListenAddress) -> Bool {
    let (host, port) = (address.reachable.host, address.port)
    return (try? Probe.status(host: host, port: port, path: "/readyz", timeoutMilliseconds: 2_000))
      == 200
  }

  /// The configuration of flags and environment. Throws a usage error for a bad value.
  static func orUsage(flags: [String: String]) throws(ValidationError) -> Configuration {
    do {
      return try Configuration(
        flags: flags, environment: OperatingSystem.environment(), memory: .found())
    } catch {
      throw ValidationError(error.description)
    }
  }
}
