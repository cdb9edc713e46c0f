// Instruments are made through swift-metrics and kept here, so that whatever else counts through
// swift-metrics appears in the same exposition. A registry is a plain object: nothing has to be
// bootstrapped, and several services with a registry each can live in one process.

public import Metrics
import Synchronization

/// The instruments of one service, and their text for `GET /metrics`: Prometheus' exposition
/// format 0.0.4.
///
/// Equal names with equal labels share one instrument. A name stays of the kind that it was first
/// made with; an instrument that asks for it as another kind counts, but is not shown. Names keep
/// the letters, digits and underscores of their label; every other character becomes `_`.
public final class PrometheusRegistry: MetricsFactory {
  /// The `Content-Type` of ``exposition()``.
  public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// Upper bounds in seconds of a histogram that was described without bounds: 50 µs to 10 s.
  public static let latencyBounds: [Double] = [
    0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5,
    1, 2.5, 5, 10,
  ]

  /// How the values of a name are to be read.
  public enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  private struct Description {
    let help: String
    let bounds: [Double]
  }

  private struct Family {
    let kind: Kind
    /// By their labels as text, which is also the order they are shown in.
    var series: [String: any PrometheusSeries] = [:]
  }

  private struct State {
    var descriptions: [String: Description] = [:]
    var families: [String: Family] = [:]
  }

  private let state = Mutex(State())

  /// A registry without instruments.
  public init() {}

  /// Says what the name means, and, of a histogram, the ascending upper bounds of its buckets.
  ///
  /// Bounds apply to histograms that are made afterwards.
  public func describe(
    _ name: String, help: String, bounds: [Double] = PrometheusRegistry.latencyBounds
  ) {
    state.withLock { state in
      state.descriptions[Self.legal(name)] = Description(help: help, bounds: bounds)
    }
  }

  /// Adds a value that is read when the exposition is made, in place of one of the same name and
  /// labels.
  ///
  /// The closure may take locks of its own; it is called without any of the registry's. Where it has no value, there is
  /// no sample.
  public func addReading(
    _ name: String, kind: Kind, labels: [(String, String)] = [],
    read: @escaping @Sendable () -> Double?
  ) {
    let name = Self.legal(name)
    let text = Self.labelText(labels)
    state.withLock { state in
      var family = state.families[name] ?? Family(kind: kind)
      guard family.kind == kind else { return }
      family.series[text] = PrometheusReading(read: read)
      state.families[name] = family
    }
  }

  /// Every instrument's value now, ordered by name, then by labels.
  ///
  /// Costs one pass over the instruments and the sort of their names.
  public func exposition() -> String {
    let (families, descriptions) = state.withLock { state in
      (state.families, state.descriptions)
    }
    var text = ""
    for (name, family) in families.sorted(by: { $0.key < $1.key }) {
      var samples = ""
      for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
        series.write(name: name, labels: labels, to: &samples)
      }
      if samples.isEmpty { continue }
      if let description = descriptions[name] {
        text += "# HELP \(name) \(Self.escapedHelp(description.help))\n"
      }
      text += "# TYPE \(name) \(family.kind.rawValue)\n"
      text += samples
    }
    return text
  }

  // MARK: MetricsFactory

  public func makeCounter(
    label: String, dimensions: [(String, String)]
  ) -> any CounterHandler {
    series(label, dimensions, kind: .counter) { _ in PrometheusNumber() }
  }

  public func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    series(label, dimensions, kind: .counter) { _ in PrometheusNumber() }
  }

  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, dimensions, kind: .gauge) { _ in PrometheusNumber() }
  }

  public func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    if aggregate {
      series(label, dimensions, kind: .histogram) { PrometheusHistogram(bounds: $0) }
    } else {
      series(label, dimensions, kind: .gauge) { _ in PrometheusNumber() }
    }
  }

  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label, dimensions, kind: .histogram) { PrometheusHistogram(bounds: $0) }
  }

  // Scrapers expect a series to stay once it was shown, so what was made is never taken back.
  public func destroyCounter(_ handler: any CounterHandler) {}
  public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
  public func destroyMeter(_ handler: any MeterHandler) {}
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  public func destroyTimer(_ handler: any TimerHandler) {}

  /// The series of that name and those labels, made when it is new or of another kind.
  private func series<Series: PrometheusSeries>(
    _ label: String, _ dimensions: [(String, String)], kind: Kind, make: ([Double]) -> Series
  ) -> Series {
    let name = Self.legal(label)
    let labels = Self.labelText(dimensions)
    return state.withLock { state in
      var family = state.families[name] ?? Family(kind: kind)
      if family.kind == kind, let known = family.series[labels] as? Series { return known }
      let made = make(state.descriptions[name]?.bounds ?? Self.latencyBounds)
      guard family.kind == kind, family.series[labels] == nil else { return made }
      family.series[labels] = made
      state.families[name] = family
      return made
    }
  }

  // MARK: The format's alphabet

  /// The name with every character that the format does not allow replaced by `_`.
  private static func legal(_ name: String) -> String {
    var legal = ""
    for character in name.utf8 {
      switch character {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        legal.unicodeScalars.append(Unicode.Scalar(character))
      case UInt8(ascii: "0")...UInt8(ascii: "9") where !legal.isEmpty:
        legal.unicodeScalars.append(Unicode.Scalar(character))
      default:
        legal += "_"
      }
    }
    return legal.isEmpty ? "_" : legal
  }

  /// `name="value",…` in order of the names, without the braces.
  private static func labelText(_ labels: [(String, String)]) -> String {
    labels
      .map { (legal($0.0), $0.1) }
      .sorted { $0 < $1 }
      .map { "\($0.0)=\"\(escapedLabel($0.1))\"" }
      .joined(separator: ",")
  }

  private static func escapedLabel(_ value: String) -> String {
    var escaped = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func escapedHelp(_ help: String) -> String {
    var escaped = ""
    for scalar in help.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
