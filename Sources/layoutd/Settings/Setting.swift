import HTTPServer
import LayoutService

/// A setting: a flag of `serve`, an environment variable, and a row of docs/operations.md.
struct Setting: Sendable {
  /// The name of the flag, without its dashes: `memo-bytes`.
  let name: String
  /// The placeholder of the value in help: `BYTES`.
  let unit: String
  /// The default, as it would be written.
  let defaultText: String
  /// The kind of value, for error messages; nil if none is needed.
  let kind: Kind?
  /// The accepted values, in words.
  let range: String
  /// A sentence that says what the setting does.
  let meaning: String
  /// The purpose of the setting, and when to change it: some sentences for operators.
  let protects: String
  /// The value in a configuration if it is a number: a count, bytes or seconds.
  let number: @Sendable (Configuration) -> Double?
  /// The value in a configuration, as it would be written.
  var valueText: @Sendable (Configuration) -> String
  /// Parses a text and sets the value. Returns false if the text is not a value, or if it is out of range.
  let apply: @Sendable (inout Configuration, String) -> Bool
  /// A more exact description of what a wrong text must be; nil if there is none.
  var fault: @Sendable (String) -> String? = { _ in nil }
  /// Whether the default is `auto`: the program chooses the value.
  var isAutomatic = false

  /// `LAYOUTD_MEMO_BYTES`
  var variable: String {
    Setting.variablePrefix + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }

  /// The kind of a setting's values.
  struct Kind: Sendable {
    /// The name of such a value, and how to write it.
    let words: String
    /// Whether a text is such a value, even if it is out of range.
    let holds: @Sendable (String) -> Bool

    static let size = Kind(words: "a size: write bytes, or KiB, MiB, GiB, TiB") {
      Quantity.bytes($0) != nil
    }
    static let time = Kind(words: "a time: write seconds, or s, ms") {
      Quantity.duration($0) != nil
    }
    static let number = Kind(words: "a whole number") { Quantity.count($0) != nil }
    static let address = Kind(words: "an address: write HOST:PORT, or [HOST]:PORT for IPv6") {
      ListenAddress($0) != nil
    }
  }

  /// The names of the settings that are shown in the short help.
  private static let usualNames: Set<String> = [
    "listen", "metrics-listen", "cors-origins", "api-keys-file", "threads", "memory-limit", "store",
    "max-body", "drain-delay", "log-level",
  ]

  /// The settings that are shown in the short help, in the order of ``all``.
  static var usual: [Setting] { all.filter { usualNames.contains($0.name) } }

  /// The prefix of all variables.
  static let variablePrefix = "LAYOUTD_"
}

extension Setting {
  /// The place of a value in the configuration.
  typealias Field<Value> = any WritableKeyPath<Configuration, Value> & Sendable

  static func address(
    _ name: String, _ field: Field<ListenAddress>, _ meaning: String, protects: String
  ) -> Setting {
    Setting(
      name: name, unit: "HOST:PORT", field, kind: .address,
      range: "an address with a port, as `[::]:8080`",
      meaning: meaning, protects: protects, text: { $0.description }, read: { ListenAddress($0) })
  }

  static func path(
    _ name: String, _ field: Field<String?>, _ meaning: String, protects: String
  ) -> Setting {
    optional(
      name, unit: "PATH", field, "a path", meaning, protects, text: { $0 },
      read: { $0.isEmpty ? nil : $0 })
  }

  static func optionalAddress(
    _ name: String, _ field: Field<ListenAddress?>, _ meaning: String, protects: String
  ) -> Setting {
    optional(
      name, unit: "HOST:PORT", field, kind: .address, "an address with a port", meaning, protects,
      text: { $0.description }, read: { ListenAddress($0) })
  }

  static func store(
    _ name: String, _ field: Field<StoreLocation>, _ meaning: String, protects: String
  ) -> Setting {
    Setting(
      name: name, unit: "STORE", field,
      range: "memory, sqlite: and a path, or postgresql://USER@HOST/DATABASE", meaning: meaning,
      protects: protects, text: { $0.description }, read: { StoreLocation($0) },
      fault: { StoreLocation.fault($0) })
  }

