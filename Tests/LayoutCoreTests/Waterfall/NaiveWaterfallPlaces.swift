import Oracle
import Testing

@testable import LayoutCore

/// The places of a waterfall's items as the oracle finds them, and answers by a look at each.
struct NaiveWaterfallPlaces {
  var frames: [Rect] = []
  var columns: [Int] = []
  var extent = 0.0
  private let y = 50.0

  init(
    _ items: [ItemRun], _ columns: Columns, lineSpacing: Double, placement: Placement,
    tolerance: Double? = nil
  ) {
    var waterfall = NaiveWaterfall(
      columns: columns.count, width: columns.width, lineSpacing: lineSpacing,
      placement: placement.rawValue, interitemSpacing: columns.spacing, tolerance: tolerance)
    for item in items {
      let given = item.members?.number(1) ?? 1
      let span = given == 0 ? columns.count : min(Int(given), columns.count)
      let (column, top, height) = waterfall.place(
        width: item.width == -1 ? nil : item.width, height: item.height, span: span,
        said: item.members?.number(2).map { Int($0) - 1 })
      extent = max(extent, top + height)
      frames.append(
        Rect(x: columns.x(column), y: y + top, width: waterfall.width(span), height: height))
      self.columns.append(column)
    }
  }

  /// Compares all frames, and the answers to some rectangles.
  func expectSame(
    _ blocks: any ItemArrangement, _ comment: Comment, queryCount: Int = 12,
    using random: inout SplitMix64
  ) {
    #expect(blocks.extent == extent, comment)
    var cells: [CellFrame] = []
    blocks.appendFrames(ofItems: frames.indices, origin: y, to: &cells)
    #expect(cells.map(\.frame) == frames && cells.map(\.columnIndex) == columns, comment)
    for _ in 0..<min(500, 2 * frames.count) {
      let item = Int.random(in: frames.indices, using: &random)
      let end = Int.random(in: item...min(frames.count, item + 100), using: &random)
      let cell = blocks.frame(ofItem: item, origin: y)
      cells.removeAll(keepingCapacity: true)
      blocks.appendFrames(ofItems: item..<end, origin: y, to: &cells)
      #expect(cell.frame == frames[item] && cell.columnIndex == columns[item], comment)
      #expect(cells.map(\.frame) == Array(frames[item..<end]), comment)
    }
    for number in 0..<queryCount {
      let first = number % 2 == 0 ? 0 : Int.random(in: 0..<frames.count, using: &random)
      let along = Double.random(in: -0.1...1.1, using: &random) * extent
      let length = extent * [0, 1e-3, 0.05, 0.5, 2].randomElement(using: &random)!
      let across = Double.random(in: -20...390, using: &random)
      let breadth = [1.0, 100, 1000].randomElement(using: &random)!
      expectAnswers(
        blocks, Rect(x: breadth == 1000 ? -300 : across, y: along, width: breadth, height: length),
        from: first, isMirrored: number % 3 == 2, comment)
    }
  }

  /// Compares the answers to a rectangle; along and across change places in a mirrored one.
  func expectAnswers(
    _ blocks: any ItemArrangement, _ rect: Rect, from first: Int = 0, isMirrored: Bool = false,
    _ comment: Comment
  ) {
    let axis = Axis(
      isHorizontal: isMirrored, isMirrored: isMirrored, contentExtentAcross: 390,
      contentExtentAlong: extent + 100)
    let turned = Rect(x: rect.y, y: rect.x, width: rect.height, height: rect.width)
    let window = axis.window(isMirrored ? turned : rect)
    let expected = frames.indices.filter { $0 >= first && window.overlaps(frames[$0]) }
    var list = ElementList(limit: 100_000)
    var meter = WorkMeter.unlimited
    try? ElementSink.append(to: &list, axis) { (sink) throws(WalkInterrupted) in
      try blocks.visitItems(
        in: window, origin: y, from: first, meter: &meter, into: &sink)
    }
    #expect(list.elements.map(\.element.index) == expected, comment)
    #expect(list.elements.map(\.frame) == expected.map { axis.answered(frames[$0]) }, comment)
    #expect(list.elements.map(\.columnIndex) == expected.map { columns[$0] }, comment)
  }

  /// Columns in a container of 390 points.
  static func columns(_ count: Int) -> Columns {
    Columns(
      .number(count), in: ItemRoom(left: 3, width: 387, lineSpacing: 0, itemSpacing: 0.5))
  }
}

extension WaterfallBlocks {
  /// Whether both say the same, to the last bit.
  func isSame(as other: WaterfallBlocks) -> Bool {
    extent == other.extent && blocks.count == other.blocks.count
      && zip(blocks, other.blocks).allSatisfy { $0.isSame(as: $1) }
  }
}

extension WaterfallBlock {
  fileprivate func isSame(as other: WaterfallBlock) -> Bool {
    firstItem == other.firstItem && itemCount == other.itemCount && form == other.form
      && numbers == other.numbers && tallBlocks == other.tallBlocks && extent == other.extent
  }
}
