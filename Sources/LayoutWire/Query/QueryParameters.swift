internal import JSONText
public import LayoutCore

/// The query of a request: its parameters, each known, given once, and in range (docs/rules.md#parameters).
public struct QueryParameters: Hashable, Sendable {
  /// The parameters, by their names.
  public enum Name: String, CaseIterable, Sendable {
    case width, height, rect, bounds, inset, limit, cursor, format, pinning, widths, heights, length
    case point, special
  }

  /// Where pinning elements stand that are asked for without a scroll position.
  public enum SpecialPlace: String, CaseIterable, Sendable {
    case rest
  }

  /// Some of the parameters.
  public struct Names: Sendable, Hashable {
    /// One bit for each, in the order of the cases.
    private var bits: UInt16 = 0

    /// These parameters.
    public init(_ names: some Sequence<Name>) {
      for name in names { _ = insert(name) }
    }

    /// Whether a parameter is one of them.
    public func contains(_ name: Name) -> Bool { bits & name.bit != 0 }

    /// The names, with commas between them.
    fileprivate var listed: String {
      var listed = ""
      for name in Name.allCases where contains(name) {
        if !listed.isEmpty { listed += ", " }
        listed += name.rawValue
      }
      return listed.isEmpty ? "no parameters" : listed
    }

    /// Adds a parameter; returns whether it is new.
    mutating func insert(_ name: Name) -> Bool {
      let isNew = !contains(name)
      bits |= name.bit
      return isNew
    }
  }

  /// The container width, in points, above 0 and at most 2⁵³.
  public private(set) var width: Double?
  /// The container height of a horizontal layout, in points, above 0 and at most 2⁵³.
  public private(set) var height: Double?
  /// What is asked for; its width and height are above 0.
  public private(set) var rect: Rect?
  /// What is visible; its width and height are above 0.
  public private(set) var bounds: Rect?
  /// By how much pinning elements stay away from the edges of the bounds.
  public private(set) var inset: EdgeInsets?
  /// How many elements an answer has at most.
  public private(set) var limit: Int?
  /// Where to go on, not decoded yet.
  public private(set) var cursor: String?
  /// How lists are written; nil where nothing is said of it, or a drawing is asked for.
  public private(set) var format: ListFormat?
  /// How the answer is drawn, where a drawing is asked for.
  public private(set) var drawing: DrawingFormat?
  /// Whether what places pinning elements is asked for.
  public private(set) var pinning: Bool?
  /// Where pinning elements stand that are asked for; nil where none are, or bounds say where.
  public private(set) var special: SpecialPlace?
  /// Container widths, in points, each above 0 and at most 2⁵³.
  public private(set) var widths: [Double]?
  /// Container heights of a horizontal layout, in points, each above 0 and at most 2⁵³.
  public private(set) var heights: [Double]?
  /// The extent of a screen along the scroll axis, in points, above 0 and at most 2⁵³.
  public private(set) var length: Double?
  public private(set) var point: Point?

  /// How many container widths one request may name.
  public static let widthsMax = 16

  /// Nothing is asked for.
  public init() {}

  /// The query for a first screen of the same form: bounds at one container width.
  public init(screen bounds: Rect, like parameters: QueryParameters) {
    self.bounds = bounds
    limit = parameters.limit
    format = parameters.format
    inset = parameters.inset
  }

  /// Reads a query string. O(bytes)
  ///
  /// - Parameters:
  ///   - query: What follows the `?` of the request target, still percent-encoded.
  ///   - allowed: The parameters that the call takes.
  ///   - limitMax: The greatest `limit`.
  /// - Throws: `bad-parameter` with an error for each of the first parameters that are wrong.
  public init(
    _ query: Span<UInt8>, allowed: Names, limitMax: Int = 10_000
  ) throws(Problem) {
    var count = 0
    try self.init(query, allowed: allowed, limitMax: limitMax, counting: &count)
  }

