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
  /// The figures of the reference; none if layoutd's are compared with the target itself.
  var reference: [Double] = []
  /// The greatest ratio of the medians that is allowed, or without a reference the greatest median; nil without a
  /// target.
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

  /// Prints the line, at once.
  func show() {
    print(json)
    fflush(nil)
  }

  private static func array(_ numbers: [Double]) -> String {
    "[\(numbers.map { "\(($0 * 1000).rounded() / 1000)" }.joined(separator: ","))]"
  }
}

/// Which rows are measured, and how long.
struct Plan {
  /// The rows to measure; empty for all.
  var rows: Set<String> = []
  /// The text that a line needs to be measured; empty for all lines.
  var text = ""
  /// Whether sizes are at most 10⁵ and rounds few, only to show that everything runs.
  var isQuick = false

  var rounds: Int { isQuick ? 3 : 9 }

  /// Whether a row was asked for.
  func includes(_ row: String) -> Bool { rows.isEmpty || rows.contains(row) }

  /// The sizes that are small enough for the plan.
  func sizes(_ counts: [Int]) -> [Int] { isQuick ? counts.filter { $0 <= 100_000 } : counts }

  /// Runs both in turns, after one round of each that does not count, and prints the line.
  ///
  /// - Parameters:
  ///   - count: what one run's time is divided by.
  ///   - layoutd: one run; is given the number of the round.
  ///   - reference: the same of the reference.
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

/// Uses results, so that the compiler leaves no computation out.
@inline(never)
func keep(_ number: Double) {
  precondition(!number.isNaN, "a result is a number")
}
