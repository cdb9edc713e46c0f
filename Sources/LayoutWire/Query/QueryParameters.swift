internal import JSONText
public import LayoutCore

/// The query of a request: its parameters, each known, given once, and in range (docs/parameters.md#parameters).
public struct QueryParameters: Hashable, Sendable {
  /// The parameters (docs/parameters.md), in the order in which they enter tags: new ones are added at the end.
  public enum Name: Int, CaseIterable, Sendable {
    case width, height, rect, bounds, inset, point, limit, format, pinning, special
    case widths, heights, length, cursor
    case anchor, endThreshold, transition, from, fromWidth, fromBounds, progress
    case section
    case after, wait, prefix
    case item, header, position, snap, proposed, page, velocity
    case keep, previous, previousWidth, previousInset
    case previousVelocity, ahead, speed
    case target
    case appearScale, fields
    case scale
  }

  /// A parsed value.
  public enum Value: Hashable, Sendable {
    /// In points, above 0 and at most 2⁵³.
    case extent(Double)
    /// One to sixteen extents.
    case extents([Double])
    /// A rectangle whose width and height are above 0.
    case area(Rect)
    case insets(EdgeInsets)
    case point(Point)
    case limit(Int)
    case list(ListFormat)
    case drawing(DrawingFormat)
    case flag(Bool)
    case special(SpecialPlace)
    /// A cursor that has not been parsed yet.
    case cursor(String)
    case anchor(AnchorRule)
    /// In points, at least 0.
    case distance(Double)
    /// A layout id, 64 lower-case hexadecimal digits.
    case layout(String)
    /// From 0 to 1.
    case progress(Double)
    /// From 0 to 10.
    case scale(Double)
    case fields(ElementFields)
    /// Device pixels for a point, from 0.1 to 16.
    case pixels(Double)
    /// The number of a section, from 0 to 2⁵³.
    case section(Int)
    /// A revision, from 0 to 2⁵³.
    case revision(Int)
    /// From 0 to 30.
    case seconds(Double)
    /// The beginning of a document's name, possibly empty.
    case prefix(String)
    /// The numbers of a section and of an item or header in it, each from 0 to 2⁵³.
    case path(ItemPath)
    case position(ScrollPosition)
    case snap(SnapRule)
    case keep(KeepRule)
    /// From 0 to 100.
    case lengths(Double)
  }

  /// The place of pinning elements in a query without a scroll position.
  public enum SpecialPlace: String, CaseIterable, Sendable {
    case rest
  }

  /// The elements to which scrolling snaps.
  public enum SnapRule: String, CaseIterable, Sendable {
    /// The nearest item.
    case nearest
  }

  /// A bit for each parameter that is given.
  @usableFromInline var given = 0
  /// The values of the given parameters, in the order of their names.
  private var values: [Value] = []
  private static let usualCount = 4

  /// The greatest number of container widths in a request.
  public static let widthsMax = 16

  /// Creates a query without parameters.
  public init() {}

  /// The query for a first screen in the same form: bounds at one container width.
  public init(screen bounds: Rect, like parameters: QueryParameters) {
    give(.bounds, .area(bounds))
    for name in [Name.limit, .format, .inset, .fields, .scale] {
      guard let value = parameters[name] else { continue }
      if case .drawing = value { continue }
      give(name, value)
    }
  }

  /// The value of a parameter; nil if it is not given.
  @inlinable public subscript(name: Name) -> Value? {
    given & name.bit == 0 ? nil : value(of: name)
  }

  /// Whether any parameter is given that comes after this one in `Name`.
  @inlinable public func gives(anyBehind name: Name) -> Bool { given >> name.rawValue > 1 }

  /// The value of a parameter that is given.
  @usableFromInline func value(of name: Name) -> Value { values[place(of: name)] }

  /// Replaces the given bounds by those after a change.
  public mutating func move(boundsTo bounds: Rect) {
    if self[.bounds] != nil { values[place(of: .bounds)] = .area(bounds) }
  }

