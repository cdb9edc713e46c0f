import LayoutWire
import Testing

@testable import layoutd

@Suite("Configuration")
struct ConfigurationTests {
  @Test("Without flags and variables everything is at its default")
  func defaults() throws {
    let configuration = try Configuration(flags: [:], environment: ["PATH": "/bin"])
    #expect(configuration.server.listen.description == "127.0.0.1:8080")
    #expect(configuration.drainDelay == .zero)
    #expect(configuration.drainTimeout == .seconds(20))
    #expect(configuration.logLevel == .info)
    #expect(configuration.logFormat == .auto)
    #expect(configuration.unknownVariables.isEmpty)
  }

  @Test("The defaults are those of the contract")
  func contractDefaults() {
    let defaults = Dictionary(
      uniqueKeysWithValues: Setting.all.map { ($0.name, $0.defaultText) })
    for (name, text) in [
      ("listen", "127.0.0.1:8080"), ("memo-bytes", "512MiB"), ("snapshot-bytes", "1GiB"),
      ("max-body", "64MiB"), ("max-bodies-in-flight", "256MiB"),
      ("max-answers-in-flight", "256MiB"), ("max-depth", "16"),
      ("max-sections", "1000000"), ("max-items", "20000000"), ("max-columns", "10000"),
      ("max-segments", "1000"), ("max-elements", "10000"), ("max-target", "8KiB"),
      ("max-head", "16KiB"),
      ("max-header-lines", "100"), ("head-timeout", "10s"), ("body-timeout", "10s"),
      ("body-silence", "10s"), ("body-rate", "256KiB"), ("idle-timeout", "75s"),
      ("response-timeout", "30s"),
      ("max-requests-per-connection", "10000"), ("max-connections", "10000"),
      ("drain-delay", "0s"), ("drain-timeout", "20s"), ("log-level", "info"),
      ("log-format", "auto"), ("access-log", "on"), ("api-keys-file", "none"),
    ] {
      #expect(defaults[name] == text, "\(name)")
    }
  }

  @Test("Every limit is told as a number, those that are times in seconds")
  func limitsInForce() throws {
    let configuration = try Configuration(
      flags: ["max-body": "1MiB", "head-timeout": "250ms"], environment: [:])
    let limits = configuration.limitsInForce
    #expect(Set(limits.map(\.limit)) == Set(Limit.allCases))
    #expect(limits.count == Limit.allCases.count)
    for (limit, value) in [
      (.body, 1_048_576), (.headTimeout, 0.25), (.bodyTimeout, 10), (.depth, 16),
      (.elements, 10_000), (.computeTimeout, 10),
    ] as [(Limit, Double)] {
      #expect(limits.first { $0.limit == limit }?.value == value, "\(limit)")
    }
  }

  @Test("Every setting takes its own default", arguments: Setting.all.map(\.name))
  func defaultsAreTaken(name: String) throws {
    let setting = try #require(Setting.all.first { $0.name == name })
    var configuration = Configuration()
    #expect(setting.apply(&configuration, setting.defaultText))
  }

  @Test(
    "No setting but a path takes nonsense",
    arguments: Setting.all.filter { $0.unit != "PATH" }.map(\.name))
  func nonsense(name: String) throws {
    let setting = try #require(Setting.all.first { $0.name == name })
    var configuration = Configuration()
    for text in ["", " ", "-1", "nan", "99999999999999999999", "1 1", "ünsinn"] {
      #expect(!setting.apply(&configuration, text), "\(text)")
    }
  }

  @Test("No two settings share a name, and variables follow from names")
  func names() {
    #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
    #expect(Setting.all.first { $0.name == "memo-bytes" }?.variable == "LAYOUTD_MEMO_BYTES")
  }

  @Test("Flags win over the environment, and the environment over defaults")
  func precedence() throws {
    let environment = ["LAYOUTD_LISTEN": "[::]:81", "LAYOUTD_DRAIN_DELAY": "5s"]
    let configuration = try Configuration(
      flags: ["listen": "localhost:82"], environment: environment)
    #expect(configuration.server.listen.description == "localhost:82")
    #expect(configuration.drainDelay == .seconds(5))
  }

