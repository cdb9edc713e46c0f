/// What a snapshot may say of each item, a number of at least 0: one entry for each member of an item. Decoders, the
/// scanner of lists, the writer of snapshots and the engines' rules walk this list. The content tree, whose form names
/// layouts (docs/rules.md#content-tree), keeps a column of its own for each.
public enum ItemColumn: Int, CaseIterable, Sendable {
  /// Extents in points; of the vertical layout, `width` is across the scroll axis.
  case width, height

  /// The member's name in a snapshot.
  public var name: String {
    switch self {
    case .width: "width"
    case .height: "height"
    }
  }

  /// The name of the list that has one number for each item.
  public var listName: String {
    switch self {
    case .width: "widths"
    case .height: "heights"
    }
  }

  /// The member that it becomes when a horizontal snapshot is turned into a vertical one, or back.
  @inlinable
  public var transposed: ItemColumn {
    switch self {
    case .width: .height
    case .height: .width
    }
  }
}

/// A value for each item column.
public struct ItemColumns<Value> {
  /// As many as the list has entries.
  @usableFromInline var values: InlineArray<2, Value>

  /// Makes the values column by column.
  @inlinable
  public init<Failure: Error>(_ value: (ItemColumn) throws(Failure) -> Value) throws(Failure) {
    values = try InlineArray { (place) throws(Failure) in try value(ItemColumn(rawValue: place)!) }
  }

  /// The value for a column.
  @inlinable
  public subscript(column: ItemColumn) -> Value {
    get { values[column.rawValue] }
    // In place, so that an array grows without a copy.
    _modify { yield &values[column.rawValue] }
  }
}

extension ItemColumns: Sendable where Value: Sendable {}
