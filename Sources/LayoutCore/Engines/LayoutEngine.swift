/// An arrangement of a section with the same metrics at the same width, from which another one may be made.
public struct EarlierItems {
  let arrangement: any ItemArrangement
}

/// Places the items of a section. An engine is an immutable object with the metrics that only it reads, and tells the
/// rest of the program all that depends on the engine.
///
/// The positions of items depend only on this value, the section and the container's width.
public protocol LayoutEngine: AnyObject, Sendable {
  /// The engine's name.
  var name: Engine { get }

  /// Places the items, at least one, below each other from y = 0. O(items that are counted one by one), O(1) for equal
  /// ones; with an earlier layout mostly O(leaves that changed). Pays a step for each item or run that it visits.
  func arrange(
    _ section: Section, containerWidth: Double, from earlier: EarlierItems?,
    meter: inout StepMeter
  ) throws(WalkStop) -> any ItemArrangement

  /// The number of items that the engine visits one by one, of several runs. The default is the number of runs.
  func explicitCount(of items: Items) -> Int

  /// The extents that may be estimates, in the vertical layout. The default is none.
  var estimatedColumns: [ItemColumn] { get }

  /// Whether an item of this size is counted in means, and gets the mean if its size is an estimate. By default every
  /// item is counted.
  func sharesMean(_ size: SizedRun) -> Bool

  /// The number of columns; nil, the default, if the engine has no columns.
  var columnCount: ColumnCount? { get }

  /// Whether another engine gives equal items equal frames in a section of equal spacings and insets. By default, whether
  /// the engines are equal.
  func places(like other: any LayoutEngine) -> Bool

  /// The end of a change whose cells end at `cells`, in a section that ends at `section`, in points. The default is
  /// `cells` (docs/rules.md#changed-stretch).
  func endOfChange(cells: Double, section: Double) -> Double

  /// The style of the separators between rows; nil, the default, if there are none.
  var separator: SeparatorStyle? { get }

  /// Whether there are separators between columns too, if there are some between rows. The default is false.
  var showsColumnSeparator: Bool { get }

  /// An upper bound of the right edge of every cell and column separator, in points. Not a number if they have no
  /// position.
  ///
  /// By default the right edge of the last column, or of the widest item.
  func greatestX(
    of arrangement: any ItemArrangement, in section: Section, containerWidth: Double
  ) -> Double

  /// The shortage of room in a section whose insets leave some room; nil if there is none. By default, columns narrower
  /// than a point.
  func roomShortage(
    of section: Section, number: Int, arrangement: any ItemArrangement, containerWidth: Double
  ) -> RoomShortage?

  /// What the metrics say of later additions to the rules. The default is nothing.
  var additions: EngineAdditions { get }

  /// Writes the metrics that only this engine reads, except `additions`. Different engines of one kind with equal
  /// additions must write different bytes.
  func writeCanonicalBytes(to writer: inout CanonicalWriter)

  /// The number of values in lists of its metrics, which determines the cost of writing them. The default is 0.
  var listedCount: Int { get }

  /// Counts the engine's memory and that of its metrics, except the style of separators.
  func countBytes(in counter: inout HeapCounter)
}

extension LayoutEngine {
  /// Whether the only item of a section takes a part of what the content lacks.
  package var fillsRemainder: Bool { additions.contains(.remainder) }

  public func explicitCount(of items: Items) -> Int { items.runCount }
  public var estimatedColumns: [ItemColumn] { [] }
  public func sharesMean(_ size: SizedRun) -> Bool { true }
  public var columnCount: ColumnCount? { nil }
  public func places(like other: any LayoutEngine) -> Bool { isEqual(to: other) }
  public func endOfChange(cells: Double, section: Double) -> Double { cells }
  public var separator: SeparatorStyle? { nil }
  public var showsColumnSeparator: Bool { false }
  public var additions: EngineAdditions { [] }
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

  /// Whether another engine has the same name and equal metrics: those that are part of layout ids, and the thickness
  /// of separators, which the section writes.
  func isEqual(to other: any LayoutEngine) -> Bool {
    if self === other { return true }
    guard name == other.name, additions == other.additions, separator == other.separator else {
      return false
    }
    var (own, others) = (CanonicalWriter(), CanonicalWriter())
    writeCanonicalBytes(to: &own)
    other.writeCanonicalBytes(to: &others)
    return own.bytes == others.bytes
  }
}
