/// Finds the blocks of a waterfall by item and by coordinate.
struct WaterfallIndex {
  private static let itemsPerStep = 1024

  /// The first item of each block.
  private var firstItems: [Int32] = []
  /// The length of the shortest column at the start of each block, and at the end of the last one, in points, ascending.
  private var leastLengths: [Double] = []
  /// The length of the longest column at the start of each block, in points, ascending.
  private var greatestLengths: [Double] = []
  /// The block that contains the first item of each step.
  private var blocksOfSteps: [Int32] = []
  private let coordinates: CoordinateIndex

  /// Indexes blocks, at least one. The first `kept` of them are taken from another index. O(blocks + items / 1024)
  init(_ blocks: [WaterfallBlock], kept: Int, from old: WaterfallIndex?) {
    firstItems.reserveCapacity(blocks.count)
    leastLengths.reserveCapacity(blocks.count + 1)
    greatestLengths.reserveCapacity(blocks.count)
    if let old {
      firstItems += old.firstItems[..<kept]
      leastLengths += old.leastLengths[..<kept]
      greatestLengths += old.greatestLengths[..<kept]
    }
    for block in blocks[kept...] {
      firstItems.append(Int32(block.firstItem))
      var (least, greatest) = (Double.infinity, 0.0)
      for column in 0..<block.form.columnCount {
        least = lesser(least, block.startLength(column))
        greatest = greater(greatest, block.startLength(column))
      }
      leastLengths.append(least)
      greatestLengths.append(greatest)
    }
    let last = blocks[blocks.count - 1]
    leastLengths.append(
      (0..<last.form.columnCount).reduce(.infinity) { lesser($0, last.endLength($1)) })
    coordinates = CoordinateIndex(leastLengths)
    let stepCount = (last.endItem - 1) / WaterfallIndex.itemsPerStep + 1
    blocksOfSteps.reserveCapacity(stepCount)
    var block = 0
    for step in 0..<stepCount {
      let item = step * WaterfallIndex.itemsPerStep
      while block + 1 < blocks.count, Int(firstItems[block + 1]) <= item { block += 1 }
      blocksOfSteps.append(Int32(block))
    }
  }

  /// The block of an existing item. O(1), because all blocks but the last one have at least 1024 items
  @inline(__always)
  func block(ofItem item: Int) -> Int {
    var block = Int(blocksOfSteps[item / WaterfallIndex.itemsPerStep])
    while block + 1 < firstItems.count, Int(firstItems[block + 1]) <= item { block += 1 }
    return block
  }

  /// The first block at whose end all columns are longer than `y`, or else the last block. O(log blocks)
  @inline(__always)
  func block(endingBehind y: Double) -> Int {
    partitionPoint(0..<firstItems.count - 1, near: coordinates.entries(near: y)) {
      leastLengths[$0 + 1] > y
    }
  }

  /// Whether some column is longer than `y` at the start of a block.
  @inline(__always)
  func isPassed(_ y: Double, beforeBlock block: Int) -> Bool { greatestLengths[block] > y }

  /// The share of a block that the shortest column has passed at `y`, 0 to 1.
  @inline(__always)
  func share(ofBlock block: Int, before y: Double) -> Double {
    let (start, end) = (leastLengths[block], leastLengths[block + 1])
    return y > start && start < end ? lesser(1, (y - start) / (end - start)) : 0
  }

  var byteCount: Int {
    HeapBytes.array(firstItems) + HeapBytes.array(leastLengths)
      + HeapBytes.array(greatestLengths) + HeapBytes.array(blocksOfSteps) + coordinates.byteCount
  }
}
