/// Finds the blocks of a waterfall by item and by coordinate.
struct WaterfallIndex {
  private static let itemsPerGroup = 256

  /// The first item of each block.
  private var firstItems: [Int32] = []
  /// The length of the shortest column at the start of each block, in points, ascending.
  private var lines: [Double] = []
  /// The block that contains the first item of each group.
  private var blocksOfGroups: [Int32] = []
  private let coordinates: CoordinateIndex

  /// Indexes blocks, at least one. The first `kept` of them are taken from another index. O(blocks + items / 256)
  init(_ blocks: [WaterfallBlock], kept: Int, from old: WaterfallIndex?) {
    firstItems.reserveCapacity(blocks.count)
    lines.reserveCapacity(blocks.count)
    if let old {
      firstItems += old.firstItems[..<kept]
      lines += old.lines[..<kept]
    }
    for number in kept..<blocks.count {
      firstItems.append(Int32(blocks[number].firstItem))
      lines.append(number == 0 ? 0 : blocks[number - 1].lengths.min()!)
    }
    coordinates = CoordinateIndex(lines)
    let groupCount = (blocks[blocks.count - 1].endItem - 1) / WaterfallIndex.itemsPerGroup + 1
    blocksOfGroups.reserveCapacity(groupCount)
    var block = 0
    for group in 0..<groupCount {
      let item = group * WaterfallIndex.itemsPerGroup
      while block + 1 < blocks.count, Int(firstItems[block + 1]) <= item { block += 1 }
      blocksOfGroups.append(Int32(block))
    }
  }

  /// The block of an existing item. O(1), because all blocks but the last one have hundreds of items
  @inline(__always)
  func block(ofItem item: Int) -> Int {
    var block = Int(blocksOfGroups[item / WaterfallIndex.itemsPerGroup])
    while block + 1 < firstItems.count, Int(firstItems[block + 1]) <= item { block += 1 }
    return block
  }

  /// The first block at whose end all columns are longer than `y`, or else the last block. O(log blocks)
  @inline(__always)
  func block(endingBehind y: Double) -> Int {
    partitionPoint(0..<lines.count - 1, near: coordinates.entries(near: y)) { lines[$0 + 1] > y }
  }

  /// The share of a block that the shortest column has passed at `y`, 0 to 1.
  @inline(__always)
  func share(ofBlock block: Int, before y: Double) -> Double {
    guard block + 1 < lines.count, y > lines[block] else { return 0 }
    return min(1, (y - lines[block]) / (lines[block + 1] - lines[block]))
  }

  var byteCount: Int {
    HeapBytes.array(firstItems) + HeapBytes.array(lines) + HeapBytes.array(blocksOfGroups)
      + coordinates.byteCount
  }
}
