/// The axis along which content grows.
public enum ScrollDirection: String, CaseIterable, Codable, Sendable {
  case vertical, horizontal
}

/// The direction in which lines are read; `rtl` mirrors every frame.
public enum LayoutDirection: String, CaseIterable, Codable, Sendable {
  case ltr, rtl
}

/// What places the items of a section.
public enum Engine: String, CaseIterable, Codable, Sendable {
  case flow, column, waterfall, mosaic
}

/// A snapshot as it is posted: content to lay out, independent of any view (docs/rules.md#snapshot).
///
/// Nothing is checked here: whoever lays it out does that.
public struct SnapshotInput: Hashable, Codable, Sendable {
  /// `vertical` where it is nil.
  public var scrollDirection: ScrollDirection?
  /// `ltr` where it is nil.
  public var layoutDirection: LayoutDirection?
  /// That of the sections that name none; flow where it is nil.
  public var engine: Engine?
  /// The defaults of every section.
  public var metrics: MetricsInput?
  /// Above all sections, in order.
  public var globalHeaders: [SupplementaryInput]?
  /// From the top, or from the leading side.
  public var sections: [SectionInput]

  /// Makes a snapshot of sections; what is not given is left out.
  public init(
    scrollDirection: ScrollDirection? = nil, layoutDirection: LayoutDirection? = nil,
    engine: Engine? = nil, metrics: MetricsInput? = nil,
    globalHeaders: [SupplementaryInput]? = nil, sections: [SectionInput]
  ) {
    self.scrollDirection = scrollDirection
    self.layoutDirection = layoutDirection
    self.engine = engine
    self.metrics = metrics
    self.globalHeaders = globalHeaders
    self.sections = sections
  }
}

/// A section as it is posted.
public struct SectionInput: Hashable, Codable, Sendable {
  /// Up to 256 bytes, handed back and never interpreted.
  public var id: String?
  /// That of the snapshot where it is nil.
  public var engine: Engine?
  /// They override those of the snapshot, one by one.
  public var metrics: MetricsInput?
  /// Above its items, in order.
  public var headers: [SupplementaryInput]?
  /// None where it is nil.
  public var items: ItemsInput?
  /// Below its items, in order.
  public var footers: [SupplementaryInput]?

  /// Makes a section; what is not given is left out.
  public init(
    id: String? = nil, engine: Engine? = nil, metrics: MetricsInput? = nil,
    headers: [SupplementaryInput]? = nil, items: ItemsInput? = nil,
    footers: [SupplementaryInput]? = nil
  ) {
    self.id = id
    self.engine = engine
    self.metrics = metrics
    self.headers = headers
    self.items = items
    self.footers = footers
  }
}

/// A header, a footer or a global header as it is posted. It spans the container; its extent along the scroll axis is
/// read, `height`, or `width` where scrolling is horizontal.
public struct SupplementaryInput: Hashable, Codable, Sendable {
  /// Read where scrolling is horizontal.
  public var width: Double?
  /// Read where scrolling is vertical.
  public var height: Double?
  /// Whether it stays in sight while its section does.
  public var pin: Bool?
  /// Whether it takes no room and is no element.
  public var hidden: Bool?
  /// Whether its extent is to be measured yet.
  public var estimated: Bool?
  /// That of the section where nothing is said.
  public var backgroundColor: ColorInput
  /// That of the section where nothing is said.
  public var selectedBackgroundColor: ColorInput
  /// Handed back, and never interpreted.
  public var padding: EdgeInsets?

  /// Makes a supplementary element; what is not given is left out.
  public init(
    width: Double? = nil, height: Double? = nil, pin: Bool? = nil, hidden: Bool? = nil,
    estimated: Bool? = nil, backgroundColor: ColorInput = .inherited,
    selectedBackgroundColor: ColorInput = .inherited, padding: EdgeInsets? = nil
  ) {
    self.width = width
    self.height = height
    self.pin = pin
    self.hidden = hidden
    self.estimated = estimated
    self.backgroundColor = backgroundColor
    self.selectedBackgroundColor = selectedBackgroundColor
    self.padding = padding
  }
}

/// A colour: any text of 1 to 64 bytes, handed back and never interpreted.
public enum ColorInput: Hashable, Sendable, ExpressibleByStringLiteral {
  /// Nothing is said: it is inherited, or there is none.
  case inherited
  /// None, also where one would be inherited; `null` on the wire.
  case none
  case color(String)

  public init(stringLiteral text: String) { self = .color(text) }
}

extension ColorInput: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .none : .color(try container.decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if case .color(let text) = self {
      try container.encode(text)
    } else {
      try container.encodeNil()
    }
  }
}

// What is inherited is left out: the members of types whose coding is synthesized go through these.
extension KeyedDecodingContainer {
  func decode(_ type: ColorInput.Type, forKey key: Key) throws -> ColorInput {
    guard contains(key) else { return .inherited }
    return try decodeNil(forKey: key) ? .none : .color(decode(String.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  mutating func encode(_ color: ColorInput, forKey key: Key) throws {
    switch color {
    case .inherited: break
    case .none: try encodeNil(forKey: key)
    case .color(let text): try encode(text, forKey: key)
    }
  }
}
