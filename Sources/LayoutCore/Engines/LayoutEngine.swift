/// Places the items of a section. An engine is an immutable object with the metrics that only it reads. What the rest of
/// the program does by the engine follows from the values that the engine returns.
///
/// The positions of items depend only on this value, the items and their room.
public protocol LayoutEngine: AnyObject, Sendable {
  /// The engine's name.
  var name: Engine { get }

  /// What it reads of the sizes of items.
  var reading: ItemReading { get }

  /// The columns in which it places items; nil if it has none.
  var columnRule: ColumnRule? { get }

  /// Places the items, at least one, below each other from y = 0. O(items that are counted one by one), O(1) for equal
  /// ones; with an earlier arrangement mostly O(leaves that changed). Pays a step for each item or run that it visits.
  ///
  /// - Parameter earlier: The arrangement of a section with the same metrics in the same room.
  func arrange(
    _ items: Items, in room: ItemRoom, from earlier: (any ItemArrangement)?, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> any ItemArrangement

  /// Writes the metrics that only this engine reads, but for the separators of its rows, and their additions. Different
  /// engines of one kind with equal additions must write different bytes.
  func writeCanonicalBytes(to writer: inout CanonicalWriter)

  /// Counts the engine's memory and that of its metrics, except the style of separators.
  func countBytes(in counter: inout HeapCounter)
}

extension LayoutEngine {
  /// The bytes and the additions that it writes. The bytes end with the numbers of additions.
  var written: (bytes: [UInt8], additions: EngineFeatures) {
    var writer = CanonicalWriter()
    writeCanonicalBytes(to: &writer)
    for addition in writer.additionNumbers { writer.number(addition.number) }
    return (writer.bytes, EngineFeatures(rawValue: writer.additions))
  }

  /// Whether another engine has the same name and equal metrics: those that are part of layout ids, and the thickness
  /// of separators, which the section writes.
  func isEqual(to other: any LayoutEngine) -> Bool {
    self === other
      || (hasEqualMetrics(other, but: []) && columnRule?.rows == other.columnRule?.rows)
  }

  /// Whether another engine gives equal items equal frames in a section of equal spacings and insets, unless the only
  /// item fills what the content lacks.
  func places(like other: any LayoutEngine) -> Bool {
    self === other || hasEqualMetrics(other, but: .remainder)
  }

  private func hasEqualMetrics(_ other: any LayoutEngine, but ignored: EngineFeatures) -> Bool {
    guard name == other.name else { return false }
    let (own, others) = (written, other.written)
    return own.bytes == others.bytes
      && own.additions.union(ignored) == others.additions.union(ignored)
  }
}

/// What an engine reads of the sizes of items, in the vertical layout.
public struct ItemReading: Sendable {
  /// What an engine does with an extent.
  enum ExtentUse {
    case unread
    /// It is a length in points, which may be an estimate.
    case length
    /// It gives a ratio, together with the other extent. An item that has both is scaled, so means do not count it.
    case ratio
  }

  private let width: ExtentUse
  private let height: ExtentUse
  /// Whether it visits items one by one if their sizes differ, rather than runs of equal ones.
  private let isOneByOne: Bool
  /// The most memory that is needed to place an item that is visited, in bytes.
  private let bytesPerItem: Int
  /// The same for items that say spans or columns.
  private let bytesPerSpannedItem: Int

  init(
    width: ExtentUse, height: ExtentUse, isOneByOne: Bool = false, bytesPerItem: Int = 16,
    bytesPerSpannedItem: Int = 0
  ) {
    (self.width, self.height, self.isOneByOne) = (width, height, isOneByOne)
    self.bytesPerItem = bytesPerItem
    self.bytesPerSpannedItem = bytesPerSpannedItem
  }

  /// The most memory that is needed to place one of some items that is visited, in bytes.
  func bytesPerItem(of items: Items) -> Int {
    items.memberTraits.isDisjoint(with: .changeColumns)
      ? bytesPerItem : max(bytesPerItem, bytesPerSpannedItem)
  }

  /// Whether a column has lengths in points, so that it has a mean.
  func hasLengths(_ column: ItemColumn) -> Bool {
    switch column {
    case .width: width == .length
    case .height: height == .length
    }
  }

  /// Whether an item of this size is counted in means, and gets the mean if its size is an estimate.
  func sharesMean(_ size: SizedRun) -> Bool {
    !(width == .ratio && size.extent(.width) != nil)
      && !(height == .ratio && size.extent(.height) != nil)
  }

  /// The number of items that the engine has to visit: runs or, if lines and columns depend on each item, all items; 0
  /// for a single run (docs/rules.md#limits).
  public func explicitCount(of items: Items) -> Int {
    // Equal items that say a column are all in this one.
    if items.memberTraits.contains(.haveColumns) { return items.count }
    if items.isOneRun { return 0 }
    return isOneByOne && items.uniformSize == nil ? items.count : items.runCount
  }
}

/// The room of a section's items, in points.
public struct ItemRoom: Sendable {
  /// The left edge of the items.
  let left: Double
  /// The room across the scroll axis: A of docs/rules.md#available-width.
  let width: Double
  /// The spacing between lines, rows, segments, or items of a waterfall column: `minimumLineSpacing`.
  let lineSpacing: Double
  /// The spacing between items of a line, or between columns: `minimumInteritemSpacing`, g of
  /// docs/rules.md#available-width.
  let itemSpacing: Double
}
