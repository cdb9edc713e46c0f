import Testing

@testable import LayoutService

@Suite struct DeadlineWatchTests {
  /// Whoever asks is told the truth, whether others had a turn in between or not.
  @Test(arguments: [Place.network, .compute])
  func isLateBehindTheDeadline(place: Place) {
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(5)
    var watch = DeadlineWatch(deadline, on: place)
    var isLate = false
    while !isLate {
      let before = clock.now
      isLate = watch.isLate()
      let after = clock.now
      if isLate { #expect(after > deadline) } else { #expect(before <= deadline) }
    }
  }
}
