/// How long the stages of a request took (`Server-Timing`).
public struct Timing: Sendable {
  /// What a request goes through, in order.
  public enum Stage: String, CaseIterable {
    case parse, prepare, query, encode
  }

  private var durations = InlineArray<4, Duration?>(repeating: nil)

  /// No stage has run.
  public init() {}

  /// How long a stage took, all its runs together; nil when it did not run.
  public subscript(stage: Stage) -> Duration? { durations[Timing.place(stage)] }

  /// Runs one stage and takes its time.
  public mutating func measure<Value, Failure: Error>(
    _ stage: Stage, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = ContinuousClock.now
    let value = try body()
    let place = Timing.place(stage)
    durations[place] = (durations[place] ?? .zero) + (ContinuousClock.now - start)
    return value
  }

  private static func place(_ stage: Stage) -> Int {
    switch stage {
    case .parse: 0
    case .prepare: 1
    case .query: 2
    case .encode: 3
    }
  }

  /// The header's value, durations in milliseconds; nil when no stage ran.
  var header: String? {
    var entries: [String] = []
    for stage in Stage.allCases {
      guard let duration = durations[Timing.place(stage)] else { continue }
      let microseconds =
        duration.components.seconds * 1_000_000
        + duration.components.attoseconds / 1_000_000_000_000
      let fraction = String(microseconds % 1000)
      let padding = String(repeating: "0", count: 3 - fraction.utf8.count)
      entries.append("\(stage.rawValue);dur=\(microseconds / 1000).\(padding)\(fraction)")
    }
    return entries.isEmpty ? nil : entries.joined(separator: ", ")
  }
}
