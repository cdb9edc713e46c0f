/// The items of a section as they are posted, in any of their forms (docs/rules.md#items).
///
/// In a section, sizes that are nil come from the metrics. In a step they do not, because a section stores sizes and
/// not the metrics from which they came: new items must have every extent that the engine reads, other items keep
/// theirs.
public enum ItemsInput: Hashable, Sendable {
  /// A number of items without sizes.
  case count(Int)
  /// A number of equal items.
  case equal(EqualItemsInput)
  /// One entry for each item, or for several equal neighbours.
  case list([ItemInput])
  /// Columns of equal length, with one value per item. The fastest form for long lists.
  case columns(ItemColumnsInput)

  /// A number of items of one size.
  public static func equal(
    count: Int, width: Double? = nil, height: Double? = nil, estimated: Bool? = nil
  ) -> ItemsInput {
    .equal(EqualItemsInput(count: count, width: width, height: height, estimated: estimated))
  }

  /// Sizes in columns of equal length.
  public static func columns(
    widths: [Double]? = nil, heights: [Double]? = nil, estimated: Marks? = nil
  ) -> ItemsInput {
    .columns(ItemColumnsInput(widths: widths, heights: heights, estimated: estimated))
  }

  /// The items with an estimated size.
  public enum Marks: Hashable, Sendable {
    case all(Bool)
    case each([Bool])
  }

  /// The values of a member of items beside their sizes.
  public enum Values<Value: Hashable & Codable & Sendable>: Hashable, Sendable {
    /// One value for all items.
    case all(Value)
    /// A value for each item; nil is the default.
    case each([Value?])
  }
}

/// A number of equal items.
public struct EqualItemsInput: Hashable, Codable, Sendable {
  /// The number of items.
  public var count: Int
  /// Nil if it is not given.
  public var width: Double?
  /// Nil if it is not given.
  public var height: Double?
  /// Whether the sizes are estimates.
  public var estimated: Bool?
  /// How many neighbouring columns the item stands over, `waterfall`; nil means 1.
  public var span: ItemSpan?
  /// The leftmost column of the item, `waterfall`; nil means the one that the placement chooses.
  public var columnIndex: Int?
  /// The distance from the left edge of the items, `fixed`; nil means 0.
  public var x: Double?
  /// The distance from the top of the items, `fixed`; nil means 0.
  public var y: Double?
  /// The opacity of the cell, from 0 to 1; nil means 1.
  public var alpha: Double?
  /// The greater one of overlapping elements is above; nil means 0.
  public var zIndex: Int?
  /// Whether the cell is not shown; it takes its room all the same.
  public var hidden: Bool?
  /// A matrix of the plane, `a, b, c, d, tx, ty`, about the centre of the frame. Not beside `transform3D`.
  public var transform: [Double]?
  /// A matrix of space, `m11, m12 … m44`, about the centre of the frame. Not beside `transform`.
  public var transform3D: [Double]?
  /// Repeated on the cell and never read, at most 256 bytes.
  public var data: String?
  /// Repeated on the cell, instead of that of the metrics.
  public var backgroundColor: String?
  /// Repeated on the cell, instead of that of the metrics.
  public var selectedBackgroundColor: String?

  /// Creates a number of items; values not given are omitted.
  public init(
    count: Int, width: Double? = nil, height: Double? = nil, estimated: Bool? = nil,
    span: ItemSpan? = nil, columnIndex: Int? = nil, x: Double? = nil, y: Double? = nil,
    alpha: Double? = nil, zIndex: Int? = nil, hidden: Bool? = nil, transform: [Double]? = nil,
    transform3D: [Double]? = nil, data: String? = nil, backgroundColor: String? = nil,
    selectedBackgroundColor: String? = nil
  ) {
    self.count = count
    self.width = width
    self.height = height
    self.estimated = estimated
    self.span = span
    self.columnIndex = columnIndex
    self.x = x
    self.y = y
    self.alpha = alpha
    self.zIndex = zIndex
    self.hidden = hidden
    self.transform = transform
    self.transform3D = transform3D
    self.data = data
    self.backgroundColor = backgroundColor
    self.selectedBackgroundColor = selectedBackgroundColor
  }
}

