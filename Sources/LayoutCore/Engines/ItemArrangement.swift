/// The positions of a section's items.
///
/// An arrangement stores only what does not follow from the items' sizes at once; every call gets the section, too. x
/// counts from the container's edge, y from the top of the items. `origin` is the y of that top in the content.
public protocol ItemArrangement: AnyObject, Sendable {
  /// From the top of the items to the lowest bottom of an item, in points.
  var extent: Double { get }

  /// Whether an item may have an area: by default where they have an extent.
  var hasArea: Bool { get }

  /// The frame of an item that exists.
  func frame(ofItem index: Int, in section: Section, origin: Double) -> CellFrame

  /// Appends the frames of some neighbours that exist, in order, to a list; by default one by one.
  func appendFrames(
    ofItems items: Range<Int>, in section: Section, origin: Double, to frames: inout [CellFrame])

  /// How many items are looked at for the frame of one in a line of so many; by default one.
  func stepsPerFrame(lineCount: Int) -> Int

  /// The items beside one that exists: its line, row or segment; in a waterfall it is alone, which is the default.
  func line(ofItem item: Int, in section: Section) -> Range<Int>

  /// Whether items stand in lines, rows or segments, one below the other; by default they do.
  var hasLines: Bool { get }

  /// Whether a line's form depends on its number, and the last line's on how many items are left, so that equal items
  /// do not repeat line by line; by default it does not.
  var dividesLinesByNumber: Bool { get }

  /// Of lines of equal items: how many items come before the lines that repeat, and after how many these repeat, where
  /// such a line has `count` items; by default each line repeats the one before. Is asked where there are lines alone.
  func pattern(ofLine count: Int) -> (leading: Int, cycle: Int)

  /// Whether equal items are placed by one rule here and in the arrangement of another section of the same metrics.
  func hasRule(of other: any ItemArrangement) -> Bool

  /// Puts the items from number `first` on that overlap the window into a sink, in order.
  func visitItems(
    in window: Window, of section: Section, origin: Double, from first: Int,
    meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop)

  /// The width of the widest item where items have widths of their own, else 0; in points.
  var greatestWidth: Double { get }

  /// The rows that separators stand between, for the engine that has them.
  var separatedRows: (any SeparatedRows)? { get }

  /// Bytes of memory that the tables hold, those of blocks left out that are counted where they are shared.
  var byteCount: Int { get }

  /// Bytes of such blocks that were made for it.
  var madeBlockBytes: Int { get }
}

extension ItemArrangement {
  public var madeBlockBytes: Int { 0 }
  public var hasArea: Bool { extent > 0 }
  public func stepsPerFrame(lineCount: Int) -> Int { 1 }
  public var greatestWidth: Double { 0 }
  public var separatedRows: (any SeparatedRows)? { nil }
  public var hasLines: Bool { true }
  public var dividesLinesByNumber: Bool { false }
  public func pattern(ofLine count: Int) -> (leading: Int, cycle: Int) { (0, count) }

  public func line(ofItem item: Int, in section: Section) -> Range<Int> { item..<item + 1 }

  public func appendFrames(
    ofItems items: Range<Int>, in section: Section, origin: Double, to frames: inout [CellFrame]
  ) {
    for item in items { frames.append(frame(ofItem: item, in: section, origin: origin)) }
  }
}

/// The items of a section that has none.
final class NoItems: ItemArrangement {
  /// The one for all such sections.
  static let shared = NoItems()

  private init() {}

  var extent: Double { 0 }
  var byteCount: Int { 0 }

  func hasRule(of other: any ItemArrangement) -> Bool { other is NoItems }

  func frame(ofItem index: Int, in section: Section, origin: Double) -> CellFrame {
    preconditionFailure("a section without items has no item \(index)")
  }

  func visitItems(
    in window: Window, of section: Section, origin: Double, from first: Int,
    meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {}
}