  /// Stores the value of a parameter that has none yet.
  private mutating func give(_ name: Name, _ value: Value) {
    if given == 0 { values.reserveCapacity(QueryParameters.usualCount) }
    given |= name.bit
    let place = place(of: name)
    if place == values.count { values.append(value) } else { values.insert(value, at: place) }
  }

  private func place(of name: Name) -> Int { (given & (name.bit - 1)).nonzeroBitCount }

  /// Parses a query string. O(bytes)
  ///
  /// - Parameters:
  ///   - query: The part of the request target after the `?`, still percent-encoded.
  ///   - allowed: The parameters of the call, in the order in which the call lists them.
  ///   - limitMax: The greatest `limit`.
  /// - Throws: `bad-parameter` with an error for each of the first parameters that are wrong.
  public init(
    _ query: Span<UInt8>, allowed: [Name], limitMax: Int = 10_000
  ) throws(Problem) {
    var count = 0
    try self.init(query, allowed: allowed, limitMax: limitMax, counting: &count)
  }

  /// Parses a query string and counts the parameters that are examined: each known one once, and at most as many wrong
  /// ones as a problem lists.
  init(
    _ query: Span<UInt8>, allowed: [Name], limitMax: Int, counting count: inout Int
  ) throws(Problem) {
    var issues: [Problem.Issue] = []
    // A bit for each parameter.
    var seen = 0
    var start = 0
    while start < query.count, issues.count < Problem.issuesMax {
      let end = query.firstIndex(of: UInt8(ascii: "&"), from: start)
      if start < end {
        count += 1
        let part = query.extracting(start..<end)
        if let issue = take(part, allowed, &seen, limitMax: limitMax) { issues.append(issue) }
      }
      start = end + 1
    }
    if issues.isEmpty, let name = nameBeyondDoubles {
      issues.append(
        Problem.Issue(
          .parameter(name.text), .outOfRange, "must have edges that are finite numbers"))
    }
    if let first = issues.first, case .parameter(let name) = first.place {
      let text = Problem.quoted(name)
      throw Problem(
        .badParameter, detail: "The parameter \(text) \(first.detail).", issues: issues)
    }
  }

  /// Parses a query string.
  public init(
    _ query: String, allowed: [Name], limitMax: Int = 10_000
  ) throws(Problem) {
    try self.init(Array(query.utf8).span, allowed: allowed, limitMax: limitMax)
  }

  /// Parses one `name=value`; returns its fault, if any.
  private mutating func take(
    _ part: Span<UInt8>, _ allowed: [Name], _ seen: inout Int, limitMax: Int
  ) -> Problem.Issue? {
    let sign = part.firstIndex(of: UInt8(ascii: "="), from: 0)
    let givenName = part.extracting(..<sign)
    let givenValue = part.extracting(min(sign + 1, part.count)...)
    guard let name = QueryParameters.name(givenName), allowed.contains(name) else {
      return QueryParameters.unknown(givenName, allowed)
    }
    guard seen & name.bit == 0 else {
      return Problem.Issue(.parameter(name.text), .duplicateKey, "is given twice")
    }
    seen |= name.bit
    guard givenValue.isPercentEncoded else { return take(name, givenValue, limitMax: limitMax) }
    guard let value = percentDecoded(givenValue) else {
      let quoted = Problem.quoted(givenValue.text)
      return Problem.Issue(
        .parameter(name.text), .badSyntax, "must be percent-encoded UTF-8, not \(quoted)")
    }
    return take(name, value.span, limitMax: limitMax)
  }

  /// Parses one decoded value; returns its fault, if any.
  private mutating func take(
    _ name: Name, _ value: Span<UInt8>, limitMax: Int
  ) -> Problem.Issue? {
    if let read = name.form.value(value, limitMax: limitMax) {
      give(name, read)
      return nil
    }
    let (rule, quoted) = (name.form.rule(limitMax: limitMax), Problem.quoted(value.text))
    return Problem.Issue(
      .parameter(name.text), name.form.fault(of: value),
      "must be \(rule), not \(quoted)\(name.form.excess(in: value))")
  }