/// Columns of equal length, with one value per item: at least one list.
public struct ItemColumnsInput: Hashable, Codable, Sendable {
  /// Nil if none is given.
  public var widths: [Double]?
  /// Nil if none is given.
  public var heights: [Double]?
  /// The items with an estimated size.
  public var estimated: ItemsInput.Marks?
  /// How many neighbouring columns each item stands over, `waterfall`; nil means 1.
  public var span: ItemsInput.Values<ItemSpan>?
  /// The leftmost column of each item, `waterfall`; nil means the one that the placement chooses.
  public var columnIndex: ItemsInput.Values<Int>?
  /// The distance from the left edge of the items, `fixed`; nil means 0.
  public var x: ItemsInput.Values<Double>?
  /// The distance from the top of the items, `fixed`; nil means 0.
  public var y: ItemsInput.Values<Double>?
  /// The opacity of the cell, from 0 to 1; nil means 1.
  public var alpha: ItemsInput.Values<Double>?
  /// The greater one of overlapping elements is above; nil means 0.
  public var zIndex: ItemsInput.Values<Int>?
  /// Whether the cell is not shown; it takes its room all the same.
  public var hidden: ItemsInput.Values<Bool>?
  /// A matrix of the plane, `a, b, c, d, tx, ty`, about the centre of the frame. Not beside `transform3D`.
  public var transform: ItemsInput.Values<[Double]>?
  /// A matrix of space, `m11, m12 … m44`, about the centre of the frame. Not beside `transform`.
  public var transform3D: ItemsInput.Values<[Double]>?
  /// Repeated on the cell and never read, at most 256 bytes.
  public var data: ItemsInput.Values<String>?
  /// Repeated on the cell, instead of that of the metrics.
  public var backgroundColor: ItemsInput.Values<String>?
  /// Repeated on the cell, instead of that of the metrics.
  public var selectedBackgroundColor: ItemsInput.Values<String>?

  /// Creates columns; those not given are omitted.
  public init(
    widths: [Double]? = nil, heights: [Double]? = nil, estimated: ItemsInput.Marks? = nil,
    span: ItemsInput.Values<ItemSpan>? = nil, columnIndex: ItemsInput.Values<Int>? = nil,
    x: ItemsInput.Values<Double>? = nil, y: ItemsInput.Values<Double>? = nil,
    alpha: ItemsInput.Values<Double>? = nil, zIndex: ItemsInput.Values<Int>? = nil,
    hidden: ItemsInput.Values<Bool>? = nil, transform: ItemsInput.Values<[Double]>? = nil,
    transform3D: ItemsInput.Values<[Double]>? = nil, data: ItemsInput.Values<String>? = nil,
    backgroundColor: ItemsInput.Values<String>? = nil,
    selectedBackgroundColor: ItemsInput.Values<String>? = nil
  ) {
    self.widths = widths
    self.heights = heights
    self.estimated = estimated
    self.span = span
    self.columnIndex = columnIndex
    self.x = x
    self.y = y
    self.alpha = alpha
    self.zIndex = zIndex
    self.hidden = hidden
    self.transform = transform
    self.transform3D = transform3D
    self.data = data
    self.backgroundColor = backgroundColor
    self.selectedBackgroundColor = selectedBackgroundColor
  }
}

