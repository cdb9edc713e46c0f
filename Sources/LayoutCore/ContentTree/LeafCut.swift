/// Finds the run after which a leaf ends. Only the runs themselves determine it, so that equal content is divided into
/// equal leaves, for any sequence of edits.
enum LeafCut {
  /// The fewest runs of a leaf, except the last one.
  static let runsMin = 32
  /// The most runs of a leaf.
  static let runsMax = 4096

  /// The number of runs that determine a cut: earlier ones have been shifted out of the sum of 64
  /// bits, 4 bits for each run.
  private static let window = 16
  private static let widthFactor: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let heightFactor: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let countFactor: UInt64 = 0x1656_67B1_9E37_79F9
  private static let mixFactor: UInt64 = 0xD6E8_FEB8_6659_FD93

  /// The end of the leaf that begins at run `start`, after its last run; nil if the leaf continues beyond `end`.
  ///
  /// There is no cut before run `untested`. O(runs from there on)
  static func end(
    counts: RunColumn, widths: RunColumn, heights: RunColumn, members: RunMembers,
    start: Int, untested: Int, end: Int
  ) -> Int? {
    let first = max(start + runsMin - 1, untested)
    let limit = min(end, start + runsMax)
    guard first < limit else { return nil }
    var rest: UInt64 = 0
    if counts.areEqual { rest &+= counts.equal &* countFactor }
    if widths.areEqual { rest &+= widths.equal &* widthFactor }
    if heights.areEqual { rest &+= heights.equal &* heightFactor }
    let cut: Int?
    let countSpan = counts.numbers.span
    let widthSpan = widths.numbers.span
    let heightSpan = heights.numbers.span
    let sayNothing = members.areNone
    switch (counts.areEqual, widths.areEqual, heights.areEqual) {
    case (true, true, _) where sayNothing:
      cut = scan(first, limit) { heightSpan[$0] &* heightFactor &+ rest }
    case (true, false, true) where sayNothing:
      cut = scan(first, limit) { widthSpan[$0] &* widthFactor &+ rest }
    case (false, true, false) where sayNothing:
      cut = scan(first, limit) {
        heightSpan[$0] &* heightFactor &+ countSpan[$0] &* countFactor &+ rest
      }
    case (true, false, false) where sayNothing:
      cut = scan(first, limit) {
        widthSpan[$0] &* widthFactor &+ heightSpan[$0] &* heightFactor &+ rest
      }
    case (false, false, false) where sayNothing:
      cut = scan(first, limit) {
        widthSpan[$0] &* widthFactor &+ heightSpan[$0] &* heightFactor
          &+ countSpan[$0] &* countFactor
      }
    default:
      cut = scan(first, limit) {
        widths[$0] &* widthFactor &+ heights[$0] &* heightFactor
          &+ counts[$0] &* countFactor &+ (sayNothing ? 0 : members.term(ofRun: $0))
      }
    }
    return cut ?? (limit == start + runsMax ? limit : nil)
  }

  /// Finds a cut after one of the runs `first` …< `limit`. Returns the run after it.
  @inline(__always)
  private static func scan(_ first: Int, _ limit: Int, run: (Int) -> UInt64) -> Int? {
    var sum: UInt64 = 0
    for place in first - (window - 1)..<first { sum = sum << 4 &+ mixed(run(place)) }
    for place in first..<limit {
      sum = sum << 4 &+ mixed(run(place))
      if (sum &* mixFactor) >> 56 == 0 { return place + 1 }
    }
    return nil
  }

  @inline(__always)
  private static func mixed(_ run: UInt64) -> UInt64 {
    let mixed = (run ^ run >> 32) &* mixFactor
    return mixed ^ mixed >> 32
  }
}
