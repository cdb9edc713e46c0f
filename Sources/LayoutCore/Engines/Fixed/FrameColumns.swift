/// The given frames of some items of a leaf. This is the only place that knows how a leaf stores them.
struct FrameColumns {
  /// The greatest number of items that are read together.
  static let itemsMax = 512

  private var x = SpanArray(repeating: 0.0, count: itemsMax)
  private var y = SpanArray(repeating: 0.0, count: itemsMax)
  private var width = SpanArray(repeating: 0.0, count: itemsMax)
  private var height = SpanArray(repeating: 0.0, count: itemsMax)

  /// Reads the frames of some items, at most `itemsMax`. O(items)
  mutating func read(_ leaf: Leaf, _ items: Range<Int>) {
    func copy(_ column: LeafColumn, to numbers: inout SpanArray<Double>) {
      var target = numbers.mutableSpan
      leaf.copy(column, ofItems: items, to: &target)
    }
    copy(FrameColumns.places(MemberCode.x, of: leaf), to: &x)
    copy(FrameColumns.places(MemberCode.y, of: leaf), to: &y)
    copy(leaf.widths, to: &width)
    copy(leaf.heights, to: &height)
  }

  /// The frame of one of the items that were read last, by its place among them.
  @inline(__always)
  subscript(place: Int) -> GivenFrame {
    GivenFrame(x[place], y[place], width[place], height[place])
  }

  /// The frame of an existing run of a leaf.
  static func frame(ofRun run: Int, of leaf: Leaf) -> GivenFrame {
    func place(_ code: UInt8) -> Double { leaf.numbers(ofMember: code)?.extent(run) ?? 0 }
    return GivenFrame(
      place(MemberCode.x), place(MemberCode.y), leaf.widths.extent(run), leaf.heights.extent(run))
  }

  /// The frame of equal items.
  static func frame(of run: ItemRun) -> GivenFrame {
    GivenFrame(
      run.members?.number(MemberCode.x) ?? 0, run.members?.number(MemberCode.y) ?? 0, run.width,
      run.height)
  }

  private static func places(_ code: UInt8, of leaf: Leaf) -> LeafColumn {
    leaf.numbers(ofMember: code) ?? .equal(0)
  }

  /// Calls `body` with parts of a range of items, in order, and with their frames. O(items)
  static func visit(
    _ tree: ContentTree, _ items: Range<Int>, _ meter: inout WorkMeter,
    _ body: (Range<Int>, FrameColumns, inout WorkMeter) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    guard !items.isEmpty else { return }
    var columns = FrameColumns()
    var item = items.lowerBound
    for place in tree.leaves(from: tree.leaf(ofItem: item).number) {
      while item < min(place.items.upperBound, items.upperBound) {
        let end = min(place.items.upperBound, items.upperBound, item + itemsMax)
        let before = place.before.items
        columns.read(place.leaf, item - before..<end - before)
        try body(item..<end, columns, &meter)
        item = end
      }
      if item == items.upperBound { return }
    }
  }
}
