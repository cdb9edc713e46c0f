/// Some of the items that an entry describes, run by run. The runs are not put into a list, which would need many times
/// the bytes of the text.
final class GivenPieces {
  private let items: GivenItems
  private var left: Range<Int>

  init(_ items: GivenItems, _ range: Range<Int>) {
    self.items = items
    left = range
  }

  /// The description of the next items, as far as they are described together. O(log runs)
  var next: GivenItems.Run {
    var run = items.run(from: left.lowerBound)
    run.count = min(run.count, left.count)
    return run
  }

  /// The description of the items if all of them are described together, else nil. O(log runs)
  var whole: GivenItems.Run? {
    let run = next
    return run.count == left.count ? run : nil
  }

  /// Moves past some of the items.
  func pass(_ count: Int) { left = left.lowerBound + count..<left.upperBound }

  /// Converts the first items of a run to their sizes, marks and members after the step, and moves past them. O(log
  /// runs)
  ///
  /// - Parameter old: The run before the step, or the remaining part of it.
  func run(old: ItemRun, by conversion: SizeConversion) -> ItemRun {
    let given = next
    conversion.given = given
    var old = old
    old.count = min(old.count, given.count)
    pass(old.count)
    return conversion.run(old)
  }
}
