internal import LayoutCore
internal import LayoutSources

extension Section {
  /// Its items at some places, one after another, as a step gives them. O(items)
  func items(
    at places: [Int], meter: inout StepMeter
  ) throws(WalkStop) -> Items {
    var cursor = RunCursor(items)
    var builder = ContentTreeBuilder(naming: .nothing)
    for place in places {
      try meter.take()
      var run = cursor.run(from: place)
      // Neighbours before the step may be apart after it. Members stay.
      (run.count, run.members) = (1, nil)
      builder.append(run)
    }
    return builder.finishItems()
  }

  /// Some of its items. O(runs)
  func items(
    in range: Range<Int>, meter: inout StepMeter
  ) throws(WalkStop) -> Items {
    if range.count == items.count { return items }
    var cursor = RunCursor(items)
    var builder = ContentTreeBuilder(naming: .nothing)
    var item = range.lowerBound
    while item < range.upperBound {
      try meter.take()
      var run = cursor.run(from: item)
      run.count = min(run.count, range.upperBound - item)
      builder.append(run)
      item += run.count
    }
    return builder.finishItems()
  }
}

extension ContentNaming {
  /// For items that are written, and not kept.
  fileprivate static let nothing = ContentNaming { EqualDigests() }
}

/// Gives all contents the same digest.
private final class EqualDigests: ContentHasher {
  var digest: ContentDigest { ContentDigest { _ in 0 } }
  func append(_: Span<UInt8>) {}
  func append(_: Span<UInt16>) {}
  func append(_: Span<UInt32>) {}
  func append(_: Span<UInt64>) {}
}