  /// The parameter of a name that may be percent-encoded.
  private static func name(_ given: Span<UInt8>) -> Name? {
    if given.isPercentEncoded {
      return percentDecoded(given).flatMap { Name.named($0.span) }
    }
    return Name.named(given)
  }

  private static func unknown(_ given: Span<UInt8>, _ allowed: [Name]) -> Problem.Issue {
    let named = decodedText(given)
    let isLong = named.utf8.count > 64
    let taken = allowed.map(\.text).joined(separator: ", ")
    return Problem.Issue(
      .parameter(isLong ? String(named.unicodeScalars.prefix(16)) + "…" : named),
      .unknownKey, "is unknown: this call takes \(taken.isEmpty ? "no parameters" : taken)")
  }

  /// The parameter whose rectangle has edges that no double can hold, on its own or with the inset.
  private var nameBeyondDoubles: Name? {
    func isFinite(_ rect: Rect?, _ inset: EdgeInsets) -> Bool {
      guard let rect else { return true }
      let (right, bottom) = (rect.x + rect.width, rect.y + rect.height)
      let edges: InlineArray<_, Double> = [
        right, bottom, rect.x + inset.left, right - inset.right, rect.y + inset.top,
        bottom - inset.bottom,
      ]
      for place in edges.indices where !edges[place].isFinite { return false }
      return true
    }
    let insets = Name.inset.bit | Name.previousInset.bit
    let areas = Name.rect.bit | Name.bounds.bit | Name.fromBounds.bit | Name.previous.bit
    if given & areas == 0 { return nil }
    if !isFinite(rect, .zero) { return .rect }
    if !isFinite(bounds, .zero) { return .bounds }
    if !isFinite(fromBounds, .zero) { return .fromBounds }
    if !isFinite(previous, .zero) { return .previous }
    if given & insets == 0 { return nil }
    if !isFinite(previous, previousInset ?? inset ?? .zero) {
      return previousInset == nil ? .inset : .previousInset
    }
    return isFinite(bounds, inset ?? .zero) ? nil : .inset
  }

  /// Percent-encoded text in readable form.
  private static func decodedText(_ text: Span<UInt8>) -> String {
    percentDecoded(text).map { String(decoding: $0, as: UTF8.self) } ?? text.text
  }
}

extension QueryParameters.Name {
  private static let texts = allCases.map { "\($0)" }
  /// The first eight bytes and the lengths of the names, for quick comparison.
  private static let words = texts.map { JSONName($0) }

  @inlinable var bit: Int { 1 << rawValue }

  /// The name in a query.
  public var text: String { Self.texts[rawValue] }

  /// The parameter with this name.
  public init?(_ text: String) {
    guard let number = Self.texts.firstIndex(of: text) else { return nil }
    self.init(rawValue: number)
  }

  /// The parameter with this name.
  fileprivate static func named(_ text: Span<UInt8>) -> Self? {
    var word: UInt64 = 0
    for place in 0..<min(8, text.count) { word |= UInt64(text[place]) << UInt64(8 * place) }
    let name = JSONName(start: word, byteCount: text.count)
    let number = words.indices.first {
      words[$0] == name && (text.count <= 8 || text.text == texts[$0])
    }
    guard let number else { return nil }
    return Self(rawValue: number)
  }
}

