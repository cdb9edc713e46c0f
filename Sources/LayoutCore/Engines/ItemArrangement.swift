/// The positions of a section's items.
///
/// x is measured from the container's edge, y from the top of the items. `origin` is the y of that top in the content.
public protocol ItemArrangement: AnyObject, Sendable {
  /// Distance from the top of the items to the lowest bottom of an item, in points.
  var extent: Double { get }

  /// Whether an item may have an area. By default, whether the extent is above 0.
  var hasArea: Bool { get }

  /// An upper bound of the distance from the left edge of the items to the right edge of every item that stands in no
  /// column and is not within the room, in points. The default is 0.
  var reach: Double { get }

  /// How the items follow each other. The default is lines of as many items as have room.
  var order: ItemOrder { get }

  /// The frame of an existing item.
  func frame(ofItem index: Int, origin: Double) -> CellFrame

  /// Appends the frames of a range of existing items, in order. By default one by one.
  func appendFrames(ofItems items: Range<Int>, origin: Double, to frames: inout [CellFrame])

  /// The cost of one frame in a line of `lineCount` items, in steps. The default is one.
  func stepsPerFrame(lineCount: Int) -> Int

  /// The items in the same line, row or segment as an existing item; without lines, the item alone.
  func line(ofItem item: Int) -> Range<Int>

  /// The top and the bottom of the line of an existing item, in points from the top of the items. The default is those
  /// of the item.
  func edges(ofLineWith item: Int) -> (top: Double, bottom: Double)

  /// Passes the items that overlap the window to a sink, in order, from number `first` on.
  func visitItems(
    in window: Window, origin: Double, from first: Int, meter: inout WorkMeter,
    into sink: inout ElementSink
  ) throws(WalkInterrupted)

  /// The lines, rows or segments of the items; nil, the default, if they stand in none.
  var rows: (any ItemRows)? { get }

  /// Memory that the arrangement uses, in bytes. Blocks that are counted where they are shared are not included.
  var byteCount: Int { get }

  /// Bytes of such blocks that were made for this arrangement. The default is 0.
  var madeBlockBytes: Int { get }
}

extension ItemArrangement {
  public var hasArea: Bool { extent > 0 }
  public var reach: Double { 0 }
  public var order: ItemOrder { .lines }
  public func stepsPerFrame(lineCount: Int) -> Int { 1 }
  public var rows: (any ItemRows)? { nil }
  public var madeBlockBytes: Int { 0 }

  public func edges(ofLineWith item: Int) -> (top: Double, bottom: Double) {
    let frame = frame(ofItem: item, origin: 0).frame
    return (frame.y, frame.y + frame.height)
  }

  public func appendFrames(
    ofItems items: Range<Int>, origin: Double, to frames: inout [CellFrame]
  ) {
    for item in items { frames.append(frame(ofItem: item, origin: origin)) }
  }
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

  func frame(ofItem index: Int, origin: Double) -> CellFrame {
    preconditionFailure("a section without items has no item \(index)")
  }

  func line(ofItem item: Int) -> Range<Int> { item..<item }

  func visitItems(
    in window: Window, origin: Double, from first: Int, meter: inout WorkMeter,
    into sink: inout ElementSink
  ) throws(WalkInterrupted) {}
}
