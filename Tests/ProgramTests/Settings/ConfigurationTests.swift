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

  @Test("The defaults are those of docs/rules.md#limits")
  func documentedDefaults() {
    let defaults = Dictionary(
      uniqueKeysWithValues: Setting.all.map { ($0.name, $0.defaultText) })
    for (name, text) in [
      ("listen", "127.0.0.1:8080"), ("memory-limit", "auto"), ("memo-bytes", "auto"),
      ("snapshot-bytes", "auto"), ("max-body", "auto"), ("working-bytes", "auto"),
      ("max-bodies-in-flight", "auto"), ("max-answers-in-flight", "auto"), ("max-depth", "16"),
      ("max-sections", "auto"), ("max-items", "20000000"), ("max-columns", "10000"),
      ("max-segments", "1000"), ("max-elements", "10000"), ("max-target", "8KiB"),
      ("max-head", "16KiB"),
      ("max-header-lines", "100"), ("head-timeout", "10s"), ("body-timeout", "10s"),
      ("body-silence", "10s"), ("body-rate", "256KiB"), ("idle-timeout", "75s"),
      ("response-timeout", "30s"),
      ("max-requests-per-connection", "10000"), ("max-connections", "auto"),
      ("drain-delay", "0s"), ("drain-timeout", "20s"), ("log-level", "info"),
      ("log-format", "auto"), ("access-log", "on"), ("api-keys-file", "none"),
    ] {
      #expect(defaults[name] == text, "\(name)")
    }
  }

  @Test("Every limit is a number, those that are times in seconds")
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
    #expect(value("snapshot-bytes") == "1GiB from auto")
    #expect(value("memory-limit") == "unknown from auto")
    #expect(value("log-format") == "auto from default")
    #expect(value("playground") == "on from auto")
    let closed = try Configuration(flags: ["api-keys-file": "keys"], environment: [:])
    let line = closed.listing().split(separator: "\n").first { $0.hasPrefix("playground ") }
    #expect(line?.split(separator: " ").dropFirst() == ["off", "auto"])
  }

  @Test("The file of keys is any path or none; an empty setting is refused")
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

  @Test("A database is told without who connects, and a password in its address nowhere")
  func database() throws {
    let configuration = try Configuration(
      flags: ["store": "postgresql://user@one,two:6000/layouts", "store-connections": "4"],
      environment: ["LAYOUTD_STORE_PASSWORD_FILE": "/run/secrets/password"])
    #expect("\(configuration.store.location)" == "postgresql://one,two:6000/layouts")
    #expect(configuration.listing().contains(" postgresql://one,two:6000/layouts "))
    #expect(!configuration.listing().contains("user@"))
    #expect(configuration.store.passwordFile == "/run/secrets/password")
    #expect(configuration.store.databaseLimits.connections == 4)
    for text in ["postgresql://user:geheim@one/layouts", "postgres://user:geheim@one/layouts"] {
      let error = #expect(throws: SettingError.self) {
        try Configuration(flags: ["store": text], environment: [:])
      }
      let words = error.map { "\($0)" } ?? ""
      #expect(!words.contains("geheim") && words.contains("postgresql://"), "\(words)")
    }
    let error = #expect(throws: SettingError.self) {
      try Configuration(flags: ["store": "postgresql://user:geheim@one/layouts"], environment: [:])
    }
    #expect(error?.kind == "an address without a password, which --store-password-file is for")
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

  @Test("A bad value is named with its source, and a flag overrides a bad variable")
  func badValues() throws {
    let environment = ["LAYOUTD_MEMO_BYTES": "lots"]
    let fromEnvironment = #expect(throws: SettingError.self) {
      try Configuration(flags: [:], environment: environment)
    }
    #expect(
      fromEnvironment?.description == """
        LAYOUTD_MEMO_BYTES from the environment is "lots", which is not a size: write bytes, or \
        KiB, MiB, GiB, TiB. It takes 0 to 1TiB, or `auto`.
        """)
    let fromFlag = #expect(throws: SettingError.self) {
      try Configuration(flags: ["log-level": "loud\n"], environment: [:])
    }
    #expect(
      fromFlag?.description.hasPrefix("--log-level from the command line is \"loud\\n\",") == true)
    _ = try Configuration(flags: ["memo-bytes": "1KiB"], environment: environment)
  }

  @Test(
    "An error says what a value is not and how it is written, or else what is taken",
    arguments: [
      (
        "idle-timeout", "75x",
        "is \"75x\", which is not a time: write seconds, or s, ms. It takes 100ms to 3600s."
      ),
      ("idle-timeout", "9999", "is \"9999\", which is not one of its values: 100ms to 3600s."),
      (
        "max-target", "8K",
        "is \"8K\", which is not a size: write bytes, or KiB, MiB, GiB, TiB. It takes 256 to 64KiB."
      ),
      (
        "threads", "two",
        "is \"two\", which is not a whole number. It takes 0 to 1024."
      ),
      (
        "metrics-listen", "::1:8080",
        """
        is "::1:8080", which is not an address: write HOST:PORT, or [HOST]:PORT for IPv6. It takes an address with a \
        port, or `none`.
        """
      ),
    ])
  func units(name: String, value: String, text: String) throws {
    let error = #expect(throws: SettingError.self) {
      try Configuration(flags: [name: value], environment: [:])
    }
    #expect(error?.description == "--\(name) from the command line \(text)")
  }

  @Test("Unknown variables with our prefix change nothing, and have a name that is near")
  func unknownVariables() throws {
    let configuration = try Configuration(
      flags: [:],
      environment: [
        "LAYOUTD_MEMO_BYTE": "1", "LAYOUTD_LISTENS": "x", "HOME": "/", "LAYOUTD_THREADS": "2",
        "LAYOUTD_PORT": "8080",
      ])
    #expect(
      configuration.unknownVariables.map { [$0.name, $0.nearest] } == [
        ["LAYOUTD_LISTENS", "LAYOUTD_LISTEN"], ["LAYOUTD_MEMO_BYTE", "LAYOUTD_MEMO_BYTES"],
        ["LAYOUTD_PORT", nil],
      ])
    #expect(configuration.unknownVariables.allSatisfy { !$0.isFromKubernetes })
  }

  @Test(
    "Those of Kubernetes are known for such",
    arguments: [
      ("LAYOUTD_PORT", "tcp://10.0.0.1:8080"), ("LAYOUTD_SERVICE_HOST", "10.0.0.1"),
      ("LAYOUTD_SERVICE_PORT", "8080"), ("LAYOUTD_SERVICE_PORT_HTTP", "8080"),
      ("LAYOUTD_PORT_8080_TCP", "tcp://10.0.0.1:8080"), ("LAYOUTD_PORT_8080_TCP_PROTO", "tcp"),
      ("LAYOUTD_PORT_8080_TCP_PORT", "8080"), ("LAYOUTD_PORT_8080_TCP_ADDR", "10.0.0.1"),
      ("LAYOUTD_METRICS_SERVICE_HOST", "10.0.0.1"), ("LAYOUTD_METRICS_PORT", "tcp://10.0.0.1:9"),
      ("LAYOUTD_METRICS_PORT_53_UDP_ADDR", "10.0.0.1"),
    ])
  func kubernetes(name: String, value: String) {
    #expect(UnknownVariable.all(of: [name: value]).map(\.isFromKubernetes) == [true])
  }

  @Test(
    "Others are not, however like they look",
    arguments: [
      "LAYOUTD_", "LAYOUTD_PORT", "LAYOUTD_HOST", "LAYOUTD_PORT_TCP", "LAYOUTD_PORT_80_HTTP",
      "LAYOUTD_PORT_80_TCP_NAME", "LAYOUTD_PORT_80_TCP_ADDR_6", "LAYOUTD_SERVICE",
      "LAYOUTD_MAX_CONNECTION",
    ])
  func notKubernetes(name: String) {
    #expect(UnknownVariable.all(of: [name: "1"]).map(\.isFromKubernetes) == [false])
  }

  @Test("Every setting is a flag of serve", arguments: Setting.all.map(\.name))
  func flags(name: String) throws {
    let setting = try #require(Setting.all.first { $0.name == name })
    let options = try SettingOptions.parse(["--\(name)", setting.defaultText])
    #expect(try options.given() == [name: setting.defaultText])
    #expect(try SettingOptions.parse(["--\(name)=a"]).given() == [name: "a"])
  }

  @Test("Unknown flags are refused")
  func unknownFlags() {
    for (arguments, message) in [
      (["--memo", "1"], "Unknown option '--memo'"),
      (["--memo-byte", "1"], "Unknown option '--memo-byte'. Did you mean '--memo-bytes'?"),
      (["--memo-bytes"], "Missing value for '--memo-bytes <BYTES>'"),
      (["more"], "Unexpected argument 'more'"),
    ] {
      let error = #expect(throws: (any Error).self) { try SettingOptions.parse(arguments) }
      #expect(error.map { SettingOptions.message(for: $0) } == message)
    }
  }

  @Test("Help names the ten flags and variables that people set, and --help-all every one")
  func help() {
    let short = ServeCommand.helpMessage(columns: 100_000)
    let error = #expect(throws: (any Error).self) { try ServeCommand.parse(["--help-all"]) }
    let all = error.map { ServeCommand.message(for: $0) } ?? ""
    #expect(error.map { ServeCommand.exitCode(for: $0) } == .success)
    #expect(Setting.usual.count == 10)
    for setting in Setting.all {
      let isUsual = Setting.usual.contains { $0.name == setting.name }
      for word in ["--\(setting.name) <\(setting.unit)>", "(\(setting.variable);"] {
        #expect(short.contains(word) == isUsual, "\(word)")
        #expect(all.contains(word), "\(word)")
      }
    }
    #expect(short.contains("--help-all"))
  }

  @Test("--help-all answers whatever else is given or set")
  func helpAll() {
    let error = #expect(throws: (any Error).self) {
      try ServeCommand.parse(["--help-all", "--no-playground"])
    }
    #expect(error.map { ServeCommand.exitCode(for: $0) } == .success)
  }
}