/// An item, or several equal ones.
public struct ItemInput: Hashable, Codable, Sendable {
  /// Nil if it is not given.
  public var width: Double?
  /// Nil if it is not given.
  public var height: Double?
  /// The number of such items; nil means 1.
  public var count: Int?
  /// Whether the size is an estimate.
  public var estimated: Bool?
  /// How many neighbouring columns the item stands over, `waterfall`; nil means 1.
  public var span: ItemSpan?
  /// The leftmost column of the item, `waterfall`; nil means the one that the placement chooses.
  public var columnIndex: Int?
  /// The distance from the left edge of the items, `fixed`; nil means 0.
  public var x: Double?
  /// The distance from the top of the items, `fixed`; nil means 0.
  public var y: Double?
  /// The opacity of the cell, from 0 to 1; nil means 1.
  public var alpha: Double?
  /// The greater one of overlapping elements is above; nil means 0.
  public var zIndex: Int?
  /// Whether the cell is not shown; it takes its room all the same.
  public var hidden: Bool?
  /// A matrix of the plane, `a, b, c, d, tx, ty`, about the centre of the frame. Not beside `transform3D`.
  public var transform: [Double]?
  /// A matrix of space, `m11, m12 … m44`, about the centre of the frame. Not beside `transform`.
  public var transform3D: [Double]?
  /// Repeated on the cell and never read, at most 256 bytes.
  public var data: String?
  /// Repeated on the cell, instead of that of the metrics.
  public var backgroundColor: String?
  /// Repeated on the cell, instead of that of the metrics.
  public var selectedBackgroundColor: String?

  /// Creates an entry; values not given are omitted.
  public init(
    width: Double? = nil, height: Double? = nil, count: Int? = nil, estimated: Bool? = nil,
    span: ItemSpan? = nil, columnIndex: Int? = nil, x: Double? = nil, y: Double? = nil,
    alpha: Double? = nil, zIndex: Int? = nil, hidden: Bool? = nil, transform: [Double]? = nil,
    transform3D: [Double]? = nil, data: String? = nil, backgroundColor: String? = nil,
    selectedBackgroundColor: String? = nil
  ) {
    self.width = width
    self.height = height
    self.count = count
    self.estimated = estimated
    self.span = span
    self.columnIndex = columnIndex
    self.x = x
    self.y = y
    self.alpha = alpha
    self.zIndex = zIndex
    self.hidden = hidden
    self.transform = transform
    self.transform3D = transform3D
    self.data = data
    self.backgroundColor = backgroundColor
    self.selectedBackgroundColor = selectedBackgroundColor
  }
}

extension ItemsInput: ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral {
  public init(integerLiteral count: Int) { self = .count(count) }
  public init(arrayLiteral items: ItemInput...) { self = .list(items) }
}

extension ItemsInput.Marks: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let mark = try? container.decode(Bool.self) {
      self = .all(mark)
    } else {
      self = .each(try container.decode([Bool].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .all(let mark): try container.encode(mark)
    case .each(let marks): try container.encode(marks)
    }
  }
}

extension ItemsInput.Values: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // A matrix is itself a list of numbers.
    if let value = try? container.decode(Value.self) {
      self = .all(value)
    } else {
      self = .each(try container.decode([Value?].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .all(let value): try container.encode(value)
    case .each(let values): try container.encode(values)
    }
  }
}

extension ItemsInput: Codable {
  private enum FormKeys: String, CodingKey {
    case count, widths, heights
  }

  public init(from decoder: any Decoder) throws {
    if let single = try? decoder.singleValueContainer() {
      if let count = try? single.decode(Int.self) {
        self = .count(count)
        return
      }
    }
    guard let object = try? decoder.container(keyedBy: FormKeys.self) else {
      self = .list(try [ItemInput](from: decoder))
      return
    }
    if object.contains(.count), !object.contains(.widths), !object.contains(.heights) {
      self = .equal(try EqualItemsInput(from: decoder))
    } else {
      self = .columns(try ItemColumnsInput(from: decoder))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .count(let count):
      var container = encoder.singleValueContainer()
      try container.encode(count)
    case .equal(let items): try items.encode(to: encoder)
    case .list(let items): try items.encode(to: encoder)
    case .columns(let columns): try columns.encode(to: encoder)
    }
  }
}
