/// Given frames with the numbers of their items, sorted by their tops; of equal tops in the order of the items. Singles
/// if these are exact.
struct FrameRows {
  private var items: SpanArray<Int32> = []
  // One of these is empty.
  private var singles: SpanArray<SIMD4<Float>> = []
  private var doubles: SpanArray<GivenFrame> = []

  var count: Int { items.count }

  @inline(__always)
  subscript(row: Int) -> GivenFrame { doubles.isEmpty ? GivenFrame(singles[row]) : doubles[row] }

  @inline(__always)
  func item(_ row: Int) -> Int { Int(items[row]) }

  var byteCount: Int {
    HeapBytes.array(items) + HeapBytes.array(singles) + HeapBytes.array(doubles)
  }

  private init(areSingle: Bool, capacity: Int) {
    items.reserveCapacity(capacity)
    if areSingle { singles.reserveCapacity(capacity) } else { doubles.reserveCapacity(capacity) }
  }

  @inline(__always)
  private mutating func append(_ item: Int, _ frame: GivenFrame, isSingle: Bool) {
    items.append(Int32(truncatingIfNeeded: item))
    if isSingle { singles.append(SIMD4<Float>(frame)) } else { doubles.append(frame) }
  }

  /// Sorts the frames of consecutive items. O(frames), O(frames log frames) if many tops almost coincide compared to the
  /// greatest one
  init(_ frames: SpanArray<GivenFrame>, firstItem: Int) {
    let given = frames.span
    var greatest = 0.0
    var (areSingle, areWhole) = (true, true)
    for place in given.indices {
      let frame = given[place]
      greatest = greater(greatest, frame.y)
      areSingle = areSingle && GivenFrame(SIMD4<Float>(frame)) == frame
      areWhole = areWhole && frame.y == frame.y.rounded(.down)
    }
    let most = 0x1p32 - 1
    // Tops as whole numbers of 32 bits, in the same order. Smaller coordinates than these do not matter.
    let pitch = greatest > 0x1p-900 ? most / greatest : 0
    var keys = SpanArray(repeating: UInt64(0), count: given.count)
    var target = keys.mutableSpan
    for place in given.indices {
      target[place] = UInt64(given[place].y * pitch) << 32 | UInt64(place)
    }
    KeySort.sort(&keys)
    // Whole tops that differ have different keys.
    if !areWhole || greatest > most {
      KeySort.refine(&keys) { given[$0].y }
    }
    self.init(areSingle: areSingle, capacity: given.count)
    for key in keys {
      let place = Int(truncatingIfNeeded: key & UInt64(UInt32.max))
      append(firstItem + place, given[place], isSingle: areSingle)
    }
  }

  /// These rows, and others without those of some items. O(rows)
  ///
  /// - Parameters:
  ///   - gone: The items that are left out. The items of these rows replace them.
  ///   - shift: What is added to the numbers of the items behind them.
  func merged(with others: FrameRows, without gone: Range<Int>, shift: Int) -> FrameRows {
    let areSingle = doubles.isEmpty && others.doubles.isEmpty
    var rows = FrameRows(areSingle: areSingle, capacity: others.count - gone.count + count)
    var next = 0
    for row in 0..<others.count {
      var item = others.item(row)
      if gone.contains(item) { continue }
      if item >= gone.upperBound { item += shift }
      let frame = others[row]
      while next < count,
        self[next].y < frame.y || self[next].y == frame.y && self.item(next) < item
      {
        rows.append(self.item(next), self[next], isSingle: areSingle)
        next += 1
      }
      rows.append(item, frame, isSingle: areSingle)
    }
    while next < count {
      rows.append(item(next), self[next], isSingle: areSingle)
      next += 1
    }
    return rows
  }
}
