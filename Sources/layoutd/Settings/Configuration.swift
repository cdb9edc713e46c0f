import HTTPServer
import LayoutService
import LayoutWire
import Logging

/// All settings, read from flags and environment before anything starts.
struct Configuration: Sendable {
  var server = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 8080))
  var limits = ServiceLimits()
  /// The memory settings that were given. The others get their shares after all settings are read.
  var memory = MemoryRequest()
  /// The memory limit.
  var memoryLimit = MemoryLimit.unknown
  /// The address of metrics and probes; nil if the main address answers them.
  var metricsListen: ListenAddress?
  /// The web origins whose pages may send requests; nil for none.
  var corsOrigins: AllowedOrigins?
  /// The path under which a proxy makes the service reachable; nil for the root.
  var basePath: BasePath?
  /// The file of the API keys; nil if no key is needed.
  var apiKeysFile: String?
  /// Whether caches that clients share may keep answers, if no key is needed.
  var sharedCaches = Switch.on
  /// The settings of the store.
  var store = StoreSettings()
  /// The folder of the client, whose files are read while the program runs; nil if those in the program are answered.
  var clientFolder: String?
  /// Whether there is a page at `/`.
  var playground = PlaygroundSwitch.auto
  /// The time between `/readyz` turning 503 and refusing connections.
  var drainDelay = Duration.zero
  /// The time for requests in flight when the program ends.
  var drainTimeout = Duration.seconds(20)
  var logLevel = Logger.Level.info
  var logFormat = LogFormat.auto
  /// Which requests get a line in the log.
  var accessLog = AccessLogSwitch.on
  /// Variables that begin with `LAYOUTD_` but are not settings, in order of their names.
  private(set) var unknownVariables: [UnknownVariable] = []

  /// The origin of each value that is not the default, by the name of the setting.
  private(set) var sources: [String: Origin] = [:]

  /// The source of a value.
  enum Origin: String {
    case flag = "the command line"
    case variable = "the environment"
  }

  /// The number of network threads; 0 means one per core.
  var threads: Int {
    get { server.threadCount ?? 0 }
    set { server.threadCount = newValue == 0 ? nil : newValue }
  }

  /// The memory limit, in bytes; `Int.max` if it is unknown.
  var memoryLimitBytes: Int {
    get { memoryLimit.bytes }
    set { memoryLimit = MemoryLimit(bytes: newValue, source: .setting) }
  }

  /// The time for the work of one request.
  var computeTimeout: Duration {
    get { limits.computeTimeout }
    set { limits.computeTimeout = newValue }
  }

  /// The value of a setting that is on or off.
  enum Switch: String, CaseIterable, Sendable {
    case on, off
  }

  /// The value of `--playground`.
  enum PlaygroundSwitch: String, CaseIterable, Sendable {
    case auto, on, off
  }

  /// Whether the page at `/` is answered. With keys it is only if that was asked for.
  var hasPlayground: Bool { playground == .on || playground == .auto && apiKeysFile == nil }

  init() {}

  /// - Parameters:
  ///   - flags: Texts by the name of the setting. They take precedence over the environment.
  ///   - environment: All variables by name.
  ///   - limit: The memory limit.
  init(
    flags: [String: String], environment: [String: String], memory limit: MemoryLimit = .unknown
  ) throws(SettingError) {
    for setting in Setting.all {
      let flag = flags[setting.name]
      let source = flag == nil ? Origin.variable : .flag
      guard let text = flag ?? environment[setting.variable] else { continue }
      guard setting.apply(&self, text) else {
        throw SettingError(
          name: source.name(of: setting), source: source.rawValue, value: text,
          kind: setting.fault(text)
            ?? (setting.kind?.holds(text) == false ? setting.kind?.words : nil),
          range: setting.range)
      }
      sources[setting.name] = source
    }
    shareMemory(limit)
    unknownVariables = UnknownVariable.all(of: environment)
  }
}

extension Configuration {
  /// One line for each setting: its flag or variable, its value, and the origin of the value.
  func listing() -> String {
    let rows = Setting.all.map { setting in
      let source = sources[setting.name]
      return (
        name: setting.name, value: setting.valueText(self),
        source: source.map { "\($0.rawValue), \($0.name(of: setting))" }
          ?? (setting.isAutomatic ? Setting.automatic : "default")
      )
    }
    func padded(_ text: String, to width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    let nameWidth = rows.map(\.name.count).max() ?? 0
    let valueWidth = rows.map(\.value.count).max() ?? 0
    return rows.map {
      "\(padded($0.name, to: nameWidth))  \(padded($0.value, to: valueWidth))  \($0.source)\n"
    }.joined()
  }
}

extension Configuration {
  /// The limits in force, in the order of the settings.
  var limitsInForce: [ServiceFacts.CurrentLimit] {
    Setting.all.compactMap { setting in
      guard let limit = Limit(rawValue: setting.name), let value = setting.number(self) else {
        return nil
      }
      return ServiceFacts.CurrentLimit(limit, value)
    }
  }
}

extension Configuration.Origin {
  /// The name of a setting in this origin: `--memo-bytes` or `LAYOUTD_MEMO_BYTES`.
  func name(of setting: Setting) -> String {
    switch self {
    case .flag: "--\(setting.name)"
    case .variable: setting.variable
    }
  }
}

/// A value that a setting does not accept.
struct SettingError: Error, Equatable, CustomStringConvertible {
  /// The given name: `--memo-bytes` or `LAYOUTD_MEMO_BYTES`.
  let name: String
  let source: String
  let value: String
  /// The kind of value that is needed; nil if the value is of that kind, but out of range.
  let kind: String?
  /// The accepted values, in words.
  let range: String

  var description: String {
    // Before a host in a URL, or in a database address, there may be a password.
    let mayHavePassword = value.contains("@") || value.hasPrefix("postgres")
    let scheme = value.firstRange(of: "://").map { String(value[..<$0.upperBound]) + "…" }
    let shown = (mayHavePassword ? scheme ?? "…" : String(value.prefix(64))).debugDescription
    let wrong = kind.map { "not \($0). It takes" } ?? "not one of its values:"
    return "\(name) from \(source) is \(shown), which is \(wrong) \(range)."
  }
}
