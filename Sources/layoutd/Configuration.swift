import HTTPServer
import LayoutService
import Logging

/// Everything that is set, read from flags and environment before anything starts.
struct Configuration: Sendable {
  var server = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 8080))
  var limits = ServiceLimits()
  /// Between turning unready and refusing connections.
  var drainDelay = Duration.zero
  /// For requests in flight when the program ends.
  var drainTimeout = Duration.seconds(20)
  var logLevel = Logger.Level.info
  var logFormat = LogFormat.auto
  /// Variables that begin like ours and are none, in order of their names. Kubernetes injects such
  /// ones (`LAYOUTD_PORT=tcp://…`) for a service of that name, so they are no mistake.
  private(set) var unknownVariables: [String] = []

  /// Network threads; 0 stands for one for each core.
  var threads: Int {
    get { server.threadCount ?? 0 }
    set { server.threadCount = newValue == 0 ? nil : newValue }
  }

  /// For the work of one request.
  var computeTimeout: Duration {
    get { .seconds(limits.computeSeconds) }
    set { limits.computeSeconds = newValue / .seconds(1) }
  }

  init() {}

  /// - Parameters:
  ///   - flags: texts by the setting's name; they win over the environment.
  ///   - environment: all variables by name.
  init(flags: [String: String], environment: [String: String]) throws(SettingError) {
    for setting in Setting.all {
      let flag = flags[setting.name]
      guard let text = flag ?? environment[setting.variable] else { continue }
      guard setting.apply(&self, text) else {
        throw SettingError(
          name: flag == nil ? setting.variable : "--\(setting.name)",
          source: flag == nil ? "the environment" : "the command line",
          value: text, range: setting.range)
      }
    }
    let known = Set(Setting.all.map(\.variable))
    unknownVariables = environment.keys
      .filter { $0.hasPrefix(Setting.variablePrefix) && !known.contains($0) }
      .sorted()
  }
}

/// A value that a setting does not take.
struct SettingError: Error, Equatable, CustomStringConvertible {
  /// As it was given: `--memo-bytes` or `LAYOUTD_MEMO_BYTES`.
  let name: String
  let source: String
  let value: String
  /// The values that it takes, in words.
  let range: String

  var description: String {
    let shown = String(value.prefix(64)).debugDescription
    return "\(name) from \(source) is \(shown), which is not one of its values: \(range)."
  }
}
