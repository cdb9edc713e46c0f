/// Neighbouring items of one size and one mark, as far as the engine reads them. It has only numbers, so that copying it
/// counts no references.
public struct SizedRun: Equatable, Sendable {
  /// The number of items, 1 to 2⁵³.
  public var count: Int
  /// The extent across the scroll axis, in points; `nothing` if an item of a waterfall has none, 0 if the engine does
  /// not read it.
  public var width: Double
  /// The extent along the scroll axis, in points; 0 if the engine does not read it.
  public var height: Double
  /// Whether the size is an estimate.
  public var isEstimated: Bool

  @usableFromInline
  init(count: Int = 1, width: Double, height: Double, isEstimated: Bool = false) {
    self.count = count
    self.width = width
    self.height = height
    self.isEstimated = isEstimated
  }

  /// The number in a column.
  @inlinable
  public subscript(column: ItemColumn) -> Double {
    get {
      switch column {
      case .width: width
      case .height: height
      }
    }
    set {
      switch column {
      case .width: width = newValue
      case .height: height = newValue
      }
    }
  }

  /// An extent, in points; nil if the items have none, as items of a waterfall may have no width.
  @inline(__always)
  public func extent(_ column: ItemColumn) -> Double? { self[column] < 0 ? nil : self[column] }

  /// Whether both are of one size and mark.
  @inline(__always)
  package func joins(_ other: SizedRun) -> Bool {
    width == other.width && height == other.height && isEstimated == other.isEstimated
  }

  /// Twice the count, plus 1 for a mark. This number is hashed, and stored in columns.
  @inline(__always)
  var markedCount: UInt64 { UInt64(count) << 1 | (isEstimated ? 1 : 0) }

  /// The bits of the extents, with −0 as 0.
  @inline(__always)
  var widthBits: UInt64 { (width + 0).bitPattern }
  @inline(__always)
  var heightBits: UInt64 { (height + 0).bitPattern }

  @inline(__always)
  init(markedCount: UInt64, width: Double, height: Double) {
    self.init(
      count: Int(markedCount >> 1), width: width, height: height,
      isEstimated: markedCount & 1 != 0)
  }
}

/// Neighbouring items of one size and one mark whose members are equal, too.
public struct ItemRun: Equatable, Sendable {
  public var count: Int
  public var width: Double
  public var height: Double
  public var isEstimated: Bool
  /// The members of each item other than its size; nil if all have their defaults.
  public var members: GivenMembers?

  public init(
    count: Int = 1, width: Double, height: Double, isEstimated: Bool = false,
    members: GivenMembers? = nil
  ) {
    self.count = count
    self.width = width
    self.height = height
    self.isEstimated = isEstimated
    self.members = members
  }

  @inline(__always)
  init(_ sizes: SizedRun, _ members: GivenMembers?) {
    self.init(
      count: sizes.count, width: sizes.width, height: sizes.height,
      isEstimated: sizes.isEstimated, members: members)
  }

  /// The run without members.
  @inlinable
  public var sizes: SizedRun {
    SizedRun(count: count, width: width, height: height, isEstimated: isEstimated)
  }

  /// An extent, in points; nil if the items have none.
  @inline(__always)
  public func extent(_ column: ItemColumn) -> Double? { sizes.extent(column) }

  /// The number in columns for a missing extent; others are at least 0.
  @inline(__always)
  static var nothing: Double { -1 }

  /// The number in columns for an extent.
  package static func number(_ extent: Double?) -> Double { extent ?? nothing }

  /// Whether two neighbours are one run.
  @inline(__always)
  package func joins(_ other: ItemRun) -> Bool {
    sizes.joins(other.sizes) && members == other.members
  }
}
