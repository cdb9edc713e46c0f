public import Metrics
import Synchronization

/// The instruments of one service, and their text for `GET /metrics`, in Prometheus' exposition format 0.0.4.
///
/// Instruments are created through swift-metrics with an explicit registry: nothing is bootstrapped, and several
/// services with their own registries can run in one process. Equal names with equal labels share one instrument. The
/// first instrument determines the kind of a name; instruments of another kind count, but are not shown. Creating an
/// instrument takes a lock, counting does not.
public final class PrometheusRegistry: MetricsFactory {
  /// The `Content-Type` of ``exposition()``.
  public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// The default upper bounds of a histogram, in seconds: 50 µs to 10 s.
  public static let latencyBounds: [Double] = [
    0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5,
    1, 2.5, 5, 10,
  ]

  /// The kind of a name's values.
  public enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  private struct Family {
    var kind: Kind?
    var help: String?
    var bounds = PrometheusRegistry.latencyBounds
    /// The series by their labels as text. They are shown in the order of these texts.
    var series: [String: any PrometheusSeries] = [:]
  }

  private struct State {
    var families: [String: Family] = [:]
    var block = CountBlock()
    /// The number of used numbers in the block.
    var taken = 0

    mutating func cells(_ count: Int) -> CountCells {
      if taken + count > CountBlock.count { (block, taken) = (CountBlock(), 0) }
      defer { taken += count }
      return CountCells(block: block, first: taken)
    }
  }

  private let state = Mutex(State())

  /// Creates a registry without instruments.
  public init() {}

  /// Sets the help text of a name and, for histograms, the ascending upper bounds of the buckets, at most 500. Bounds
  /// apply to histograms created afterwards.
  public func describe(
    _ name: String, help: String, bounds: [Double] = PrometheusRegistry.latencyBounds
  ) {
    state.withLock { state in
      state.families[PrometheusText.name(name), default: Family()].help = help
      state.families[PrometheusText.name(name), default: Family()].bounds = bounds
    }
  }

  /// Adds a value that is read for each exposition, and replaces one with the same name and labels. `read` may take
  /// locks. If it returns nil, there is no sample.
  public func addReading(
    _ name: String, kind: Kind, labels: [(String, String)] = [],
    read: @escaping @Sendable () -> Double?
  ) {
    _ = series(name, labels, kind, replaces: true) { _, _ in PrometheusReading(read: read) }
  }

  /// The present value of every instrument, ordered by name and then by labels. O(instruments · log instruments)
  public func exposition() -> String {
    let families = state.withLock { $0.families }
    var text = ""
    for (name, family) in families.sorted(by: { $0.key < $1.key }) {
      var lines = ""
      for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
        for sample in series.samples {
          let all = [labels, sample.label].filter { !$0.isEmpty }.joined(separator: ",")
          let braced = all.isEmpty ? "" : "{\(all)}"
          lines += "\(name)\(sample.suffix)\(braced) \(PrometheusText.number(sample.value))\n"
        }
      }
      guard let kind = family.kind, !lines.isEmpty else { continue }
      if let help = family.help {
        text += "# HELP \(name) \(PrometheusText.escaped(help, quotes: false))\n"
      }
      text += "# TYPE \(name) \(kind.rawValue)\n\(lines)"
    }
    return text
  }

  // MARK: MetricsFactory

  public func makeCounter(
    label: String, dimensions: [(String, String)]
  ) -> any CounterHandler {
    series(label, dimensions, .counter) { state, _ in PrometheusCounter(cells: state.cells(1)) }
  }

  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, dimensions, .gauge) { _, _ in PrometheusGauge() }
  }

  public func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    aggregate
      ? histogram(label, dimensions)
      : series(label, dimensions, .gauge) { _, _ in PrometheusGauge() }
  }

  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    histogram(label, dimensions)
  }

  // Does nothing, because scrapers expect a series to stay once it was shown.
  public func destroyCounter(_ handler: any CounterHandler) {}
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  public func destroyTimer(_ handler: any TimerHandler) {}

  private func histogram(_ name: String, _ labels: [(String, String)]) -> PrometheusHistogram {
    series(name, labels, .histogram) { state, bounds in
      PrometheusHistogram(
        bounds: bounds, cells: state.cells(PrometheusHistogram.cellCount(bounds: bounds)))
    }
  }

  /// The series with a name and labels. Creates it if it is new, of another kind, or to be replaced.
  private func series<Series: PrometheusSeries>(
    _ name: String, _ labels: [(String, String)], _ kind: Kind, replaces: Bool = false,
    make: (inout State, [Double]) -> Series
  ) -> Series {
    let (name, labels) = (PrometheusText.name(name), PrometheusText.labels(labels))
    return state.withLock { state in
      var family = state.families[name] ?? Family()
      let isShown = family.kind ?? kind == kind
      if isShown, !replaces, let known = family.series[labels] as? Series { return known }
      let made = make(&state, family.bounds)
      guard isShown, replaces || family.series[labels] == nil else { return made }
      family.kind = kind
      family.series[labels] = made
      state.families[name] = family
      return made
    }
  }
}
