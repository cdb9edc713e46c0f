internal import LayoutCore

extension Section {
  /// Some of its items, one after another, as a step gives them. O(items)
  ///
  /// - Parameter places: Where they are, if they may be apart; they keep their members.
  func items(
    in range: Range<Int>, at places: [Int]?, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Items {
    if places == nil, range.count == items.count { return items }
    var cursor = RunCursor(items)
    var builder = ContentTreeBuilder(naming: .nothing)
    var item = range.lowerBound
    while item < range.upperBound {
      try meter.take()
      var run = cursor.run(from: places?[item] ?? item)
      run.count = places == nil ? min(run.count, range.upperBound - item) : 1
      if places != nil { run.members = nil }
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
