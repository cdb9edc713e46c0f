import HTTPServer
import LayoutService
import Logging

/// Everything that is set, read from flags and environment before anything starts.
struct Configuration: Sendable {
  var listen = ListenAddress()
  var server = ServerConfiguration()
  var limits = ServiceLimits()
  var drainDelaySeconds = 0.0
  var drainSeconds = 20.0
  var logLevel = Logger.Level.info
  var logFormat = LogFormat.auto
  /// Variables that begin like ours and are none, in order of their names. Kubernetes injects such
  /// ones (`LAYOUTD_PORT=tcp://…`) for a service of that name, so they are no mistake.
  private(set) var unknownVariables: [String] = []

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
    server.host = listen.host
    server.port = listen.port
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