  static func optionalBytes(
    _ name: String, _ field: Field<Int?>, _ range: ClosedRange<Int>, _ meaning: String,
    protects: String
  ) -> Setting {
    optional(
      name, unit: "BYTES", field, kind: .size,
      "\(Quantity.text(bytes: range.lowerBound)) to \(Quantity.text(bytes: range.upperBound))",
      meaning, protects, text: { Quantity.text(bytes: $0) },
      read: { Quantity.bytes($0).flatMap { range.contains($0) ? $0 : nil } })
  }

  static func days(
    _ name: String, _ field: Field<Int?>, _ range: ClosedRange<Int>, _ meaning: String,
    protects: String
  ) -> Setting {
    optional(
      name, unit: "DAYS", field, "\(range.lowerBound)d to \(range.upperBound)d", meaning, protects,
      text: { "\($0)d" },
      read: { text in
        guard text.hasSuffix("d") else { return nil }
        return Quantity.count(String(text.dropLast())).flatMap { range.contains($0) ? $0 : nil }
      })
  }

  static func origins(
    _ name: String, _ field: Field<AllowedOrigins?>, _ meaning: String, protects: String
  ) -> Setting {
    optional(
      name, unit: "ORIGINS", field, "origins as `https://app.example`, with commas between",
      meaning, protects,
      text: { $0.description }, read: { AllowedOrigins($0) })
  }

  static func basePath(
    _ name: String, _ field: Field<BasePath?>, _ meaning: String, protects: String
  ) -> Setting {
    optional(
      name, unit: "PATH", field,
      "a path such as `/layouts` with which no path of the service begins",
      meaning, protects,
      text: { $0.description }, read: { BasePath($0) })
  }

  /// A setting that may be `none`. An empty text is an error, because it is more likely a lost value.
  private static func optional<Value>(
    _ name: String, unit: String, _ field: Field<Value?>, kind: Kind? = nil, _ range: String,
    _ meaning: String, _ protects: String,
    text: @escaping @Sendable (Value) -> String, read: @escaping @Sendable (String) -> Value?
  ) -> Setting {
    Setting(
      name: name, unit: unit, field, kind: kind, range: "\(range), or `none`", meaning: meaning,
      protects: protects, text: { $0.map(text) ?? "none" },
      read: { given in
        given == "none" ? .some(nil) : read(given).map { .some($0) }
      })
  }

  static func count(
    _ name: String, _ field: Field<Int>, _ range: ClosedRange<Int>, _ meaning: String,
    protects: String
  ) -> Setting {
    Setting(
      name: name, unit: "COUNT", field, kind: .number,
      range: "\(range.lowerBound) to \(range.upperBound)",
      meaning: meaning, protects: protects, text: { String($0) }, number: { Double($0) },
      read: { Quantity.count($0).flatMap { range.contains($0) ? $0 : nil } })
  }

  static func bytes(
    _ name: String, _ field: Field<Int>, _ range: ClosedRange<Int>, _ meaning: String,
    protects: String, unit: String = "BYTES"
  ) -> Setting {
    Setting(
      name: name, unit: unit, field, kind: .size,
      range: "\(Quantity.text(bytes: range.lowerBound)) to "
        + Quantity.text(bytes: range.upperBound),
      meaning: meaning, protects: protects, text: { Quantity.text(bytes: $0) },
      number: { Double($0) },
      read: { Quantity.bytes($0).flatMap { range.contains($0) ? $0 : nil } })
  }

