/// The axis along which content grows.
public enum ScrollDirection: String, CaseIterable, Codable, Sendable {
  case vertical, horizontal
}

/// The engine that places the items of a section.
public enum Engine: String, CaseIterable, Codable, Sendable {
  case flow, column, waterfall, mosaic, fixed, justified, groups
}

/// A snapshot as it is posted: content to lay out, independent of any view (docs/rules.md#snapshot).
///
/// Nothing is checked here, but when it is laid out.
public struct SnapshotInput: Hashable, Codable, Sendable {
  /// The reading direction of lines. `rtl` mirrors every frame.
  public enum LayoutDirection: String, CaseIterable, Codable, Sendable {
    case ltr, rtl
  }

  /// Nil means `vertical`.
  public var scrollDirection: ScrollDirection?
  /// Nil means `ltr`.
  public var layoutDirection: LayoutDirection?
  /// The engine of sections without one of their own; nil means `flow`.
  public var engine: Engine?
  /// The default metrics of all sections.
  public var metrics: MetricsInput?
  /// The headers above all sections, in order.
  public var globalHeaders: [SupplementaryInput]?
  /// The colour of the background of the global headers; omitted if they have none.
  public var globalHeaderBackgroundColor: ColorInput
  /// The least extent of the content along the scroll axis, in points, 0 to 2⁵³; nil means 0.
  public var minimumContentLength: Double?
  /// The sections, from the top or from the leading side; nil if `source` lists them.
  public var sections: [SectionInput]?
  /// The tree of the parts of a page, in place of `sections`.
  public var source: SourceNode?

  /// Creates a snapshot; values not given are omitted.
  public init(
    scrollDirection: ScrollDirection? = nil, layoutDirection: LayoutDirection? = nil,
    engine: Engine? = nil, metrics: MetricsInput? = nil,
    globalHeaders: [SupplementaryInput]? = nil,
    globalHeaderBackgroundColor: ColorInput = .inherited, minimumContentLength: Double? = nil,
    sections: [SectionInput]
  ) {
    self.scrollDirection = scrollDirection
    self.layoutDirection = layoutDirection
    self.engine = engine
    self.metrics = metrics
    self.globalHeaders = globalHeaders
    self.globalHeaderBackgroundColor = globalHeaderBackgroundColor
    self.minimumContentLength = minimumContentLength
    self.sections = sections
  }

  /// Creates a snapshot whose sections a source lists; values not given are omitted.
  public init(
    scrollDirection: ScrollDirection? = nil, layoutDirection: LayoutDirection? = nil,
    engine: Engine? = nil, metrics: MetricsInput? = nil,
    globalHeaders: [SupplementaryInput]? = nil,
    globalHeaderBackgroundColor: ColorInput = .inherited, minimumContentLength: Double? = nil,
    source: SourceNode
  ) {
    self.init(
      scrollDirection: scrollDirection, layoutDirection: layoutDirection, engine: engine,
      metrics: metrics, globalHeaders: globalHeaders,
      globalHeaderBackgroundColor: globalHeaderBackgroundColor,
      minimumContentLength: minimumContentLength, sections: [])
    sections = nil
    self.source = source
  }
}

/// A section as it is posted.
public struct SectionInput: Hashable, Codable, Sendable {
  /// Up to 256 bytes, returned but never interpreted.
  public var id: String?
  /// Nil means the snapshot's engine.
  public var engine: Engine?
  /// They override the snapshot's metrics one by one.
  public var metrics: MetricsInput?
  /// The headers above its items, in order.
  public var headers: [SupplementaryInput]?
  /// What is shown if there are no items.
  public var placeholder: PlaceholderInput?
  /// Nil means no items.
  public var items: ItemsInput?
  /// A key for each item. Only a section of a `SourceNode` may have them.
  public var keys: [ItemKey]?
  /// The footers below its items, in order.
  public var footers: [SupplementaryInput]?

  /// Creates a section; values not given are omitted.
  public init(
    id: String? = nil, engine: Engine? = nil, metrics: MetricsInput? = nil,
    headers: [SupplementaryInput]? = nil, placeholder: PlaceholderInput? = nil,
    items: ItemsInput? = nil, keys: [ItemKey]? = nil, footers: [SupplementaryInput]? = nil
  ) {
    self.id = id
    self.engine = engine
    self.metrics = metrics
    self.headers = headers
    self.placeholder = placeholder
    self.items = items
    self.keys = keys
    self.footers = footers
  }
}

/// A header, a footer or a global header as it is posted. It spans the container. Its extent along the scroll axis is
/// `height` or, if scrolling is horizontal, `width`.
public struct SupplementaryInput: Hashable, Codable, Sendable {
  /// Read if scrolling is horizontal.
  public var width: Double?
  /// Read if scrolling is vertical.
  public var height: Double?
  /// Whether it stays visible while its section is.
  public var pin: Bool?
  /// Whether a global header scrolls away and waits just before the visible bounds. It excludes `pin`.
  public var waits: Bool?
  /// Whether it takes no room and is not an element.
  public var hidden: Bool?
  /// Whether its extent is an estimate. One that is not given is then 44.
  public var estimated: Bool?
  /// Inherited from the section by default.
  public var backgroundColor: ColorInput
  /// Inherited from the section by default.
  public var selectedBackgroundColor: ColorInput
  /// Returned but never interpreted.
  public var padding: LayoutInsets?
  /// Up to 256 bytes, returned but never interpreted.
  public var data: String?
  /// Whether it is shown while its section lists nothing because of a state; nil means false. Only a header of a
  /// `SourceNode` may say so.
  public var visibleWhileShowingPlaceholder: Bool?

  /// Creates a supplementary element; values not given are omitted.
  public init(
    width: Double? = nil, height: Double? = nil, pin: Bool? = nil, waits: Bool? = nil,
    hidden: Bool? = nil, estimated: Bool? = nil, backgroundColor: ColorInput = .inherited,
    selectedBackgroundColor: ColorInput = .inherited, padding: LayoutInsets? = nil,
    data: String? = nil, visibleWhileShowingPlaceholder: Bool? = nil
  ) {
    self.width = width
    self.height = height
    self.pin = pin
    self.waits = waits
    self.hidden = hidden
    self.estimated = estimated
    self.backgroundColor = backgroundColor
    self.selectedBackgroundColor = selectedBackgroundColor
    self.padding = padding
    self.data = data
    self.visibleWhileShowingPlaceholder = visibleWhileShowingPlaceholder
  }
}

/// A colour: any text of 1 to 64 bytes, returned but never interpreted.
public enum ColorInput: Hashable, Sendable, ExpressibleByStringLiteral {
  /// Omitted in JSON: the colour is inherited if there is one.
  case inherited
  /// No colour, even if one would be inherited; `null` in JSON.
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

// Omits inherited colours. The synthesized coding of other types uses these functions.
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
