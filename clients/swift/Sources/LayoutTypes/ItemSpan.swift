/// How many neighbouring columns an item stands over.
public enum ItemSpan: Hashable, Sendable {
  /// From 1 to 10 000; more than there are means all of them.
  case columns(Int)
  /// All columns.
  case all
}

extension ItemSpan: ExpressibleByIntegerLiteral {
  public init(integerLiteral count: Int) { self = .columns(count) }
}

extension ItemSpan: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let word = try? container.decode(String.self) else {
      self = .columns(try container.decode(Int.self))
      return
    }
    guard word == "all" else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(word) is not all")
    }
    self = .all
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .columns(let count): try container.encode(count)
    case .all: try container.encode("all")
    }
  }
}