/// The values, with their types.
extension QueryParameters {
  /// The container width, in points (docs/parameters.md#parameter-width).
  public var width: Double? { extent(.width) }
  /// The container height of a horizontal layout, in points (docs/parameters.md#parameter-height).
  public var height: Double? { extent(.height) }
  /// The length of a screen in the direction of scrolling, in points (docs/parameters.md#parameter-length).
  public var length: Double? { extent(.length) }
  /// Container widths, in points (docs/parameters.md#parameter-widths).
  public var widths: [Double]? { extents(.widths) }
  /// Container heights of a horizontal layout, in points (docs/parameters.md#parameter-heights).
  public var heights: [Double]? { extents(.heights) }
  /// The rectangle in which to find elements (docs/parameters.md#parameter-rect).
  public var rect: Rect? { area(.rect) }
  /// The visible rectangle (docs/parameters.md#parameter-bounds).
  public var bounds: Rect? { area(.bounds) }
  /// The parts of the bounds that bars cover, at each edge (docs/parameters.md#parameter-inset).
  public var inset: EdgeInsets? {
    if case .insets(let inset)? = self[.inset] { inset } else { nil }
  }
  /// A point in content coordinates (docs/parameters.md#parameter-point).
  public var point: Point? { point(.point) }
  /// The greatest number of elements in the list (docs/parameters.md#parameter-limit).
  public var limit: Int? { if case .limit(let limit)? = self[.limit] { limit } else { nil } }
  /// The cursor at which the list continues (docs/parameters.md#parameter-cursor).
  public var cursor: String? { if case .cursor(let text)? = self[.cursor] { text } else { nil } }
  /// The number of the requested section (docs/parameters.md#parameter-section).
  public var section: Int? {
    if case .section(let number)? = self[.section] { number } else { nil }
  }
  /// The form of lists (docs/parameters.md#parameter-format); nil if it is not given or asks for a drawing.
  public var format: ListFormat? { if case .list(let form)? = self[.format] { form } else { nil } }
  /// The kind of drawing; nil unless `format` asks for one.
  public var drawing: DrawingFormat? {
    if case .drawing(let format)? = self[.format] { format } else { nil }
  }
  /// The members with which elements are answered (docs/parameters.md#parameter-fields).
  public var fields: ElementFields {
    if case .fields(let fields)? = self[.fields] { fields } else { .all }
  }
  /// Device pixels for a point, to whose edges frames are rounded (docs/parameters.md#parameter-scale).
  public var scale: Double? {
    if case .pixels(let scale)? = self[.scale] { scale } else { nil }
  }
  /// Whether the answer includes the pinning records (docs/parameters.md#parameter-pinning).
  public var pinning: Bool? { if case .flag(let isSet)? = self[.pinning] { isSet } else { nil } }
  /// The place of pinning elements without bounds (docs/parameters.md#parameter-special); nil if it is not given.
  public var special: SpecialPlace? {
    if case .special(let place)? = self[.special] { place } else { nil }
  }

  /// The elements that keep their place on screen while the layout changes (docs/parameters.md#parameter-anchor).
  public var anchor: AnchorRule? {
    if case .anchor(let rule)? = self[.anchor] { rule } else { nil }
  }
  /// The distance from the end that still counts as the end, in points (docs/parameters.md#parameter-endthreshold).
  public var endThreshold: Double? {
    if case .distance(let distance)? = self[.endThreshold] { distance } else { nil }
  }
  /// Whether the answer includes the transitions of elements (docs/parameters.md#parameter-transition).
  public var transition: Bool? {
    if case .flag(let isSet)? = self[.transition] { isSet } else { nil }
  }
  /// The id of the layout that a transition starts from (docs/parameters.md#parameter-from).
  public var from: String? { if case .layout(let id)? = self[.from] { id } else { nil } }
  /// The container width or height of that layout, in points (docs/parameters.md#parameter-fromwidth).
  public var fromWidth: Double? { extent(.fromWidth) }
  /// The visible rectangle of that layout (docs/parameters.md#parameter-frombounds).
  public var fromBounds: Rect? { area(.fromBounds) }
  /// The progress of the transition, from 0 to 1 (docs/parameters.md#parameter-progress).
  public var progress: Double? {
    if case .progress(let progress)? = self[.progress] { progress } else { nil }
  }
  /// The scale of elements that are new at the beginning of a transition, and of those that are gone at its end
  /// (docs/parameters.md#parameter-appearscale).
  public var appearScale: Double? {
    if case .scale(let scale)? = self[.appearScale] { scale } else { nil }
  }