  @Test("The listing names every setting, its value as it would be written, and where it came from")
  func listing() throws {
    let configuration = try Configuration(
      flags: ["memo-bytes": "2048", "drain-delay": "0.5"],
      environment: ["LAYOUTD_MEMO_BYTES": "1", "LAYOUTD_THREADS": "3"])
    let lines = configuration.listing().split(separator: "\n").map {
      $0.split(separator: " ", maxSplits: 2).map { $0.trimmingPrefix { $0 == " " } }
    }
    #expect(lines.map { String($0[0]) } == Setting.all.map(\.name))
    func value(_ name: String) -> String? {
      lines.first { $0[0] == name }?.dropFirst().joined(separator: " from ")
    }
    #expect(value("memo-bytes") == "2KiB from the command line, --memo-bytes")
    #expect(value("drain-delay") == "500ms from the command line, --drain-delay")
    #expect(value("threads") == "3 from the environment, LAYOUTD_THREADS")
    #expect(value("idle-timeout") == "75s from default")
  }

  @Test("The keys' file is any path, none is none, and an empty one lets nobody in by mistake")
  func apiKeysFile() throws {
    #expect(Configuration().apiKeysFile == nil)
    for (text, path) in [("none", nil), ("keys", "keys"), ("/a b/ü", "/a b/ü")] {
      let configuration = try Configuration(
        flags: [:], environment: ["LAYOUTD_API_KEYS_FILE": text])
      #expect(configuration.apiKeysFile == path, "\(text)")
    }
    let covered = try Configuration(
      flags: ["api-keys-file": "none"], environment: ["LAYOUTD_API_KEYS_FILE": "keys"])
    #expect(covered.apiKeysFile == nil)
    #expect(throws: SettingError.self) {
      try Configuration(flags: [:], environment: ["LAYOUTD_API_KEYS_FILE": ""])
    }
  }

  @Test("0 threads are one for each core")
  func threads() throws {
    #expect(Configuration().server.threadCount == nil)
    #expect(try Configuration(flags: ["threads": "3"], environment: [:]).server.threadCount == 3)
    #expect(try Configuration(flags: ["threads": "0"], environment: [:]).server.threadCount == nil)
  }

  @Test("A time sets whole milliseconds")
  func computeTimeout() throws {
    let configuration = try Configuration(flags: ["compute-timeout": "1500ms"], environment: [:])
    #expect(configuration.limits.computeTimeout == .seconds(1.5))
    #expect(configuration.computeTimeout == .milliseconds(1_500))
  }

  @Test("A bad value is named with its source, and a flag covers a bad variable")
  func badValues() throws {
    let environment = ["LAYOUTD_MEMO_BYTES": "lots"]
    let fromEnvironment = #expect(throws: SettingError.self) {
      try Configuration(flags: [:], environment: environment)
    }
    #expect(
      fromEnvironment?.description == """
        LAYOUTD_MEMO_BYTES from the environment is "lots", which is not one of its values: \
        0 to 1TiB.
        """)
    let fromFlag = #expect(throws: SettingError.self) {
      try Configuration(flags: ["log-level": "loud\n"], environment: [:])
    }
    #expect(
      fromFlag?.description.hasPrefix("--log-level from the command line is \"loud\\n\",") == true)
    _ = try Configuration(flags: ["memo-bytes": "1KiB"], environment: environment)
  }

  @Test("Unknown variables with our prefix are kept for the log and change nothing")
  func unknownVariables() throws {
    let configuration = try Configuration(
      flags: [:],
      environment: [
        "LAYOUTD_SERVICE_HOST": "10.0.0.1", "LAYOUTD_PORT": "tcp://10.0.0.1:8080", "HOME": "/",
        "LAYOUTD_THREADS": "2",
      ])
    #expect(configuration.unknownVariables == ["LAYOUTD_PORT", "LAYOUTD_SERVICE_HOST"])
  }

  @Test("Every setting is a flag of serve", arguments: Setting.all.map(\.name))
  func flags(name: String) throws {
    let setting = try #require(Setting.all.first { $0.name == name })
    let options = try SettingOptions.parse(["--\(name)", setting.defaultText])
    #expect(options.given == [name: setting.defaultText])
    #expect(try SettingOptions.parse(["--\(name)=a"]).given == [name: "a"])
  }

  @Test("Unknown flags are refused")
  func unknownFlags() {
    #expect(throws: (any Error).self) { try SettingOptions.parse(["--memo", "1"]) }
  }

  @Test("Help names every flag and every variable")
  func help() {
    let help = ServeCommand.helpMessage(columns: 100_000)
    for setting in Setting.all {
      #expect(help.contains("--\(setting.name) <\(setting.unit)>"))
      #expect(help.contains(setting.variable))
    }
  }
}