  /// A number of bytes that is a share of the memory, unless it is given.
  ///
  /// - Parameters:
  ///   - requested: The given value; nil for `auto`.
  ///   - inForce: The value in force.
  static func automaticBytes(
    _ name: String, _ requested: Field<Int?>, inForce: Field<Int>, _ range: ClosedRange<Int>,
    _ meaning: String, protects: String
  ) -> Setting {
    automatic(
      name, unit: "BYTES", requested, .size,
      "\(Quantity.text(bytes: range.lowerBound)) to \(Quantity.text(bytes: range.upperBound))",
      meaning, protects, inForce: inForce,
      text: {
        let bytes = $0[keyPath: inForce]
        return bytes == .max ? "unknown" : Quantity.text(bytes: bytes)
      },
      read: { Quantity.bytes($0).flatMap { range.contains($0) ? $0 : nil } })
  }

  /// A number that depends on the memory, unless it is given.
  static func automaticCount(
    _ name: String, _ requested: Field<Int?>, inForce: Field<Int>, _ range: ClosedRange<Int>,
    _ meaning: String, protects: String
  ) -> Setting {
    automatic(
      name, unit: "COUNT", requested, .number, "\(range.lowerBound) to \(range.upperBound)",
      meaning, protects, inForce: inForce, text: { String($0[keyPath: inForce]) },
      read: { Quantity.count($0).flatMap { range.contains($0) ? $0 : nil } })
  }

  /// The text for a value that the program chooses.
  static let automatic = "auto"

  private static func automatic(
    _ name: String, unit: String, _ requested: Field<Int?>, _ kind: Kind, _ range: String,
    _ meaning: String, _ protects: String, inForce: Field<Int>,
    text: @escaping @Sendable (Configuration) -> String,
    read: @escaping @Sendable (String) -> Int?
  ) -> Setting {
    Setting(
      name: name, unit: unit, defaultText: automatic, kind: kind,
      range: "\(range), or `auto`",
      meaning: meaning, protects: protects, number: { Double($0[keyPath: inForce]) },
      valueText: text,
      apply: { configuration, text in
        let value = read(text)
        guard value != nil || text == automatic else { return false }
        configuration[keyPath: requested] = value
        return true
      }, isAutomatic: true)
  }

  static func duration(
    _ name: String, _ field: Field<Duration>, _ range: ClosedRange<Duration>, _ meaning: String,
    protects: String
  ) -> Setting {
    Setting(
      name: name, unit: "SECONDS", field, kind: .time,
      range: "\(Quantity.text(duration: range.lowerBound)) to "
        + Quantity.text(duration: range.upperBound),
      meaning: meaning, protects: protects, text: { Quantity.text(duration: $0) },
      number: { Quantity.seconds($0) },
      read: { Quantity.duration($0).flatMap { range.contains($0) ? $0 : nil } })
  }

  /// One of several words.
  ///
  /// - Parameter inForce: The word in force, if the default is `auto`.
  static func choice<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ field: Field<Choice>,
    inForce: (@Sendable (Configuration) -> Choice)? = nil, _ meaning: String, protects: String
  ) -> Setting {
    var setting = Setting(
      name: name, unit: name.split(separator: "-").last.map { $0.uppercased() } ?? "NAME", field,
      range: Choice.allCases.map(\.rawValue).joined(separator: ", "),
      meaning: meaning, protects: protects, text: { $0.rawValue }, read: { Choice(rawValue: $0) })
    if let inForce {
      (setting.valueText, setting.isAutomatic) = ({ inForce($0).rawValue }, true)
    }
    return setting
  }

  private init<Value>(
    name: String, unit: String, _ field: Field<Value>, kind: Kind? = nil, range: String,
    meaning: String,
    protects: String, text: @escaping @Sendable (Value) -> String,
    number: @escaping @Sendable (Value) -> Double? = { _ in nil },
    read: @escaping @Sendable (String) -> Value?,
    fault: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.init(
      name: name, unit: unit, defaultText: text(Configuration()[keyPath: field]), kind: kind,
      range: range, meaning: meaning, protects: protects, number: { number($0[keyPath: field]) },
      valueText: { text($0[keyPath: field]) },
      apply: { configuration, text in
        guard let value = read(text) else { return false }
        configuration[keyPath: field] = value
        return true
      }, fault: fault)
  }
}
