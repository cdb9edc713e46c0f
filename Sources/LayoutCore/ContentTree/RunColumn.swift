/// A number for each run in a buffer: marked counts, or the bits of extents. A single number while all are equal.
struct RunColumn {
  /// The number of all runs, while they are equal.
  private(set) var equal: UInt64 = 0
  private(set) var areEqual = true
  /// Otherwise one number per run, followed by free space.
  var numbers: SpanArray<UInt64> = []

  @inline(__always)
  subscript(place: Int) -> UInt64 { areEqual ? equal : numbers[place] }

  /// Appends a number after `count` others.
  @inline(__always)
  mutating func append(_ number: UInt64, at count: Int, capacity: Int) {
    if areEqual {
      if accepts(number, at: count) { return }
      spread(count, capacity: capacity)
    }
    numbers[count] = number
  }

  /// Appends a number at several places, at least one. O(places) if numbers differ
  mutating func append(_ number: UInt64, at places: Range<Int>, capacity: Int) {
    if areEqual {
      if accepts(number, at: places.lowerBound) { return }
      spread(places.lowerBound, capacity: capacity)
    }
    var target = numbers.mutableSpan
    for place in places { target[place] = number }
  }

  /// Whether all numbers are still equal with this one after `count` others.
  @inline(__always)
  private mutating func accepts(_ number: UInt64, at count: Int) -> Bool {
    if count == 0 { equal = number }
    return number == equal
  }

  /// Appends some extents of a list, or its only one repeatedly, after `count` others. O(range)
  mutating func append(_ extents: Span<Double>, _ range: Range<Int>, at count: Int, capacity: Int) {
    if extents.count == 1 {
      return append(
        (extents[0] + 0).bitPattern, at: count..<count + range.count, capacity: capacity)
    }
    spread(count, capacity: capacity)
    let source = extents.extracting(range)
    var target = numbers.mutableSpan
    precondition(count >= 0 && count + source.count <= target.count, "the column has room")
    for place in source.indices { target[count + place] = (source[place] + 0).bitPattern }
  }

  /// Appends the numbers of some runs of a leaf, at least one, after `count` others. O(runs)
  mutating func append(
    _ column: LeafColumn, areExtents: Bool, _ runs: Range<Int>, at count: Int, capacity: Int
  ) {
    if let number = column.uniform {
      return append(number, at: count..<count + runs.count, capacity: capacity)
    }
    spread(count, capacity: capacity)
    var target = numbers.mutableSpan
    if areExtents {
      column.copyNumbers(runs, areExtents: true, to: &target, at: count)
    } else {
      column.copyNumbers(runs, areExtents: false, to: &target, at: count)
    }
  }

  /// Stores a separate number for each of `count` runs, with space for others. O(capacity) at the first time, then
  /// O(count)
  mutating func spread(_ count: Int, capacity: Int) {
    guard areEqual else { return }
    areEqual = false
    if numbers.count < capacity { numbers = SpanArray(repeating: equal, count: capacity) }
    let number = equal
    var target = numbers.mutableSpan
    for place in 0..<count { target[place] = number }
  }

  /// Moves the numbers of some runs to the front, and ensures the capacity. O(runs), O(capacity) if it was less
  mutating func move(_ runs: Range<Int>, capacity: Int) {
    if areEqual { return }
    if runs.isEmpty {
      areEqual = true
      return
    }
    if runs.lowerBound > 0 {
      var target = numbers.mutableSpan
      for place in runs { target[place - runs.lowerBound] = target[place] }
    }
    if numbers.count < capacity {
      numbers.reserveCapacity(capacity)
      numbers.append(contentsOf: repeatElement(0, count: capacity - numbers.count))
    }
  }
}