  /// Reads a query string and counts the parameters that are looked at: each known one once, and as many wrong ones as
  /// a problem lists.
  init(
    _ query: Span<UInt8>, allowed: Names, limitMax: Int, counting count: inout Int
  ) throws(Problem) {
    var issues: [Problem.Issue] = []
    var seen = Names([])
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
          .parameter(name.rawValue), .outOfRange, "must have edges that are finite numbers"))
    }
    if let first = issues.first, case .parameter(let name) = first.place {
      let text = Problem.quoted(name)
      throw Problem(
        .badParameter, detail: "The parameter \(text) \(first.detail).", issues: issues)
    }
  }

  /// Reads a query string that is text already.
  public init(
    _ query: String, allowed: Names, limitMax: Int = 10_000
  ) throws(Problem) {
    try self.init(Array(query.utf8).span, allowed: allowed, limitMax: limitMax)
  }

  /// Takes one `name=value`; returns what is wrong with it.
  private mutating func take(
    _ part: Span<UInt8>, _ allowed: Names, _ seen: inout Names, limitMax: Int
  ) -> Problem.Issue? {
    let sign = part.firstIndex(of: UInt8(ascii: "="), from: 0)
    let givenName = part.extracting(..<sign)
    let givenValue = part.extracting(min(sign + 1, part.count)...)
    guard let name = QueryParameters.name(givenName), allowed.contains(name) else {
      return QueryParameters.unknown(givenName, allowed)
    }
    guard seen.insert(name) else {
      return Problem.Issue(.parameter(name.rawValue), .duplicateKey, "is given twice")
    }
    guard givenValue.isPercentEncoded else { return take(name, givenValue, limitMax: limitMax) }
    guard let value = percentDecoded(givenValue) else {
      let quoted = Problem.quoted(givenValue.text)
      return Problem.Issue(
        .parameter(name.rawValue), .badSyntax, "must be percent-encoded UTF-8, not \(quoted)")
    }
    return take(name, value.span, limitMax: limitMax)
  }

  /// Takes one value, decoded; returns what is wrong with it.
  private mutating func take(
    _ name: Name, _ value: Span<UInt8>, limitMax: Int
  ) -> Problem.Issue? {
    if read(name, value, limitMax: limitMax) { return nil }
    let (rule, quoted) = (name.rule(limitMax: limitMax), Problem.quoted(value.text))
    return Problem.Issue(
      .parameter(name.rawValue), name.fault(of: value),
      "must be \(rule), not \(quoted)\(name.excess(in: value))")
  }

  /// The parameter of that name, percent-encoded or not.
  private static func name(_ given: Span<UInt8>) -> Name? {
    if given.isPercentEncoded {
      return percentDecoded(given).flatMap { Name.named($0.span) }
    }
    return Name.named(given)
  }

  private static func unknown(_ given: Span<UInt8>, _ allowed: Names) -> Problem.Issue {
    let named = decodedText(given)
    let isLong = named.utf8.count > 64
    return Problem.Issue(
      .parameter(isLong ? String(named.unicodeScalars.prefix(16)) + "…" : named),
      .unknownKey, "is unknown: this call takes \(allowed.listed)")
  }

  /// The parameter that gives a rectangle edges beyond all doubles, by itself or with the inset.
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
    if !isFinite(rect, .zero) { return .rect }
    if !isFinite(bounds, .zero) { return .bounds }
    return isFinite(bounds, inset ?? .zero) ? nil : .inset
  }

  /// Percent-encoded text for people to read.
  private static func decodedText(_ text: Span<UInt8>) -> String {
    percentDecoded(text).map { String(decoding: $0, as: UTF8.self) } ?? text.text
  }

  /// Reads one value; false when it is malformed or out of range.
  private mutating func read(_ name: Name, _ value: Span<UInt8>, limitMax: Int) -> Bool {
    switch name {
    case .width:
      width = containerExtent(value)
      return width != nil
    case .height:
      height = containerExtent(value)
      return height != nil
    case .rect:
      rect = area(value)
      return rect != nil
    case .bounds:
      bounds = area(value)
      return bounds != nil
    case .inset:
      inset = numbers(value, count: 4).map {
        EdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3])
      }
      return inset != nil
    case .limit:
      limit = jsonNumber(value).flatMap { Int(exactly: $0) }
      return (1...max(1, limitMax)).contains(limit ?? 0)
    case .cursor:
      cursor = value.text
      return !value.isEmpty
    case .format:
      let name = value.text
      format = ListFormat(rawValue: name)
      drawing = DrawingFormat(rawValue: name)
      return format != nil || drawing != nil
    case .pinning:
      pinning = boolean(value)
      return pinning != nil
    case .special:
      special = SpecialPlace(rawValue: value.text)
      return special != nil
    case .widths:
      widths = containerExtents(value)
      return widths != nil
    case .heights:
      heights = containerExtents(value)
      return heights != nil
    case .length:
      length = containerExtent(value)
      return length != nil
    case .point:
      point = numbers(value, count: 2).map { Point(x: $0[0], y: $0[1]) }
      return point != nil
    }
  }
}

