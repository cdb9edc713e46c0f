/// A circuit breaker. It opens after failures, and is closed after a probe succeeded. It has no clock: times are
/// parameters.
struct Breaker {
  /// The number of consecutive failures that opens it.
  static let failuresMax = 5
  /// It also opens if a window has at least `attemptsMin` attempts and at least half of them failed.
  static let attemptsMin = 20
  static let window = Duration.seconds(10)
  /// The least and the greatest pause before a probe.
  static let pauseMin = Duration.milliseconds(500)
  static let pauseMax = Duration.seconds(4)

  /// Open at first: the server must be reached once.
  private(set) var isOpen = true
  private var failuresInRow = 0
  private var windowStart: ContinuousClock.Instant?
  private var attempts = 0
  private var failures = 0
  private var pause = Breaker.pauseMin

  private mutating func count(isFailure: Bool, at now: ContinuousClock.Instant) {
    if windowStart.map({ now - $0 > Breaker.window }) ?? true {
      (windowStart, attempts, failures) = (now, 0, 0)
    }
    attempts += 1
    if isFailure { failures += 1 }
  }

  mutating func noteSuccess(at now: ContinuousClock.Instant) {
    count(isFailure: false, at: now)
    failuresInRow = 0
  }

  /// Counts a failure. Returns whether it opened the breaker.
  mutating func noteFailure(at now: ContinuousClock.Instant) -> Bool {
    count(isFailure: true, at: now)
    failuresInRow += 1
    let isMany = attempts >= Breaker.attemptsMin && failures * 2 >= attempts
    guard !isOpen, failuresInRow >= Breaker.failuresMax || isMany else { return false }
    isOpen = true
    pause = Breaker.pauseMin
    return true
  }

  /// The pause before the next probe: twice as long as the last one, plus or minus a fifth.
  mutating func nextPause(jitter: Double) -> Duration {
    defer { pause = min(pause * 2, Breaker.pauseMax) }
    return pause * (0.8 + 0.4 * jitter)
  }

  mutating func close() {
    (isOpen, failuresInRow, windowStart, pause) = (false, 0, nil, Breaker.pauseMin)
  }
}
