/// The items of a section as they are posted, in any of their forms (docs/rules.md#items).
///
/// In a section, sizes that are nil come from the metrics. In a step they do not, because a section stores sizes and
/// not the metrics from which they came: new items must have every extent that the engine reads, other items keep
/// theirs.
public enum ItemsInput: Hashable, Sendable {
  /// A number of items without sizes.
  case count(Int)
  /// A number of equal items.
  case equal(count: Int, width: Double? = nil, height: Double? = nil, estimated: Bool? = nil)
  /// One entry for each item, or for several equal neighbours.
  case list([ItemInput])
  /// Columns of equal length, with one number per item. The fastest form for long lists.
  case columns(widths: [Double]? = nil, heights: [Double]? = nil, estimated: Marks? = nil)

  /// The items with an estimated size.
  public enum Marks: Hashable, Sendable {
    case all(Bool)
    case each([Bool])
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

  /// Creates an entry; values not given are omitted.
  public init(
    width: Double? = nil, height: Double? = nil, count: Int? = nil, estimated: Bool? = nil
  ) {
    self.width = width
    self.height = height
    self.count = count
    self.estimated = estimated
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

extension ItemsInput: Codable {
  private enum CodingKeys: String, CodingKey {
    case count, width, height, estimated, widths, heights
  }

  public init(from decoder: any Decoder) throws {
    if let single = try? decoder.singleValueContainer() {
      if let count = try? single.decode(Int.self) {
        self = .count(count)
        return
      }
    }
    guard let object = try? decoder.container(keyedBy: CodingKeys.self) else {
      self = .list(try [ItemInput](from: decoder))
      return
    }
    let widths = try object.decodeIfPresent([Double].self, forKey: .widths)
    let heights = try object.decodeIfPresent([Double].self, forKey: .heights)
    if widths == nil, heights == nil {
      self = .equal(
        count: try object.decode(Int.self, forKey: .count),
        width: try object.decodeIfPresent(Double.self, forKey: .width),
        height: try object.decodeIfPresent(Double.self, forKey: .height),
        estimated: try object.decodeIfPresent(Bool.self, forKey: .estimated))
    } else {
      self = .columns(
        widths: widths, heights: heights,
        estimated: try object.decodeIfPresent(Marks.self, forKey: .estimated))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .count(let count):
      var container = encoder.singleValueContainer()
      try container.encode(count)
    case .equal(let count, let width, let height, let estimated):
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(count, forKey: .count)
      try object.encodeIfPresent(width, forKey: .width)
      try object.encodeIfPresent(height, forKey: .height)
      try object.encodeIfPresent(estimated, forKey: .estimated)
    case .list(let items): try items.encode(to: encoder)
    case .columns(let widths, let heights, let estimated):
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encodeIfPresent(widths, forKey: .widths)
      try object.encodeIfPresent(heights, forKey: .heights)
      try object.encodeIfPresent(estimated, forKey: .estimated)
    }
  }
}
