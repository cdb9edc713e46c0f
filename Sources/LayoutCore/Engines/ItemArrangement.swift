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

  /// The number of items read to compute one frame in a line of `lineCount` items. The default is one.
  func stepsPerFrame(lineCount: Int) -> Int

  /// The items in the same line, row or segment as an existing item. The default is the item alone, as in a waterfall.
  func line(ofItem item: Int, in section: Section) -> Range<Int>

  /// Whether items are placed in lines, rows or segments below each other. The default is true.
  var hasLines: Bool { get }

  /// Whether the division of a line depends on its number, and that of the last line on the number of remaining items,
  /// so that equal items do not repeat line by line. The default is false.
  var dividesLinesByNumber: Bool { get }

  /// The pattern of lines of `count` equal items: the number of leading items that do not repeat, and the number of
  /// items after which the rest repeats. By default every line repeats the one before. Called only if `hasLines`.
  func pattern(ofLine count: Int) -> (leading: Int, cycle: Int)

  /// Whether this arrangement and that of another section with the same metrics place equal items by the same method.
  func hasRule(of other: any ItemArrangement) -> Bool

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
  public var dividesLinesByNumber: Bool { false }
  public func pattern(ofLine count: Int) -> (leading: Int, cycle: Int) { (0, count) }

  public func line(ofItem item: Int, in section: Section) -> Range<Int> { item..<item + 1 }

  public func appendFrames(
    ofItems items: Range<Int>, in section: Section, origin: Double, to frames: inout [CellFrame]
  ) {
    for item in items { frames.append(frame(ofItem: item, in: section, origin: origin)) }
  }
}

/// The arrangement of a section without items.
final class NoItems: ItemArrangement {
  /// The only instance.
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
