import Testing

@testable import LayoutService

@Suite struct AllowanceTests {
  /// The answer is right whether or not other threads have run in between.
  @Test(arguments: [Allowance.Thread.network, .compute])
  func isLateBehindTheDeadline(thread: Allowance.Thread) {
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(5)
    var allowance = Allowance(on: thread, until: deadline)
    var isLate = false
    while !isLate {
      let before = clock.now
      isLate = allowance.isLate()
      let after = clock.now
      if isLate { #expect(after > deadline) } else { #expect(before <= deadline) }
    }
  }
}
