/// Items whose frames are given, in any order and with any overlap: 20 bytes for each if all numbers are floats, else 36.
///
/// The frame of an item is read from the content. What overlaps a rectangle is found in an index of all frames by their
/// tops.
final class FixedFrames: ItemArrangement {
  private let tree: ContentTree
  private let scale: FrameScale
  private let index: FrameIndex
  let reach: Double

  /// Indexes the items of a tree. If an earlier arrangement has many of them, only the other ones are sorted; the result
  /// is the same. O(items)
  init(
    _ tree: ContentTree, _ scale: FrameScale, from other: (any ItemArrangement)?,
    meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    precondition(tree.itemCount < Int32.max, "items have 32-bit numbers")
    (self.tree, self.scale) = (tree, scale)
    var reach = 0.0
    var common = (start: 0, end: 0)
    let old = (other as? FixedFrames).flatMap { $0.scale == scale ? $0 : nil }
    if let old {
      let most = min(tree.itemCount, old.tree.itemCount)
      common.start = tree.commonStart(with: old.tree).items
      common.end = min(most - common.start, tree.common(with: old.tree, fromEnd: true).items)
    }
    let new = common.start..<tree.itemCount - common.end
    var frames: SpanArray<GivenFrame> = []
    frames.reserveCapacity(new.count)
    try FrameColumns.visit(tree, new, &meter) { (items, columns, meter) throws(WalkInterrupted) in
      try meter.take(items.count)
      for place in 0..<items.count {
        frames.append(columns[place])
        reach = greater(reach, scale.ends(columns[place]).x)
      }
    }
    var rows = FrameRows(frames, firstItem: new.lowerBound)
    if let old, new.count < tree.itemCount {
      // What was there before is copied.
      try meter.take(old.tree.itemCount / 16)
      let gone = common.start..<old.tree.itemCount - common.end
      rows = rows.merged(
        with: old.index.rows, without: gone, shift: new.upperBound - gone.upperBound)
      for row in 0..<rows.count { reach = greater(reach, scale.ends(rows[row]).x) }
    }
    index = FrameIndex(rows, scale)
    self.reach = reach
  }

  var order: ItemOrder { .anywhere }
  var extent: Double { index.extent }

  var byteCount: Int {
    HeapBytes.object((ContentTree, FrameScale, FrameIndex, Double).self) + index.byteCount
  }

  func line(ofItem item: Int) -> Range<Int> { item..<item + 1 }

  func frame(ofItem item: Int, origin: Double) -> CellFrame {
    let place = tree.leaf(ofItem: item)
    let run = place.leaf.run(ofItem: item - place.before.items).run
    return scale.cell(FrameColumns.frame(ofRun: run, of: place.leaf), origin)
  }

  func appendFrames(ofItems items: Range<Int>, origin: Double, to frames: inout [CellFrame]) {
    if items.count < FixedFrames.itemsFew {
      for item in items { frames.append(frame(ofItem: item, origin: origin)) }
      return
    }
    var meter = WorkMeter.unlimited
    do throws(WalkInterrupted) {
      try FrameColumns.visit(tree, items, &meter) { (items, columns, _) throws(WalkInterrupted) in
        for place in 0..<items.count { frames.append(scale.cell(columns[place], origin)) }
      }
    } catch {
      preconditionFailure("the meter grants every step")
    }
  }

  func visitItems(
    in window: Window, origin: Double, from first: Int, meter: inout WorkMeter,
    into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    let items = first..<tree.itemCount
    guard !items.isEmpty else { return }
    if items.count > FixedFrames.itemsFew,
      let found = try index.rows(
        overlapping: window, origin: origin, from: first, upTo: items.count / 8, &meter)
    {
      for key in found {
        let row = Int(truncatingIfNeeded: key & UInt64(UInt32.max))
        try sink.takeCell(
          Int(truncatingIfNeeded: key >> 32), scale.cell(index.rows[row], origin))
      }
      return
    }
    // If there are few items, or many of them are found, they are tested in their order.
    try FrameColumns.visit(tree, items, &meter) { (items, columns, meter) throws(WalkInterrupted) in
      try meter.take(items.count / 16 + 1)
      for item in items {
        let cell = scale.cell(columns[item - items.lowerBound], origin)
        guard window.overlaps(cell.frame) else { continue }
        try meter.take()
        try sink.takeCell(item, cell)
      }
    }
  }

  /// Up to this number, items are tested one by one.
  private static let itemsFew = 64
}
