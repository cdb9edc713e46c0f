/// Bounds the work of a walk (docs/rules.md#query-cost): each section, stacked element, line, row, column and item that
/// it looks at is a step.
///
/// A walk may look at much and find little: a rectangle may cross a million sections whose elements all stand beside
/// it. So steps are counted, not answers; searches, which are logarithmic, are left out. The core knows no clock: the
/// caller grants a portion of steps, and is asked again when it is used up. Decoding a snapshot is bounded in the same
/// way.
public struct StepMeter {
  private var granted: Int
  @usableFromInline var left: Int
  private let portion: Int
  private let grantsMore: () -> Bool

  /// Grants a portion of steps, at least one, and as many again whenever `grantsMore` agrees.
  public init(portion: Int, grantsMore: @escaping () -> Bool = { false }) {
    precondition(portion > 0, "a portion has steps")
    granted = portion
    left = portion
    self.portion = portion
    self.grantsMore = grantsMore
  }

  /// A meter that stops no walk.
  public static var unlimited: StepMeter { StepMeter(portion: .max) }

  /// The steps that have been taken.
  public var steps: Int { granted - left }

  /// Takes steps before they are done.
  @inlinable
  @inline(__always)
  public mutating func take(_ count: Int = 1) throws(WalkStop) {
    left -= count
    if left < 0 { try refill() }
  }

  @inline(never)
  @usableFromInline
  mutating func refill() throws(WalkStop) {
    while left < 0 {
      guard grantsMore() else { throw .stepsUsedUp }
      granted &+= portion
      left += portion
    }
  }
}

/// Why a walk over elements ended before its last one.
public enum WalkStop: Error {
  /// The visitor has seen enough.
  case visitor
  /// The meter grants no more steps.
  case stepsUsedUp
}
