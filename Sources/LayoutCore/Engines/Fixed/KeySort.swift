/// Sorts numbers by their upper 32 bits. The lower ones are places, or anything else.
enum KeySort {
  /// The bits of a digit, and the number of digits.
  private static let (bits, digits) = (11, 3)
  /// Up to this number, keys are sorted by insertion.
  private static let few = 48

  /// Sorts keys by their upper halves; equal ones keep their order. O(keys)
  static func sort(_ keys: inout SpanArray<UInt64>) {
    if keys.count <= few { return insert(&keys, 0..<keys.count) { $0 >> 32 < $1 >> 32 } }
    let size = 1 << bits
    var counts = SpanArray(repeating: 0, count: digits * size)
    var count = counts.mutableSpan
    for key in keys {
      for digit in 0..<digits { count[digit * size + self.digit(digit, of: key)] += 1 }
    }
    var sorted = keys
    for digit in 0..<digits {
      let start = digit * size
      // All keys may have the same digit.
      if count[start + self.digit(digit, of: keys[0])] == keys.count { continue }
      var before = 0
      for value in start..<start + size { (count[value], before) = (before, before + count[value]) }
      do {
        var target = sorted.mutableSpan
        let source = keys.span
        for place in source.indices {
          let value = start + self.digit(digit, of: source[place])
          target[count[value]] = source[place]
          count[value] += 1
        }
      }
      swap(&keys, &sorted)
    }
  }

  @inline(__always)
  private static func digit(_ digit: Int, of key: UInt64) -> Int {
    Int(truncatingIfNeeded: key >> UInt64(32 + digit * bits)) & (1 << bits - 1)
  }

  /// Sorts keys of equal upper halves by the number of the place in their lower halves. O(keys), and O(log equal keys)
  /// more for each of many equal ones that are not in order
  @inline(__always)
  static func refine(_ keys: inout SpanArray<UInt64>, by number: (Int) -> Double) {
    func numberOf(_ key: UInt64) -> Double {
      number(Int(truncatingIfNeeded: key & UInt64(UInt32.max)))
    }
    var start = 0
    while start < keys.count {
      var end = start + 1
      while end < keys.count, keys[end] >> 32 == keys[start] >> 32 { end += 1 }
      if end - start > few {
        let ordered = Array(keys[start..<end]).inOrder { Rank(numberOf($0)) }
        for place in ordered.indices { keys[start + place] = ordered[place] }
      } else if end - start > 1 {
        insert(&keys, start..<end) { numberOf($0) < numberOf($1) }
      }
      start = end
    }
  }

  /// Sorts some keys by insertion. O(keys²)
  @inline(__always)
  private static func insert(
    _ keys: inout SpanArray<UInt64>, _ places: Range<Int>, _ isBefore: (UInt64, UInt64) -> Bool
  ) {
    for place in places.dropFirst() {
      let key = keys[place]
      var free = place
      while free > places.lowerBound, isBefore(key, keys[free - 1]) {
        keys[free] = keys[free - 1]
        free -= 1
      }
      keys[free] = key
    }
  }
}
