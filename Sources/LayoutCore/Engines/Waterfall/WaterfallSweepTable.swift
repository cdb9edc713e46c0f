extension WaterfallSweep {
  /// Where the items stand.
  struct Table {
    /// From the top of the items to the top of every item, in points.
    let tops: [Double]
    let columnOfItem: [UInt8]
    /// How many items there are from one checkpoint to the next.
    let itemsPerCheckpoint: Int
    /// The length of the shortest column at every checkpoint, in points; ascending.
    let lines: [Double]
    /// The slot of every column's last item at every checkpoint, ascending. An item's slot is its number, the columns'
    /// slots stand before those.
    private let lastSlots: [Int32]
    /// By slot: the item that comes next in the column, first in it for a column's slot; past all where there is none.
    private let nextItems: [Int32]
    private let columnCount: Int
    /// From the top of the items to the lowest bottom of an item, in points.
    let extent: Double
    /// Of the lowest item, in points.
    let leastHeight: Double

    /// The slots of every column's last item at a checkpoint.
    @inline(__always)
    func lastSlots(before checkpoint: Int) -> ArraySlice<Int32> {
      lastSlots[checkpoint * columnCount..<(checkpoint + 1) * columnCount]
    }

    /// The item that comes next in the column of an item, past all where there is none.
    @inline(__always)
    func nextItem(after item: Int) -> Int { nextItem(afterSlot: item + columnCount) }

    /// The item that comes next in the column of a slot, past all where there is none.
    @inline(__always)
    func nextItem(afterSlot slot: Int) -> Int { Int(nextItems[slot]) }

    var byteCount: Int {
      HeapBytes.array(tops) + HeapBytes.array(columnOfItem) + HeapBytes.array(nextItems)
        + HeapBytes.array(lines) + HeapBytes.array(lastSlots)
    }
  }
}

extension WaterfallSweep.Table {
  /// Puts every item into the shortest column. O(items)
  init<let pairCount: Int>(
    _ section: Section, columns: Columns, _ lengths: consuming FewColumnLengths<pairCount>
  ) {
    let items = section.items
    precondition(items.count < Int32.max - 16, "items have 32-bit numbers")
    let columnCount = columns.count
    let itemsPerCheckpoint = 2 * columnCount + 8
    let checkpointCount = (items.count - 1) / itemsPerCheckpoint + 1
    var lines: [Double] = []
    lines.reserveCapacity(checkpointCount)
    var slots = LastSlots<pairCount>()
    var lastSlots: [Int32] = []
    lastSlots.reserveCapacity(checkpointCount * columnCount)
    var nextItems = [Int32](repeating: .max, count: columnCount + items.count)
    var links = nextItems.mutableSpan
    var columnOfItem: [UInt8] = []
    var extent = 0.0
    var leastHeight = Double.infinity
    tops = [Double](capacity: items.count) { tops in
      columnOfItem = [UInt8](capacity: items.count) { columnOfItem in
        for first in stride(from: 0, to: items.count, by: itemsPerCheckpoint) {
          lines.append(lengths.least)
          slots.append(columnCount, to: &lastSlots)
          let end = lengths.take(
            first..<min(items.count, first + itemsPerCheckpoint), of: items,
            columnWidth: columns.width, spacing: section.metrics.minimumLineSpacing
          ) { item, column, top, height in
            leastHeight = lesser(height, leastHeight)
            let slot = slots.replace(column, by: columnCount + item)
            links[slot] = Int32(truncatingIfNeeded: item)
            tops.append(top)
            columnOfItem.append(UInt8(truncatingIfNeeded: column))
          }
          extent = greater(end, extent)
        }
      }
    }
    self.columnOfItem = columnOfItem
    self.itemsPerCheckpoint = itemsPerCheckpoint
    self.lines = lines
    self.lastSlots = lastSlots
    self.nextItems = nextItems
    self.columnCount = columnCount
    self.extent = extent
    self.leastHeight = leastHeight
  }
}

/// The slot of each column's last item; before the first one, the column's own.
private struct LastSlots<let pairCount: Int> {
  private var slots = InlineArray<pairCount, SIMD2<Int32>>(repeating: .zero)

  init() {
    for column in 0..<2 * pairCount { slots[column / 2][column % 2] = Int32(column) }
  }

  /// Replaces the slot of a column, and says which it was.
  @inline(__always)
  mutating func replace(_ column: Int, by slot: Int) -> Int {
    let last = Int(slots[column / 2][column % 2])
    slots[column / 2][column % 2] = Int32(truncatingIfNeeded: slot)
    return last
  }

  /// Appends the slots of the first columns, ascending. O(columns²)
  func append(_ count: Int, to sorted: inout [Int32]) {
    // Without a branch, since which column comes next cannot be predicted.
    var ranked = InlineArray<pairCount, SIMD2<Int32>>(repeating: .zero)
    for column in 0..<count {
      let slot = slots[column / 2][column % 2]
      var rank = 0
      for other in 0..<count { rank += slots[other / 2][other % 2] < slot ? 1 : 0 }
      ranked[rank / 2][rank % 2] = slot
    }
    for rank in 0..<count { sorted.append(ranked[rank / 2][rank % 2]) }
  }
}
