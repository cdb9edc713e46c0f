/// The key of an item: items of equal keys are the same in two trees.
///
/// Keys are equal if a service reads them as equal: 1 and 1.0 are, 1 and "1" are not.
public enum ItemKey: Sendable {
  /// Compared byte by byte.
  case text(String)
  /// Any whole number.
  case integer(Int)
  /// Any other number. Snapshots and changes with one that is not finite are refused.
  case number(Double)

  /// This key, with a whole number as an `integer`: what is written, since a service reads it as it is.
  package var normal: ItemKey {
    guard case .number(let number) = self, let integer = Int(exactly: number) else { return self }
    return .integer(integer)
  }
}

extension ItemKey: Hashable {
  public static func == (first: ItemKey, second: ItemKey) -> Bool {
    switch (first.normal, second.normal) {
    case (.text(let first), .text(let second)): first.utf8.elementsEqual(second.utf8)
    case (.integer(let first), .integer(let second)): first == second
    case (.number(let first), .number(let second)): first == second
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch normal {
    case .text(let text): hasher.combine(text)
    case .integer(let number): hasher.combine(number)
    case .number(let number): hasher.combine(number)
    }
  }
}

extension ItemKey: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  public init(stringLiteral text: String) { self = .text(text) }
  public init(integerLiteral number: Int) { self = .integer(number) }
  public init(floatLiteral number: Double) { self = .number(number) }
}

extension ItemKey: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .integer(number)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch normal {
    case .text(let text): try container.encode(text)
    case .integer(let number): try container.encode(number)
    case .number(let number): try container.encode(number)
    }
  }
}
