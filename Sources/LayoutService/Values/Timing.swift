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

  /// In nanoseconds; below 0 for a stage that did not run.
  private var durations = InlineArray<6, Int64>(repeating: -1)

  /// No stage has run.
  public init() {}

  /// The sum of a stage's durations; nil if it did not run.
  public subscript(stage: Stage) -> Duration? {
    let nanoseconds = durations[Timing.place(stage)]
    return nanoseconds < 0 ? nil : .nanoseconds(nanoseconds)
  }

  /// Runs a stage and measures its duration.
  public mutating func measure<Value, Failure: Error>(
    _ stage: Stage, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = ContinuousClock.now
    let value = try body()
    add(since: start, to: stage)
    return value
  }

  /// Adds the time since a moment to the duration of a stage. Returns the moment that it ended.
  @discardableResult
  mutating func add(
    since start: ContinuousClock.Instant, to stage: Stage
  ) -> ContinuousClock.Instant {
    let end = ContinuousClock.now
    add(start.duration(to: end), to: stage)
    return end
  }

  /// Adds to the duration of a stage.
  mutating func add(_ duration: Duration, to stage: Stage) {
    let place = Timing.place(stage)
    let nanoseconds = Int64(duration.count(ofAttoseconds: 1_000_000_000))
    durations[place] = max(0, durations[place]) &+ nanoseconds
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
    for place in durations.indices where durations[place] >= 0 { return true }
    return false
  }

  /// The most bytes of the header's value.
  static let bytesMax = Stage.allCases.count * 48

  /// Writes the header's value, durations in milliseconds with three decimals.
  func write(to room: inout JSONRoom) {
    var isFirst = true
    for stage in Stage.allCases {
      let nanoseconds = durations[Timing.place(stage)]
      if nanoseconds < 0 { continue }
      if !isFirst { room.literal(", ") }
      isFirst = false
      room.literal(stage.beforeDuration)
      let (whole, rest) = (nanoseconds / 1000).quotientAndRemainder(dividingBy: 1000)
      room.integer(Int(whole))
      if rest < 10 {
        room.literal(".00")
      } else if rest < 100 {
        room.literal(".0")
      } else {
        room.literal(".")
      }
      room.integer(Int(rest))
    }
  }
}

extension Duration {
  /// The duration in whole microseconds; 0 if it is negative.
  public var microseconds: UInt64 { count(ofAttoseconds: 1_000_000_000_000) }

  /// The duration in units of at least 10⁹ attoseconds, rounded down; 0 if it is negative.
  func count(ofAttoseconds unit: UInt64) -> UInt64 {
    // 64 bits are enough for 18 seconds, and are divided faster.
    if let short = UInt64(exactly: attoseconds) { return short / unit }
    return UInt64(clamping: min(Int128(Int64.max), max(0, attoseconds) / Int128(unit)))
  }
}
