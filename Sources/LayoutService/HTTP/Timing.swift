import JSONText

/// The durations of a request's stages (docs/rules.md#server-timing).
public struct Timing: Sendable {
  /// The stages of a request, in order.
  public enum Stage: CaseIterable {
    case parse, apply, prepare, query, encode, store

    fileprivate var beforeDuration: StaticString {
      switch self {
      case .parse: "parse;dur="
      case .apply: "apply;dur="
      case .prepare: "prepare;dur="
      case .query: "query;dur="
      case .encode: "encode;dur="
      case .store: "store;dur="
      }
    }
  }

  private var durations = InlineArray<6, Duration?>(repeating: nil)

  /// No stage has run.
  public init() {}

  /// The sum of a stage's durations; nil if it did not run.
  public subscript(stage: Stage) -> Duration? { durations[Timing.place(stage)] }

  /// Runs a stage and measures its duration.
  public mutating func measure<Value, Failure: Error>(
    _ stage: Stage, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = ContinuousClock.now
    let value = try body()
    add(ContinuousClock.now - start, to: stage)
    return value
  }

  /// Adds the time since a moment to the duration of a stage.
  mutating func add(since start: ContinuousClock.Instant, to stage: Stage) {
    add(ContinuousClock.now - start, to: stage)
  }

  /// Adds to the duration of a stage.
  mutating func add(_ duration: Duration, to stage: Stage) {
    let place = Timing.place(stage)
    durations[place] = (durations[place] ?? .zero) + duration
  }

  private static func place(_ stage: Stage) -> Int {
    switch stage {
    case .parse: 0
    case .apply: 1
    case .prepare: 2
    case .query: 3
    case .encode: 4
    case .store: 5
    }
  }

  /// Whether any stage ran.
  var hasStages: Bool {
    for place in durations.indices where durations[place] != nil { return true }
    return false
  }

  /// Writes the value of the header, with durations in milliseconds with three decimals.
  func write(to bytes: inout [UInt8]) {
    var isFirst = true
    for stage in Stage.allCases {
      guard let duration = durations[Timing.place(stage)] else { continue }
      if !isFirst { appendLiteral(", ", to: &bytes) }
      isFirst = false
      appendLiteral(stage.beforeDuration, to: &bytes)
      let microseconds = duration.microseconds
      Timing.write(microseconds / 1000, digits: 1, to: &bytes)
      bytes.append(UInt8(ascii: "."))
      Timing.write(microseconds % 1000, digits: 3, to: &bytes)
    }
  }

  /// Writes a number with at least `digits` digits.
  private static func write(_ number: UInt64, digits: Int, to bytes: inout [UInt8]) {
    if digits > 1 || number > 9 { write(number / 10, digits: digits - 1, to: &bytes) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}

extension Duration {
  /// The duration in whole microseconds; 0 if it is negative.
  public var microseconds: UInt64 { UInt64(clamping: max(0, attoseconds) / 1_000_000_000_000) }
}
