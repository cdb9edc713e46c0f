/// The items of a waterfall that are placed by their spans, by the columns that they say, or within a tolerance.
enum SpannedItems {
  case tree(ContentTree)
  /// Equal items, which say a column.
  case equal(ItemRun)

  /// At least one item. A section of one run must say a column.
  init(_ items: Items) {
    if let tree = items.tree {
      self = .tree(tree)
    } else {
      var run = items[0]
      run.count = items.count
      self = .equal(run)
    }
  }

  var count: Int {
    switch self {
    case .tree(let tree): tree.itemCount
    case .equal(let run): run.count
    }
  }

  /// The number of leaves that both have in common, as the number of their items: from the first item on, or back from
  /// the last one if `fromEnd`. O(log leaves · children of a node)
  func commonCount(with other: SpannedItems, fromEnd: Bool) -> Int {
    switch (self, other) {
    case (.tree(let tree), .tree(let other)): tree.common(with: other, fromEnd: fromEnd).items
    case (.equal(let run), .equal(let other)) where run == other: run.count
    default: 0
    }
  }

  /// Whether both are the same items.
  func isEqual(to other: SpannedItems) -> Bool {
    count == other.count && commonCount(with: other, fromEnd: false) == count
  }

  /// Calls `body` for each run with the number of its items, its span and its column as they are kept. O(runs)
  func visitRuns(
    _ meter: inout WorkMeter, _ body: (Int, Double, Double) -> Void
  ) throws(WalkInterrupted) {
    switch self {
    case .equal(let run):
      body(run.count, SpannedPart.span(of: run), SpannedPart.place(of: run))
    case .tree(let tree):
      for place in tree.leaves() {
        let leaf = place.leaf
        try meter.take(leaf.runCount)
        let spans = SpannedPart.spans(of: leaf)
        let places = SpannedPart.places(of: leaf)
        for run in 0..<leaf.runCount {
          body(leaf.count(ofRun: run), spans.extent(run), places.extent(run))
        }
      }
    }
  }
}

/// What is read of some consecutive items. This is the only place that knows how the members of spans are stored.
struct SpannedPart {
  /// The greatest number of items that are read together.
  static let itemsMax = 1024

  private var heights: SpanArray<Double>
  private var widths: SpanArray<Double>
  private var spans: SpanArray<Double>
  private var places: SpanArray<Double>

  /// An item as it is given: its column is counted from 1, and 0 if it says none.
  struct Item {
    let width: Double
    let height: Double
    let span: Double
    let place: Double
  }

  init(room: Int) {
    heights = SpanArray(repeating: 0, count: min(room, SpannedPart.itemsMax))
    (widths, spans, places) = (heights, heights, heights)
  }

  /// Reads some items of a leaf. O(items)
  mutating func read(_ leaf: Leaf, _ items: Range<Int>) {
    func copy(_ column: LeafColumn, to numbers: inout SpanArray<Double>) {
      var target = numbers.mutableSpan
      leaf.copy(column, ofItems: items, to: &target)
    }
    copy(leaf.heights, to: &heights)
    copy(leaf.widths, to: &widths)
    copy(SpannedPart.spans(of: leaf), to: &spans)
    copy(SpannedPart.places(of: leaf), to: &places)
  }

  /// Reads some of equal items. O(items)
  mutating func read(_ run: ItemRun, _ count: Int) {
    let (span, place) = (SpannedPart.span(of: run), SpannedPart.place(of: run))
    for item in 0..<count {
      (heights[item], widths[item]) = (run.height, run.width)
      (spans[item], places[item]) = (span, place)
    }
  }

  /// One of the items that were read last.
  @inline(__always)
  subscript(item: Int) -> Item {
    Item(width: widths[item], height: heights[item], span: spans[item], place: places[item])
  }

  fileprivate static func spans(of leaf: Leaf) -> LeafColumn {
    leaf.numbers(ofMember: MemberCode.span) ?? .equal((1.0).bitPattern)
  }

  fileprivate static func places(of leaf: Leaf) -> LeafColumn {
    leaf.numbers(ofMember: MemberCode.columnIndex) ?? .equal(0)
  }

  fileprivate static func span(of run: ItemRun) -> Double {
    run.members?.number(MemberCode.span) ?? 1
  }

  fileprivate static func place(of run: ItemRun) -> Double {
    run.members?.number(MemberCode.columnIndex) ?? 0
  }
}
