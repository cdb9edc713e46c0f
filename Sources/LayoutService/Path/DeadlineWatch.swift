import HTTPServer

/// What a long computation asks now and then: whether it is late.
///
/// The system lets a thread run for up to 4 ms while others wait, and an answer on a network thread takes some 50 µs. So
/// a compute thread that asks also gives the processor up for a moment, every 200 µs at most.
struct DeadlineWatch {
  /// The time between two moments in which others may run.
  private static let turn = Duration.microseconds(200)

  private let deadline: ContinuousClock.Instant
  private let givesTurns: Bool
  private var turnEnds: ContinuousClock.Instant

  init(_ deadline: ContinuousClock.Instant, on place: Place) {
    self.deadline = deadline
    givesTurns = place == .compute
    turnEnds = .now + DeadlineWatch.turn
  }

  /// Whether the deadline is over.
  mutating func isLate() -> Bool {
    var now = ContinuousClock.now
    if givesTurns && now >= turnEnds {
      ThreadPriority.giveTurn()
      now = .now
      turnEnds = now + DeadlineWatch.turn
    }
    return now > deadline
  }
}