extension QueryParameters.Name {
  /// The name's bit in a set of them.
  fileprivate var bit: UInt16 {
    switch self {
    case .width: 1
    case .height: 1 << 1
    case .rect: 1 << 2
    case .bounds: 1 << 3
    case .inset: 1 << 4
    case .limit: 1 << 5
    case .cursor: 1 << 6
    case .format: 1 << 7
    case .point: 1 << 8
    case .pinning: 1 << 9
    case .widths: 1 << 10
    case .heights: 1 << 11
    case .length: 1 << 12
    case .special: 1 << 13
    }
  }

  /// The names as words, to be compared at once: none has more than eight bytes.
  private static let words = allCases.map { JSONName($0.rawValue) }

  /// The parameter that is called so.
  fileprivate static func named(_ text: Span<UInt8>) -> Self? {
    guard text.count <= 8 else { return nil }
    var word: UInt64 = 0
    for place in text.indices { word |= UInt64(text[place]) << UInt64(8 * place) }
    let name = JSONName(start: word, byteCount: text.count)
    return words.firstIndex(of: name).map { allCases[$0] }
  }
}

private func containerExtent(_ text: Span<UInt8>) -> Double? {
  guard let extent = jsonNumber(text), extent > 0, extent <= greatestCoordinate else { return nil }
  return extent
}

/// One to sixteen extents, with commas between them.
private func containerExtents(_ text: Span<UInt8>) -> [Double]? {
  var extents: [Double] = []
  var start = 0
  while start <= text.count {
    let end = text.firstIndex(of: UInt8(ascii: ","), from: start)
    guard extents.count < QueryParameters.widthsMax,
      let extent = containerExtent(text.extracting(start..<end))
    else { return nil }
    extents.append(extent)
    start = end + 1
  }
  return extents
}

private func boolean(_ text: Span<UInt8>) -> Bool? {
  switch text.text {
  case "true": true
  case "false": false
  default: nil
  }
}

private func area(_ text: Span<UInt8>) -> Rect? {
  guard let numbers = numbers(text, count: 4), numbers[2] > 0, numbers[3] > 0 else { return nil }
  return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
}

/// So many numbers, at most four, with commas between them.
private func numbers(_ text: Span<UInt8>, count: Int) -> InlineArray<4, Double>? {
  var numbers = InlineArray<4, Double>(repeating: 0)
  var start = 0
  for place in 0..<count {
    guard start <= text.count else { return nil }
    let end = text.firstIndex(of: UInt8(ascii: ","), from: start)
    guard let number = jsonNumber(text.extracting(start..<end)) else { return nil }
    numbers[place] = number
    start = end + 1
  }
  return start == text.count + 1 ? numbers : nil
}

// MARK: Percent encoding

/// What percent-encoded text stands for; nil where a `%` is not followed by two hexadecimal digits, or where the
/// bytes are not UTF-8. A `+` is itself.
func percentDecoded(_ text: Span<UInt8>) -> [UInt8]? {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.count)
  var place = 0
  while place < text.count {
    if text[place] != UInt8(ascii: "%") {
      bytes.append(text[place])
      place += 1
      continue
    }
    guard place + 2 < text.count, let high = hexadecimalDigit(text[place + 1]),
      let low = hexadecimalDigit(text[place + 2])
    else { return nil }
    bytes.append(high << 4 | low)
    place += 3
  }
  return String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
}

private func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

extension Span<UInt8> {
  /// The first place from `start` on where the byte stands; the end where it does not.
  func firstIndex(of byte: UInt8, from start: Int) -> Int {
    var place = start
    while place < count, self[place] != byte { place += 1 }
    return place
  }

  /// Whether it means something else than it is, or is no text at all.
  fileprivate var isPercentEncoded: Bool {
    var isPercentEncoded = false
    for place in indices where self[place] == UInt8(ascii: "%") || self[place] >= 0x80 {
      isPercentEncoded = true
    }
    return isPercentEncoded
  }

  /// The bytes as text; what is not UTF-8 is replaced.
  var text: String { String(decoding: indices.map { self[$0] }, as: UTF8.self) }
}