  /// The revision after which the records of a log are listed (docs/parameters.md#parameter-after).
  public var after: Int? { if case .revision(let after)? = self[.after] { after } else { nil } }
  /// The time to wait for a record, in seconds (docs/parameters.md#parameter-wait).
  public var wait: Double? { if case .seconds(let wait)? = self[.wait] { wait } else { nil } }
  /// The beginning of the names of documents (docs/parameters.md#parameter-prefix).
  public var prefix: String? { if case .prefix(let text)? = self[.prefix] { text } else { nil } }

  // MARK: Questions about scrolling

  /// The item that the question is about (docs/parameters.md#parameter-item).
  public var item: ItemPath? { path(.item) }
  /// The section and the index of the header to scroll to (docs/parameters.md#parameter-header).
  public var header: ItemPath? { path(.header) }
  /// The position of the element on screen after scrolling (docs/parameters.md#parameter-position).
  public var position: ScrollPosition? {
    if case .position(let position)? = self[.position] { position } else { nil }
  }
  /// The elements to which scrolling snaps (docs/parameters.md#parameter-snap).
  public var snap: SnapRule? { if case .snap(let rule)? = self[.snap] { rule } else { nil } }
  /// The point at which the bounds would stop on their own (docs/parameters.md#parameter-proposed).
  public var proposed: Point? { point(.proposed) }
  /// The length of a page, in points (docs/parameters.md#parameter-page).
  public var page: Double? { extent(.page) }
  /// The velocity of the viewport, in points per second (docs/parameters.md#parameter-velocity).
  public var velocity: Point? { point(.velocity) }
  /// The cell that keeps its place on screen (docs/parameters.md#parameter-keep).
  public var keep: KeepRule? { if case .keep(let rule)? = self[.keep] { rule } else { nil } }
  /// The previous viewport (docs/parameters.md#parameter-previous).
  public var previous: Rect? { area(.previous) }
  /// The previous container width or height, in points (docs/parameters.md#parameter-previouswidth).
  public var previousWidth: Double? { extent(.previousWidth) }
  /// The parts of the previous viewport that bars covered (docs/parameters.md#parameter-previousinset).
  public var previousInset: EdgeInsets? {
    if case .insets(let inset)? = self[.previousInset] { inset } else { nil }
  }
  /// The previous velocity of the viewport, in points per second (docs/parameters.md#parameter-previousvelocity).
  public var previousVelocity: Point? { point(.previousVelocity) }
  /// The distance ahead within which cells are listed, in lengths of the bounds (docs/parameters.md#parameter-ahead).
  public var ahead: Double? {
    if case .lengths(let ahead)? = self[.ahead] { ahead } else { nil }
  }
  /// The speed above which no cell is listed, in lengths of the bounds per second (docs/parameters.md#parameter-speed).
  public var speed: Double? {
    if case .lengths(let speed)? = self[.speed] { speed } else { nil }
  }

  /// The place to which an item is dragged (docs/parameters.md#parameter-target).
  public var target: ItemPath? { path(.target) }

  private func path(_ name: Name) -> ItemPath? {
    if case .path(let path)? = self[name] { path } else { nil }
  }

  private func point(_ name: Name) -> Point? {
    if case .point(let point)? = self[name] { point } else { nil }
  }

  private func extent(_ name: Name) -> Double? {
    if case .extent(let extent)? = self[name] { extent } else { nil }
  }

  private func extents(_ name: Name) -> [Double]? {
    if case .extents(let extents)? = self[name] { extents } else { nil }
  }

  private func area(_ name: Name) -> Rect? {
    if case .area(let area)? = self[name] { area } else { nil }
  }
}
