/// Some of the items that an entry gives, one run after the other: no list of the runs is made, since it would take many
/// times the bytes of the text.
final class GivenPieces {
  private let items: GivenItems
  private var left: Range<Int>

  init(_ items: GivenItems, _ range: Range<Int>) {
    self.items = items
    left = range
  }

  /// What is said of the next items, as far as they are described together. O(log runs)
  var next: GivenItems.Run {
    var run = items.run(from: left.lowerBound)
    run.count = min(run.count, left.count)
    return run
  }

  /// What is said of the items, where all of them are described together. O(log runs)
  var whole: GivenItems.Run? {
    let run = next
    return run.count == left.count ? run : nil
  }

  /// The sizes, marks and members after the step of the first items of a run, and goes on behind them. O(log runs)
  ///
  /// - Parameter old: The run before the step, or the part of it that is left.
  func run(old: ItemRun, by conversion: SizeConversion) -> ItemRun {
    let given = next
    conversion.given = given
    var old = old
    old.count = min(old.count, given.count)
    left = left.lowerBound + old.count..<left.upperBound
    return conversion.run(old)
  }
}
