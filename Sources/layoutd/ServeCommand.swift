import ArgumentParser
import HTTPServer
import LayoutService
import Logging
import ServiceLifecycle

/// `layoutd serve`: answers requests until it is told to end.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Answer requests over HTTP.",
    discussion: """
      Every option can also be set in the environment; options win. Sizes are bytes or end in KiB, \
      MiB, GiB or TiB, times are seconds or end in ms or s. SIGTERM and SIGINT let requests in flight \
      finish; a second one ends the program at once.
      """)

  @OptionGroup var settings: SettingOptions

  @Flag(help: "Print the settings in force and where each came from, and end.")
  var checkConfig = false

  func run() async throws {
    let configuration = try Configuration.orUsage(flags: settings.given)
    guard !checkConfig else {
      try OperatingSystem.write(
        Array(configuration.listing().utf8), to: OperatingSystem.standardOutput)
      return
    }
    OperatingSystem.ignoreBrokenPipes()
    let log = ProgramLog(configuration)
    defer { log.end() }
    let logger = log.logger
    for variable in configuration.unknownVariables {
      logger.debug("ignored a variable that is no setting", metadata: ["variable": "\(variable)"])
    }

    let metrics = ServiceMetrics()
    let service = LayoutService(
      limits: configuration.limits, metrics: metrics, log: { line in logger.info("\(line)") })
    let server = try Server(configuration: configuration.server, handler: service)
    metrics.read(from: server)

    let signals = await EndSignals()
    // The system's timers take a descriptor when the first one starts. Later there may be none left.
    try await Task.sleep(for: .milliseconds(1))
    let group = ServiceGroup(
      services: [
        DrainingServer(
          server: server, service: service, drainDelay: configuration.drainDelay,
          drainTimeout: configuration.drainTimeout, logger: logger)
      ],
      logger: logger)
    let watch = Task { await signals.watch(over: group) }
    defer { watch.cancel() }
    try await group.run()
  }
}

extension ServiceMetrics {
  /// Shows the server's numbers beside the service's.
  fileprivate func read(from server: Server) {
    func set(_ reading: Reading, _ number: @escaping @Sendable (ServerCounters) -> Int) {
      // The server holds the service, which holds the metrics.
      setReading(reading) { [weak server] in
        server.map { Double(number($0.counters)) } ?? 0
      }
    }
    set(.connectionsOpen) { $0.connectionsOpen }
    set(.connectionsAccepted) { $0.connectionsAccepted }
    set(.connectionsRefused) { $0.connectionsRefused }
    set(.connectionsTimedOut) { $0.connectionsTimedOut }
    set(.requestsInFlight) { $0.requestsInFlight }
    set(.requestsRefused) { $0.requestsRefused }
    set(.bodyBytesInFlight) { $0.bodyBytesInFlight }
    set(.answerBytesInFlight) { $0.answerBytesInFlight }
  }
}

extension Configuration {
  /// What flags and environment say; a bad value ends the program as wrong usage does.
  static func orUsage(flags: [String: String]) throws(ValidationError) -> Configuration {
    do {
      return try Configuration(flags: flags, environment: OperatingSystem.environment())
    } catch {
      throw ValidationError(error.description)
    }
  }
}
