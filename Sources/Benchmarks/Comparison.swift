import CReference
import Glibc

/// One row of the table: the figures of each round, with those of a reference in the same run.
struct Comparison {
  /// The row of the table in docs/performance.md.
  let row: String
  let what: String
  let unit: String
  /// The figures of layoutd, one for each round, in `unit`.
  var layoutd: [Double] = []
  /// The figures of the reference; empty if those of layoutd are compared with the target itself.
  var reference: [Double] = []
  /// The greatest allowed ratio of the medians, or without a reference the greatest median; nil if there is no target.
  let target: Double?

  /// The line as JSON.
  private var json: String {
    let members = [
      "\"row\":\"\(row)\"", "\"what\":\"\(what)\"", "\"unit\":\"\(unit)\"",
      "\"layoutd\":\(Comparison.array(layoutd))", "\"reference\":\(Comparison.array(reference))",
      "\"target\":\(target.map { "\($0)" } ?? "null")",
    ]
    return "{\(members.joined(separator: ","))}"
  }

  /// Prints the line immediately.
  func show() {
    print(json)
    fflush(nil)
  }

  private static func array(_ numbers: [Double]) -> String {
    "[\(numbers.map { "\(($0 * 1000).rounded() / 1000)" }.joined(separator: ","))]"
  }
}

/// The rows to measure, and for how long.
struct Plan {
  /// The rows to measure; empty for all.
  var rows: Set<String> = []
  /// The text that lines to be measured contain; empty for all lines.
  var text = ""
  /// Whether to use small sizes and few rounds, only to check that everything runs.
  var isQuick = false

  var rounds: Int { isQuick ? 3 : 9 }

  /// Whether a row is to be measured.
  func includes(_ row: String) -> Bool { rows.isEmpty || rows.contains(row) }

  /// The sizes that are small enough for the plan.
  func sizes(_ counts: [Int]) -> [Int] { isQuick ? counts.filter { $0 <= 100_000 } : counts }

  /// Runs both alternately, after one round of each that does not count, and prints the line.
  ///
  /// - Parameters:
  ///   - count: The number that the time of one run is divided by.
  ///   - layoutd: One run; gets the number of the round.
  ///   - reference: One run of the reference.
  func compare(
    _ comparison: Comparison, per count: Int, layoutd: (Int) -> Void,
    reference: ((Int) -> Void)? = nil
  ) {
    guard text.isEmpty || comparison.what.contains(text) else { return }
    var comparison = comparison
    for round in 0...rounds {
      let own = nanoseconds { layoutd(round) } / Double(count)
      let other = reference.map { run in nanoseconds { run(round) } / Double(count) }
      guard round > 0 else { continue }
      comparison.layoutd.append(own)
      if let other { comparison.reference.append(other) }
    }
    comparison.show()
  }

  private func nanoseconds(_ run: () -> Void) -> Double {
    let start = reference_thread_nanoseconds()
    run()
    return reference_thread_nanoseconds() - start
  }
}

/// Uses a result, so that the compiler does not remove the computation.
@inline(never)
func keep(_ number: Double) {
  precondition(!number.isNaN, "a result is a number")
}
