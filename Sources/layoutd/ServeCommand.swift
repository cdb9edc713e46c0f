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

  func run() async throws {
    let configuration = try Configuration.orUsage(flags: settings.given)
    OperatingSystem.ignoreBrokenPipes()
    let logger = Logger(level: configuration.logLevel, format: configuration.logFormat)
    for variable in configuration.unknownVariables {
      logger.debug("ignored a variable that is no setting", metadata: ["variable": "\(variable)"])
    }

    let service = LayoutService(
      limits: configuration.limits, metrics: ServiceMetrics(),
      log: { line in logger.info("\(line)") })
    let server: Server
    do {
      server = try Server(configuration: configuration.server, handler: service)
    } catch {
      throw StartFailure(address: configuration.listen, reason: error)
    }

    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          // Ended in reverse order, so this one watches while the other drains.
          .init(service: SecondSignal(), successTerminationBehavior: .ignore),
          .init(
            service: DrainingServer(
              server: server, service: service,
              drainDelaySeconds: configuration.drainDelaySeconds,
              drainSeconds: configuration.drainSeconds, logger: logger)),
        ],
        gracefulShutdownSignals: SecondSignal.signals, logger: logger))
    try await group.run()
  }
}

/// Why the service could not start.
private struct StartFailure: Error, CustomStringConvertible {
  let address: ListenAddress
  let reason: ServerError
  var description: String { "cannot listen on \(address): \(reason)" }
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
