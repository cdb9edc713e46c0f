/// The first number in `range` for which `isBehind` is true, or the range's end. A binary search: the predicate must
/// turn from false to true at most once. O(log count)
@inlinable
@inline(__always)
public func partitionPoint(_ range: Range<Int>, where isBehind: (Int) -> Bool) -> Int {
  var lower = range.lowerBound
  var upper = range.upperBound
  while lower < upper {
    let middle = lower + (upper - lower) / 2
    if isBehind(middle) { upper = middle } else { lower = middle + 1 }
  }
  return lower
}

/// The partition point. Faster if it is in `likely` or at its end. O(log count)
@inline(__always)
func partitionPoint(
  _ range: Range<Int>, near likely: Range<Int>, where isBehind: (Int) -> Bool
) -> Int {
  var likely = likely.clamped(to: range)
  if likely.lowerBound > range.lowerBound, isBehind(likely.lowerBound - 1) {
    likely = range.lowerBound..<likely.lowerBound - 1
  } else if likely.upperBound < range.upperBound, !isBehind(likely.upperBound) {
    likely = likely.upperBound + 1..<range.upperBound
  }
  return partitionPoint(likely, where: isBehind)
}

/// The partition point. Faster near the range's start. O(log of its distance)
@inline(__always)
func partitionPoint(nearStartOf range: Range<Int>, where isBehind: (Int) -> Bool) -> Int {
  var lower = range.lowerBound
  var step = 4
  while range.upperBound - lower > step, !isBehind(lower + step) {
    lower += step + 1
    step *= 2
  }
  return partitionPoint(lower..<min(range.upperBound, lower + step), where: isBehind)
}

/// The partition point. Faster near the range's end. O(log of its distance)
@inline(__always)
func partitionPoint(nearEndOf range: Range<Int>, where isBehind: (Int) -> Bool) -> Int {
  var upper = range.upperBound
  var step = 1
  while upper - range.lowerBound > step, isBehind(upper - step) {
    upper -= step
    step *= 2
  }
  return partitionPoint(max(range.lowerBound, upper - step)..<upper, where: isBehind)
}

/// The partition point in a short range, without branches that could be mispredicted. O(log count)
@inline(__always)
func partitionPoint(unguessed range: Range<Int>, where isBehind: (Int) -> Bool) -> Int {
  var lower = range.lowerBound
  var count = range.count
  while count > 0 {
    let half = (count + 1) / 2
    let step = isBehind(lower + half - 1) ? 0 : half
    lower += step
    count -= half
  }
  return lower
}
