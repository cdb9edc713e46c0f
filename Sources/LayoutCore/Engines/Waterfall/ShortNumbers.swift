/// Numbers of two bytes each, or of four bytes if one of them is too great.
struct ShortNumbers: Equatable, Sendable {
  private let low: [UInt16]
  /// The upper halves; empty if all are 0.
  private let high: [UInt16]

  /// Stores numbers that are all below `limit`. O(numbers)
  init(_ numbers: Span<Int32>, below limit: Int) {
    low = [UInt16](capacity: numbers.count) { low in
      for place in numbers.indices { low.append(UInt16(truncatingIfNeeded: numbers[place])) }
    }
    guard limit > 1 << 16 else {
      high = []
      return
    }
    high = [UInt16](capacity: numbers.count) { high in
      for place in numbers.indices { high.append(UInt16(truncatingIfNeeded: numbers[place] >> 16)) }
    }
  }

  @inline(__always)
  subscript(place: Int) -> Int {
    high.isEmpty ? Int(low[place]) : Int(low[place]) | Int(high[place]) << 16
  }

  var byteCount: Int { HeapBytes.array(low) + HeapBytes.array(high) }
}
