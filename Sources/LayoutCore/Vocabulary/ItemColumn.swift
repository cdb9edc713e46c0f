/// The numbers of at least 0 that a snapshot may give for each item: a case for each member of an item. Decoders, the
/// scanner of lists, the writer of snapshots and the engines' rules walk this list. The content tree, whose form
/// determines layout ids (docs/rules.md#content-tree), has its own column for each.
public enum ItemColumn: Int, CaseIterable, Sendable {
  /// Extents in points. In the vertical layout, `width` is across the scroll axis.
  case width, height

  /// The name of the member in a snapshot.
  public var name: String {
    switch self {
    case .width: "width"
    case .height: "height"
    }
  }

  /// The name of the list with one number per item.
  public var listName: String {
    switch self {
    case .width: "widths"
    case .height: "heights"
    }
  }

  /// The column that has the same numbers after a horizontal snapshot is transposed into a vertical one, or back.
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
  @usableFromInline var width: Value
  @usableFromInline var height: Value

  /// Creates the values column by column.
  @inlinable
  public init<Failure: Error>(_ value: (ItemColumn) throws(Failure) -> Value) throws(Failure) {
    width = try value(.width)
    height = try value(.height)
  }

  /// The value for a column.
  @inlinable
  public subscript(column: ItemColumn) -> Value {
    get {
      switch column {
      case .width: width
      case .height: height
      }
    }
    // In place, so that an array grows without being copied.
    _modify {
      switch column {
      case .width: yield &width
      case .height: yield &height
      }
    }
  }
}

extension ItemColumns: Sendable where Value: Sendable {}
