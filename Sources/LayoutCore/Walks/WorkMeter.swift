/// Limits the work of a walk (docs/rules.md#query-cost). Each section, stacked element, line, row, column and item that
/// a walk visits costs a unit. What it only reads of a waterfall costs less: a unit for 16 items that it does not pass on,
/// for 4 columns of each block of items that it visits, and for 16 columns of each group of items.
///
/// A walk may visit much and find little: a rectangle may cross a million sections whose elements are all beside it. So
/// units are counted, not results. A search is logarithmic and costs nothing, unless it reads frames of a waterfall of
/// many columns. The core has no clock: the caller grants a portion of units, and is asked for another one when these are
/// used up. Decoding a snapshot is limited in the same way.
public struct WorkMeter {
  private var granted: Int
  @usableFromInline var left: Int
  private let portion: Int
  private let grantsMore: () -> Bool

  /// Creates a meter with a portion of units, at least one. Whenever they are used up, `grantsMore` decides about
  /// another portion.
  public init(portion: Int, grantsMore: @escaping () -> Bool = { false }) {
    precondition(portion > 0, "a portion has units")
    granted = portion
    left = portion
    self.portion = portion
    self.grantsMore = grantsMore
  }

  /// A meter that never stops a walk.
  public static var unlimited: WorkMeter { WorkMeter(portion: .max) }

  /// The units used so far.
  public var units: Int { granted - left }

  /// Pays for units. Call it before doing the work.
  @inlinable
  @inline(__always)
  public mutating func take(_ count: Int = 1) throws(WalkInterrupted) {
    left -= count
    if left < 0 { try refill() }
  }

  @inline(never)
  @usableFromInline
  mutating func refill() throws(WalkInterrupted) {
    while left < 0 {
      guard grantsMore() else { throw .budgetExceeded }
      granted &+= portion
      left += portion
    }
  }
}

/// Why a walk over elements ended before its last one.
public enum WalkInterrupted: Error {
  /// The visitor returned false, or a list was full.
  case visitor
  /// The meter ran out of units.
  case budgetExceeded
}
