/// A section of the same metrics laid out at the same width, from which another one may be made.
public struct EarlierItems {
  let arrangement: any ItemArrangement
}

/// Places the items of a section: an immutable object with the metrics that only this engine reads, which answers all
/// that the rest of the program asks of an engine.
///
/// The positions of items depend only on this value, the section and the container's width.
public protocol LayoutEngine: AnyObject, Sendable {
  /// Which of the engines it is.
  var name: Engine { get }

  /// Places the items, at least one, below each other from y = 0. O(items that are counted one by one), O(1) for equal
  /// ones; from an earlier layout mostly O(leaves that changed). Takes a step for each item or run that it looks at.
  func arrange(
    _ section: Section, containerWidth: Double, from earlier: EarlierItems?,
    meter: inout StepMeter
  ) throws(WalkStop) -> any ItemArrangement

  /// Whether each item of several sizes has to be looked at, not each run; by default not.
  var placesItemsOneByOne: Bool { get }

  /// Which extents an estimate may have, in the vertical layout; by default none.
  var estimatedColumns: [ItemColumn] { get }

  /// Whether an item that has a width takes no part in means; by default it does.
  var estimatesItemsWithoutWidthAlone: Bool { get }

  /// How many columns it makes; nil where it makes none, which is the default.
  var columnCount: ColumnCount? { get }

  /// Whether items stand at the ends of columns that are not equally long, so that tops ascend but for the fit
  /// tolerance, or in each column alone; by default they stand in lines, whose tops ascend.
  var fillsColumns: Bool { get }

  /// Whether items take columns in turn, however long these are, so that tops ascend in each column alone; by default
  /// they do not.
  var fillsColumnsInTurn: Bool { get }

  /// How the separators between its rows look; nil where it has none, which is the default.
  var separator: SeparatorStyle? { get }

  /// Whether separators stand between columns, too, where they stand between rows; by default they do not.
  var showsColumnSeparator: Bool { get }

  /// A bound for the right edge of every cell and column separator, in points; not a number where they are nowhere.
  ///
  /// By default the right edge of the last column, or of the widest item.
  func greatestX(
    of arrangement: any ItemArrangement, in section: Section, containerWidth: Double
  ) -> Double

  /// What has too little room in a section whose insets leave some room; by default columns narrower than a point.
  func roomShortage(
    of section: Section, number: Int, arrangement: any ItemArrangement, containerWidth: Double
  ) -> RoomShortage?

  /// Writes the metrics that only it reads, so that no two engines of its kind write the same bytes.
  func writeCanonicalBytes(to writer: inout CanonicalWriter)

  /// How many values its metrics list: what writing them costs grows with it; by default none.
  var listedCount: Int { get }

  /// Counts its memory and that of what its metrics refer to, the separators' style left out.
  func countBytes(in counter: inout HeapCounter)
}

extension LayoutEngine {
  public var placesItemsOneByOne: Bool { false }
  public var estimatedColumns: [ItemColumn] { [] }
  public var estimatesItemsWithoutWidthAlone: Bool { false }
  public var columnCount: ColumnCount? { nil }
  public var fillsColumns: Bool { false }
  public var fillsColumnsInTurn: Bool { false }
  public var separator: SeparatorStyle? { nil }
  public var showsColumnSeparator: Bool { false }
  public var listedCount: Int { 0 }

  public func greatestX(
    of arrangement: any ItemArrangement, in section: Section, containerWidth: Double
  ) -> Double {
    guard let columnCount else {
      let available = section.availableWidth(in: containerWidth)
      return section.metrics.sectionInset.left + max(available, arrangement.greatestWidth)
    }
    let columns = Columns(columnCount, of: section, containerWidth: containerWidth)
    return columns.x(columns.count - 1) + columns.width + (separator?.thickness ?? 0)
  }

  public func roomShortage(
    of section: Section, number: Int, arrangement: any ItemArrangement, containerWidth: Double
  ) -> RoomShortage? {
    guard let columnCount else { return nil }
    let width = Columns(columnCount, of: section, containerWidth: containerWidth).width
    return width < 1 - fitTolerance ? .columnsTooNarrow(section: number, width: width) : nil
  }

  /// Whether another engine is the same one with equal metrics: those that a layout is named by, and the separators'
  /// thickness, which the section writes.
  func isEqual(to other: any LayoutEngine) -> Bool {
    if self === other { return true }
    guard name == other.name, separator == other.separator else { return false }
    var (own, others) = (CanonicalWriter(), CanonicalWriter())
    writeCanonicalBytes(to: &own)
    other.writeCanonicalBytes(to: &others)
    return own.bytes == others.bytes
  }
}
