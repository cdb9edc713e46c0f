/// The positions of a section's items.
///
/// An arrangement stores only what cannot be computed from the items' sizes immediately, so the section is passed to
/// every call. x is measured from the container's edge, y from the top of the items. `origin` is the y of that top in
/// the content.
public protocol ItemArrangement: AnyObject, Sendable {
  /// Distance from the top of the items to the lowest bottom of an item, in points.
  var extent: Double { get }

  /// Whether an item may have an area. By default, whether the extent is above 0.
  var hasArea: Bool { get }

  /// The frame of an existing item.
  func frame(ofItem index: Int, in section: Section, origin: Double) -> CellFrame

  /// Appends the frames of a range of existing items, in order. By default one by one.
  func appendFrames(
    ofItems items: Range<Int>, in section: Section, origin: Double, to frames: inout [CellFrame])

  /// The cost of one frame in a line of `lineCount` items, in steps. The default is one.
  func stepsPerFrame(lineCount: Int) -> Int

  /// The items in the same line, row or segment as an existing item. The default is the item alone, as in a waterfall.
  func line(ofItem item: Int, in section: Section) -> Range<Int>

  /// Whether items are placed in lines, rows or segments below each other. The default is true.
  var hasLines: Bool { get }

  /// Whether equal items that are `shift` items further on in another section are divided into equal lines after a line
  /// that begins at the same item. By default, whether items are placed in lines.
  func dividesAlike(shiftedBy shift: Int) -> Bool

  /// The top and the bottom of the line of an existing item, in points from the top of the items. The default is those
  /// of the item.
  func edges(ofLineWith item: Int, in section: Section) -> (top: Double, bottom: Double)

  /// The last item that may have an area before a line whose items have none; −1 if there is none. By default the last
  /// one before the lines of the items that equal the line's first item.
  func lastItem(before line: Range<Int>, in section: Section) -> Int

  /// How equal cells repeat from an existing item on. By default those of equal items: in the rest of its line, or in the
  /// equal lines from a line's first item on.
  func repetition(from item: Int, in section: Section) -> CellRepetition

  /// The number n of sequences with ascending tops: sequence k consists of items k, k + n, k + 2n and so on. The
  /// default is 1.
  var sequenceCount: Int { get }

  /// The greatest distance by which a later item of a sequence may be above an earlier one, in points. The default is
  /// 0.
  var topTolerance: Double { get }

  /// Passes the items that overlap the window to a sink, in order, from number `first` on.
  func visitItems(
    in window: Window, of section: Section, origin: Double, from first: Int,
    meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop)

  /// The width of the widest item if items have widths of their own, else 0. In points.
  var greatestWidth: Double { get }

  /// The rows with separators between them, for engines that have separators.
  var separatedRows: (any SeparatedRows)? { get }

  /// Memory that the arrangement uses, in bytes. Blocks that are counted where they are shared are not included.
  var byteCount: Int { get }

  /// Bytes of such blocks that were made for this arrangement.
  var madeBlockBytes: Int { get }
}

extension ItemArrangement {
  public var madeBlockBytes: Int { 0 }
  public var hasArea: Bool { extent > 0 }
  public func stepsPerFrame(lineCount: Int) -> Int { 1 }
  public var greatestWidth: Double { 0 }
  public var separatedRows: (any SeparatedRows)? { nil }
  public var hasLines: Bool { true }
  public var sequenceCount: Int { 1 }
  public var topTolerance: Double { 0 }
  public func dividesAlike(shiftedBy shift: Int) -> Bool { hasLines }

  public func line(ofItem item: Int, in section: Section) -> Range<Int> { item..<item + 1 }

  public func edges(ofLineWith item: Int, in section: Section) -> (top: Double, bottom: Double) {
    let frame = frame(ofItem: item, in: section, origin: 0).frame
    return (frame.y, frame.y + frame.height)
  }

  public func lastItem(before line: Range<Int>, in section: Section) -> Int {
    let run = section.items.run(ofItem: line.lowerBound)
    return min(
      line.lowerBound, self.line(ofItem: run.lowerBound, in: section).upperBound) - 1
  }

  public func repetition(from item: Int, in section: Section) -> CellRepetition {
    guard hasLines else { return CellRepetition() }
    let (line, run) = (line(ofItem: item, in: section), section.items.run(ofItem: item))
    // The last line of equal items may have others, too, or none behind it.
    let last =
      run.upperBound > line.upperBound
      ? self.line(ofItem: run.upperBound - 1, in: section).lowerBound : line.lowerBound
    return item == line.lowerBound && item < last
      ? CellRepetition(period: line.count, rounds: (last - item) / line.count)
      : CellRepetition(period: min(run.upperBound, line.upperBound) - item)
  }

  public func appendFrames(
    ofItems items: Range<Int>, in section: Section, origin: Double, to frames: inout [CellFrame]
  ) {
    for item in items { frames.append(frame(ofItem: item, in: section, origin: origin)) }
  }
}

/// Cells of which each is equal to the one a period later, but for a position that ascends or descends along the scroll
/// axis.
public struct CellRepetition {
  /// A number of items.
  var period = 1
  var rounds = 1
  /// Whether the cells of a period are equal, too, but for a position that ascends or descends across the scroll axis.
  var isUniform = true
}

/// The arrangement of a section without items: the room of its placeholder.
final class NoItems: ItemArrangement {
  /// The one without room.
  static let shared = NoItems(extent: 0)

  /// The extent of the placeholder, in points.
  let extent: Double

  init(extent: Double) { self.extent = extent }

  var hasArea: Bool { false }
  var byteCount: Int { self === NoItems.shared ? 0 : HeapBytes.object(Double.self) }

  func frame(ofItem index: Int, in section: Section, origin: Double) -> CellFrame {
    preconditionFailure("a section without items has no item \(index)")
  }

  func visitItems(
    in window: Window, of section: Section, origin: Double, from first: Int,
    meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {}
}
