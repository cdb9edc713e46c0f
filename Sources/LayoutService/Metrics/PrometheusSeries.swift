import Metrics
import Synchronization

/// The values of one name with one set of labels.
protocol PrometheusSeries: AnyObject, Sendable {
  /// Appends the sample lines; `labels` come without braces.
  func write(name: String, labels: String, to text: inout String)
}

/// A counter or a gauge: one number, exact for whole values up to 2⁵³.
final class PrometheusNumber: PrometheusSeries, CounterHandler, FloatingPointCounterHandler,
  MeterHandler, RecorderHandler
{
  private let value = Mutex(0.0)

  func increment(by amount: Int64) { increment(by: Double(amount)) }
  func increment(by amount: Double) { value.withLock { $0 += amount } }
  func decrement(by amount: Double) { value.withLock { $0 -= amount } }
  func set(_ new: Int64) { set(Double(new)) }
  func set(_ new: Double) { value.withLock { $0 = new } }
  func record(_ new: Int64) { set(Double(new)) }
  func record(_ new: Double) { set(new) }
  func reset() { set(0.0) }

  func write(name: String, labels: String, to text: inout String) {
    appendSample(name, labels, value.withLock { $0 }, to: &text)
  }
}

/// A number that somebody else keeps, as long as there is one.
final class PrometheusReading: PrometheusSeries {
  private let read: @Sendable () -> Double?

  init(read: @escaping @Sendable () -> Double?) {
    self.read = read
  }

  func write(name: String, labels: String, to text: inout String) {
    if let value = read() { appendSample(name, labels, value, to: &text) }
  }
}

/// How many values fell below each bound, and their sum. Timers record seconds.
final class PrometheusHistogram: PrometheusSeries, RecorderHandler, TimerHandler {
  private struct State {
    /// Values above the bound before and up to the bound of the same index; the last: above all.
    var counts: [UInt64]
    var sum = 0.0
  }

  private let bounds: [Double]
  private let state: Mutex<State>

  /// - Parameter bounds: the upper bounds of the buckets, ascending; one more above all is implied.
  init(bounds: [Double]) {
    self.bounds = bounds
    state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
  }

  func record(_ value: Int64) { record(Double(value)) }
  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

  func record(_ value: Double) {
    let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
    state.withLock { state in
      state.counts[bucket] += 1
      state.sum += value
    }
  }

  func write(name: String, labels: String, to text: inout String) {
    let state = self.state.withLock { $0 }
    let lead = labels.isEmpty ? "" : labels + ","
    var count: UInt64 = 0
    for (index, inBucket) in state.counts.enumerated() {
      count += inBucket
      let bound = index < bounds.count ? bounds[index] : .infinity
      appendSample("\(name)_bucket", "\(lead)le=\"\(number(bound))\"", Double(count), to: &text)
    }
    appendSample("\(name)_sum", labels, state.sum, to: &text)
    appendSample("\(name)_count", labels, Double(count), to: &text)
  }
}

private func appendSample(
  _ name: String, _ labels: String, _ value: Double, to text: inout String
) {
  text += name
  if !labels.isEmpty { text += "{\(labels)}" }
  text += " \(number(value))\n"
}

/// The fewest digits that read back to the same double, in the format's spelling.
private func number(_ value: Double) -> String {
  if value.isNaN { return "NaN" }
  if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
  if let whole = Int64(exactly: value) { return String(whole) }
  return value.description
}
