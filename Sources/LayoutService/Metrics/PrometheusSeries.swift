import Metrics
import Synchronization

/// The values of one name with one set of labels.
protocol PrometheusSeries: AnyObject, Sendable {
  /// The samples: the suffix of the name, an additional label (`le="1"`, or empty), and the value.
  var samples: [(suffix: String, label: String, value: Double)] { get }
}

/// A number that only grows.
final class PrometheusCounter: PrometheusSeries, CounterHandler {
  private let cells: CountCells

  init(cells: CountCells) { self.cells = cells }

  func increment(by amount: Int64) { cells.add(Double(amount)) }
  /// Does nothing, because readers of a counter expect it to grow.
  func reset() {}

  var samples: [(suffix: String, label: String, value: Double)] { [("", "", cells[0])] }
}

/// The last recorded number.
final class PrometheusGauge: PrometheusSeries, RecorderHandler, MeterHandler {
  private let value = Mutex(0.0)

  func record(_ new: Int64) { set(Double(new)) }
  func record(_ new: Double) { set(new) }
  func set(_ new: Int64) { set(Double(new)) }
  func set(_ new: Double) { value.withLock { $0 = new } }
  func increment(by amount: Double) { value.withLock { $0 += amount } }
  func decrement(by amount: Double) { value.withLock { $0 -= amount } }

  var samples: [(suffix: String, label: String, value: Double)] {
    [("", "", value.withLock { $0 })]
  }
}

/// A number that is read from elsewhere, if there is one.
final class PrometheusReading: PrometheusSeries {
  private let read: @Sendable () -> Double?

  init(read: @escaping @Sendable () -> Double?) { self.read = read }

  var samples: [(suffix: String, label: String, value: Double)] {
    read().map { [("", "", $0)] } ?? []
  }
}

/// The number of values up to each bound, and the sum of all values. Timers record seconds.
final class PrometheusHistogram: PrometheusSeries, RecorderHandler, TimerHandler {
  private let bounds: [Double]
  /// For each bound, the number of values up to it and above the previous bound; then the number of values above all
  /// bounds; then the sum.
  private let cells: CountCells

  /// - Parameter bounds: The upper bounds of the buckets, ascending. One more bucket above all bounds is implied.
  init(bounds: [Double], cells: CountCells) {
    self.bounds = bounds
    self.cells = cells
  }

  /// The number of cells that a histogram with these bounds needs.
  static func cellCount(bounds: [Double]) -> Int { bounds.count + 2 }

  func record(_ value: Int64) { record(Double(value)) }
  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

  func record(_ value: Double) {
    cells.add(1, to: bounds.firstIndex { value <= $0 } ?? bounds.count)
    cells.add(value, to: bounds.count + 1)
  }

  var samples: [(suffix: String, label: String, value: Double)] {
    var count = 0.0
    let buckets = (bounds + [.infinity]).enumerated().map { index, bound in
      count += cells[index]
      return ("_bucket", "le=\"\(PrometheusText.number(bound))\"", count)
    }
    return buckets + [("_sum", "", cells[bounds.count + 1]), ("_count", "", count)]
  }
}
