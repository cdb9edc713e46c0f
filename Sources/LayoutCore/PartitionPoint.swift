/// The first number of `range` for which `isBehind` holds, or its end: binary search over a predicate that turns
/// from false to true at most once. O(log count)
@inline(__always)
func partitionPoint(_ range: Range<Int>, where isBehind: (Int) -> Bool) -> Int {
  var lower = range.lowerBound
  var upper = range.upperBound
  while lower < upper {
    let middle = lower + (upper - lower) / 2
    if isBehind(middle) { upper = middle } else { lower = middle + 1 }
  }
  return lower
}
