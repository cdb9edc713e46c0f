/// Says whether a server is tried at all. It opens after failures, and closes when an attempt beside the calls has
/// succeeded. Times are given, so that it has no clock.
struct Breaker {
  /// Failures in a row that open it.
  static let failuresMax = 5
  /// Or so many attempts within a window, of which half failed.
  static let attemptsMin = 20
  static let window = Duration.seconds(10)
  /// How long it stays open at first, and at last.
  static let pauseMin = Duration.milliseconds(500)
  static let pauseMax = Duration.seconds(4)

  /// Open from the start: a server has to be seen first.
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

  /// Says whether this failure opens it.
  mutating func noteFailure(at now: ContinuousClock.Instant) -> Bool {
    count(isFailure: true, at: now)
    failuresInRow += 1
    let isMany = attempts >= Breaker.attemptsMin && failures * 2 >= attempts
    guard !isOpen, failuresInRow >= Breaker.failuresMax || isMany else { return false }
    isOpen = true
    pause = Breaker.pauseMin
    return true
  }

  /// How long to wait before the next attempt to close it: twice as long as the time before, give or take a fifth.
  mutating func nextPause(jitter: Double) -> Duration {
    defer { pause = min(pause * 2, Breaker.pauseMax) }
    return pause * (0.8 + 0.4 * jitter)
  }

  mutating func close() {
    (isOpen, failuresInRow, windowStart, pause) = (false, 0, nil, Breaker.pauseMin)
  }
}
