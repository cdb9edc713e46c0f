/// Finds frames in any order by a stretch along the scroll axis.
///
/// The frames are sorted by their tops. Of every 16 of them, and of every 16 such blocks, and so on, the lowest bottom is
/// stored. So a search passes blocks that end above the stretch, however far above it a giant begins that reaches into it.
struct FrameIndex {
  private static let shift = 4

  let rows: FrameRows
  /// The distance from the top of the items to the lowest bottom, in points.
  let extent: Double
  private let scale: FrameScale
  /// The lowest bottom of each block, in points from the top of the items: of 16 frames, of 256, and so on.
  private var bottoms: SpanArray<Double> = []
  /// The place of the first bottom of each level.
  private var starts: SpanArray<Int> = []

  /// Indexes at least one frame. O(frames)
  init(_ rows: FrameRows, _ scale: FrameScale) {
    (self.rows, self.scale) = (rows, scale)
    var counts: [Int] = []
    var count = rows.count
    repeat {
      count = (count - 1) >> FrameIndex.shift + 1
      counts.append(count)
    } while count > 1 << FrameIndex.shift
    bottoms.reserveCapacity(counts.reduce(0, +))
    for level in counts.indices {
      let below = level == 0 ? rows.count : counts[level - 1]
      let start = starts.last ?? 0
      starts.append(bottoms.count)
      for block in 0..<counts[level] {
        let first = block << FrameIndex.shift
        var bottom = 0.0
        for place in first..<min(below, first + 1 << FrameIndex.shift) {
          bottom = greater(bottom, level == 0 ? scale.ends(rows[place]).y : bottoms[start + place])
        }
        bottoms.append(bottom)
      }
    }
    starts.append(bottoms.count)
    var extent = 0.0
    for place in starts[starts.count - 2]..<bottoms.count {
      extent = greater(extent, bottoms[place])
    }
    self.extent = extent
  }

  var byteCount: Int {
    rows.byteCount + HeapBytes.array(bottoms) + HeapBytes.array(starts)
  }

  private func count(_ level: Int) -> Int { starts[level + 1] - starts[level] }

  /// The first block of 16 frames, from an existing one on, in which a frame ends below `edge`; the number of blocks if
  /// there is none. O(log frames)
  @inline(__always)
  private func block(from first: Int, endingBelow edge: Double) -> Int {
    var (level, place) = (0, first)
    while place < count(level) {
      // The first block of a group stands for the group.
      while level < starts.count - 2, place & (1 << FrameIndex.shift - 1) == 0 {
        place >>= FrameIndex.shift
        level += 1
      }
      while bottoms[starts[level] + place] > edge {
        if level == 0 { return place }
        place <<= FrameIndex.shift
        level -= 1
      }
      place += 1
    }
    return count(0)
  }

  /// The rows that overlap a window, of the items from number `first` on, in the order of the items: their numbers in the
  /// upper 32 bits, the rows in the lower ones. Nil if there are more than `limit`. O(log frames + frames that the window
  /// crosses along)
  ///
  /// - Parameter origin: The top of the items.
  func rows(
    overlapping window: Window, origin: Double, from first: Int, upTo limit: Int,
    _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> SpanArray<UInt64>? {
    let along = window.along.seen(from: origin)
    var found: SpanArray<UInt64> = []
    var block = block(from: 0, endingBelow: along.before)
    search: while block < count(0) {
      let before = found.count
      let start = block << FrameIndex.shift
      for row in start..<min(rows.count, start + 1 << FrameIndex.shift) {
        let given = rows[row]
        if given.y * scale.factor >= along.behind { break search }
        let item = rows.item(row)
        guard window.overlaps(scale.cell(given, origin).frame), item >= first else { continue }
        found.append(UInt64(item) << 32 | UInt64(row))
      }
      if found.count > limit { return nil }
      try meter.take(found.count - before + 1)
      block = self.block(from: block + 1, endingBelow: along.before)
    }
    KeySort.sort(&found)
    return found
  }
}
