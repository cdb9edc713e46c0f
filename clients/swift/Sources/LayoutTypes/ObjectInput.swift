/// A metric that is an object with members of its own, such as `background`.
public enum ObjectInput<Object: Hashable & Codable & Sendable>: Hashable, Sendable {
  /// Omitted in JSON: the object is inherited if there is one.
  case inherited
  /// No object, even if one would be inherited; `null` in JSON.
  case none
  case object(Object)
}

/// A decoration behind a section (docs/rules.md#backgrounds-and-shelves).
public struct BackgroundInput: Hashable, Codable, Sendable {
  /// What it is behind: the whole section, or what lies between its headers and its footers.
  public enum Place: String, CaseIterable, Codable, Sendable {
    case section, items
  }

  /// Returned with it.
  public var color = ColorInput.inherited
  /// Distances from the edges of what it is behind; nil means 0.
  public var insets: LayoutInsets?
  /// Nil means `section`.
  public var behind: Place?

  /// Creates a background; what is not given has its default.
  public init(
    color: ColorInput = .inherited, insets: LayoutInsets? = nil, behind: Place? = nil
  ) {
    (self.color, self.insets, self.behind) = (color, insets, behind)
  }
}

/// A decoration behind each line, row or segment (docs/rules.md#backgrounds-and-shelves).
public struct ShelfInput: Hashable, Codable, Sendable {
  /// Returned with it.
  public var color = ColorInput.inherited
  /// Distances from the edges of the line, at least -10 000; negative ones lead outwards. Nil means 0.
  public var insets: LayoutInsets?
  /// How much of the line it is behind, counted from the line's bottom; nil means all.
  public var height: Double?

  /// Creates shelves; what is not given has its default.
  public init(
    color: ColorInput = .inherited, insets: LayoutInsets? = nil, height: Double? = nil
  ) {
    (self.color, self.insets, self.height) = (color, insets, height)
  }
}

extension ObjectInput: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .none : .object(try container.decode(Object.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if case .object(let object) = self {
      try container.encode(object)
    } else {
      try container.encodeNil()
    }
  }
}

// Omits inherited objects. The synthesized coding of other types uses these functions.
extension KeyedDecodingContainer {
  func decode<Object>(
    _ type: ObjectInput<Object>.Type, forKey key: Key
  ) throws -> ObjectInput<Object> {
    guard contains(key) else { return .inherited }
    return try decodeNil(forKey: key) ? .none : .object(decode(Object.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  mutating func encode<Object>(_ input: ObjectInput<Object>, forKey key: Key) throws {
    switch input {
    case .inherited: break
    case .none: try encodeNil(forKey: key)
    case .object(let object): try encode(object, forKey: key)
    }
  }
}
