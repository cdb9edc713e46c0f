import HTTPServer
import LayoutService

/// One thing that can be set: a flag of `serve`, a variable of the environment, a row of the README.
struct Setting: Sendable {
  /// Of the flag, without its dashes: `memo-bytes`.
  let name: String
  /// What stands for the value in help: `BYTES`.
  let unit: String
  /// The default as it would be written.
  let defaultText: String
  /// Which values are taken, in words.
  let range: String
  /// What it sets, in a few words.
  let meaning: String
  /// What it protects or buys, and when to change it: a sentence or two for who runs the service.
  let protects: String
  /// The value that a configuration has where it is a count, bytes, or a time: then in seconds.
  let number: @Sendable (Configuration) -> Double?
  /// The value that a configuration has, as it would be written.
  let valueText: @Sendable (Configuration) -> String
  /// Sets the value that the text says; false when it says none, or one out of range.
  let apply: @Sendable (inout Configuration, String) -> Bool

  /// `LAYOUTD_MEMO_BYTES`
  var variable: String {
    Setting.variablePrefix + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }

  /// What the names of all variables begin with.
  static let variablePrefix = "LAYOUTD_"
}

extension Setting {
  /// A value's place in the configuration.
  typealias Field<Value> = any WritableKeyPath<Configuration, Value> & Sendable

  static func address(
    _ name: String, _ field: Field<ListenAddress>, _ meaning: String, protects: String
  ) -> Setting {
    Setting(
      name: name, unit: "HOST:PORT", field, range: "an address with a port, as `[::]:8080`",
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
      name, unit: "HOST:PORT", field, "an address with a port", meaning, protects,
      text: { $0.description }, read: { ListenAddress($0) })
  }

  static func origins(
    _ name: String, _ field: Field<AllowedOrigins?>, _ meaning: String, protects: String
  ) -> Setting {
    optional(
      name, unit: "ORIGINS", field, "origins as `https://app.example`, with commas between",
      meaning, protects,
      text: { $0.description }, read: { AllowedOrigins($0) })
  }

  /// A setting that may be left unset, which `none` says. An empty text is more likely a value that got lost.
  private static func optional<Value>(
    _ name: String, unit: String, _ field: Field<Value?>, _ range: String, _ meaning: String,
    _ protects: String,
    text: @escaping @Sendable (Value) -> String, read: @escaping @Sendable (String) -> Value?
  ) -> Setting {
    Setting(
      name: name, unit: unit, field, range: "\(range), or `none`", meaning: meaning,
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
      name: name, unit: "COUNT", field, range: "\(range.lowerBound) to \(range.upperBound)",
      meaning: meaning, protects: protects, text: { String($0) }, number: { Double($0) },
      read: { Quantity.count($0).flatMap { range.contains($0) ? $0 : nil } })
  }

  static func bytes(
    _ name: String, _ field: Field<Int>, _ range: ClosedRange<Int>, _ meaning: String,
    protects: String, unit: String = "BYTES"
  ) -> Setting {
    Setting(
      name: name, unit: unit, field,
      range: "\(Quantity.text(bytes: range.lowerBound)) to "
        + Quantity.text(bytes: range.upperBound),
      meaning: meaning, protects: protects, text: { Quantity.text(bytes: $0) },
      number: { Double($0) },
      read: { Quantity.bytes($0).flatMap { range.contains($0) ? $0 : nil } })
  }

  static func duration(
    _ name: String, _ field: Field<Duration>, _ range: ClosedRange<Duration>, _ meaning: String,
    protects: String
  ) -> Setting {
    Setting(
      name: name, unit: "SECONDS", field,
      range: "\(Quantity.text(duration: range.lowerBound)) to "
        + Quantity.text(duration: range.upperBound),
      meaning: meaning, protects: protects, text: { Quantity.text(duration: $0) },
      number: { Quantity.seconds($0) },
      read: { Quantity.duration($0).flatMap { range.contains($0) ? $0 : nil } })
  }

  static func choice<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ field: Field<Choice>, _ meaning: String, protects: String
  ) -> Setting {
    Setting(
      name: name, unit: name.split(separator: "-").last.map { $0.uppercased() } ?? "NAME", field,
      range: Choice.allCases.map(\.rawValue).joined(separator: ", "),
      meaning: meaning, protects: protects, text: { $0.rawValue }, read: { Choice(rawValue: $0) })
  }

  private init<Value>(
    name: String, unit: String, _ field: Field<Value>, range: String, meaning: String,
    protects: String, text: @escaping @Sendable (Value) -> String,
    number: @escaping @Sendable (Value) -> Double? = { _ in nil },
    read: @escaping @Sendable (String) -> Value?
  ) {
    self.init(
      name: name, unit: unit, defaultText: text(Configuration()[keyPath: field]), range: range,
      meaning: meaning, protects: protects, number: { number($0[keyPath: field]) },
      valueText: { text($0[keyPath: field]) },
      apply: { configuration, text in
        guard let value = read(text) else { return false }
        configuration[keyPath: field] = value
        return true
      })
  }
}
