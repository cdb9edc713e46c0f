public import LayoutCore

/// The query of a request: its parameters, each known, given once, and in range (contract section 6).
public struct QueryParameters: Hashable, Sendable {
  /// The parameters, by their names.
  public enum Name: String, CaseIterable, Sendable {
    case width, height, rect, bounds, inset, limit, cursor, format, point
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
  public private(set) var format: ListFormat?
  public private(set) var point: Point?

  /// Nothing is asked for.
  public init() {}

  /// Reads a query string. O(bytes)
  ///
  /// - Parameters:
  ///   - query: What follows the `?` of the request target, still percent-encoded.
  ///   - allowed: The parameters that the call takes.
  ///   - limitMax: The greatest `limit`.
  /// - Throws: `bad-parameter` with an error for each parameter that is wrong.
  public init(_ query: String, allowed: Set<Name>, limitMax: Int = 10_000) throws(Problem) {
    var issues: [Problem.Issue] = []
    var seen: Set<Name> = []
    for part in query.utf8.split(separator: UInt8(ascii: "&")) {
      let (givenName, givenValue) = QueryParameters.divided(part)
      let named = percentDecoded(givenName) ?? String(Substring(givenName))
      func issue(_ detail: String) {
        let isLong = named.utf8.count > 64
        let parameter = isLong ? String(named.unicodeScalars.prefix(16)) + "…" : named
        if issues.count < Problem.issuesMax {
          issues.append(Problem.Issue(.parameter(parameter), detail))
        }
      }
      guard let name = Name(rawValue: named), allowed.contains(name) else {
        let names = Name.allCases.filter(allowed.contains).map(\.rawValue)
        issue(
          names.isEmpty
            ? "is unknown: this call takes no parameters"
            : "is unknown: this call takes \(names.joined(separator: ", "))")
        continue
      }
      guard seen.insert(name).inserted else {
        issue("is given twice")
        continue
      }
      guard let value = percentDecoded(givenValue) else {
        let quoted = Problem.quoted(String(Substring(givenValue)))
        issue("must be percent-encoded UTF-8, not \(quoted)")
        continue
      }
      if !read(name, value, limitMax: limitMax) {
        issue("must be \(name.rule(limitMax: limitMax)), not \(Problem.quoted(value))")
      }
    }
    if let name = nameBeyondDoubles, issues.isEmpty {
      issues.append(
        Problem.Issue(.parameter(name.rawValue), "must have edges that are finite numbers"))
    }
    if let first = issues.first, case .parameter(let name) = first.place {
      let text = Problem.quoted(name)
      throw Problem(
        .badParameter, detail: "The parameter \(text) \(first.detail).", issues: issues)
    }
  }

  /// The parameter that gives a rectangle edges beyond all doubles, by itself or with the inset.
  private var nameBeyondDoubles: Name? {
    func isFinite(_ rect: Rect?, _ inset: EdgeInsets) -> Bool {
      guard let rect else { return true }
      let across = rect.x.magnitude + rect.width + inset.left.magnitude + inset.right.magnitude
      let along = rect.y.magnitude + rect.height + inset.top.magnitude + inset.bottom.magnitude
      return across.isFinite && along.isFinite
    }
    if !isFinite(rect, .zero) { return .rect }
    if !isFinite(bounds, .zero) { return .bounds }
    return isFinite(bounds, inset ?? .zero) ? nil : .inset
  }

  private static func divided(
    _ part: Substring.UTF8View
  ) -> (name: Substring.UTF8View, value: Substring.UTF8View) {
    guard let sign = part.firstIndex(of: UInt8(ascii: "=")) else {
      return (part, part[part.endIndex...])
    }
    return (part[..<sign], part[part.index(after: sign)...])
  }

  /// Reads one value; false when it is malformed or out of range.
  private mutating func read(_ name: Name, _ value: String, limitMax: Int) -> Bool {
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
      cursor = value
      return !value.isEmpty
    case .format:
      format = ListFormat(rawValue: value)
      return format != nil
    case .point:
      point = numbers(value, count: 2).map { Point(x: $0[0], y: $0[1]) }
      return point != nil
    }
  }
}

extension QueryParameters.Name {
  /// What a value has to be, to follow "must be".
  fileprivate func rule(limitMax: Int) -> String {
    switch self {
    case .width, .height: "a number above 0 and at most 2^53"
    case .rect, .bounds: "four numbers x,y,width,height with width and height above 0"
    case .inset: "four numbers top,left,bottom,right"
    case .limit: "a whole number from 1 to \(limitMax)"
    case .cursor: "what \"next\" was in an answer"
    case .format: "rows or columns"
    case .point: "two numbers x,y"
    }
  }
}

private func containerExtent(_ text: String) -> Double? {
  guard let extent = jsonNumber(text), extent > 0, extent <= greatestCoordinate else { return nil }
  return extent
}

private func area(_ text: String) -> Rect? {
  guard let numbers = numbers(text, count: 4), numbers[2] > 0, numbers[3] > 0 else { return nil }
  return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
}

private func numbers(_ text: String, count: Int) -> [Double]? {
  let parts = text.split(separator: ",", maxSplits: count, omittingEmptySubsequences: false)
  guard parts.count == count else { return nil }
  let numbers = parts.compactMap { jsonNumber(String($0)) }
  return numbers.count == count ? numbers : nil
}

/// The finite double that a text denotes by the grammar of JSON (RFC 8259, section 6): no sign "+", no leading
/// zeros, no point without digits on both sides, nothing around it.
func jsonNumber(_ text: String) -> Double? {
  var rest = text.utf8[...]
  func skip(_ accepted: (UInt8) -> Bool) -> Int {
    let digits = rest.prefix(while: accepted)
    rest = rest[digits.endIndex...]
    return digits.count
  }
  func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  func take(_ bytes: UInt8...) -> Bool {
    guard let first = rest.first, bytes.contains(first) else { return false }
    rest = rest.dropFirst()
    return true
  }
  _ = take(UInt8(ascii: "-"))
  if !take(UInt8(ascii: "0")), skip(isDigit) == 0 { return nil }
  if take(UInt8(ascii: ".")), skip(isDigit) == 0 { return nil }
  if take(UInt8(ascii: "e"), UInt8(ascii: "E")) {
    _ = take(UInt8(ascii: "+"), UInt8(ascii: "-"))
    if skip(isDigit) == 0 { return nil }
  }
  guard rest.isEmpty, let number = Double(text), number.isFinite else { return nil }
  return number + 0
}

/// What percent-encoded text stands for; nil where a `%` is not followed by two hexadecimal digits, or where the
/// bytes are not UTF-8. A `+` is itself.
func percentDecoded(_ text: Substring.UTF8View) -> String? {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.count)
  var rest = text
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      bytes.append(byte)
      continue
    }
    guard let high = rest.popFirst().flatMap(hexadecimalDigit),
      let low = rest.popFirst().flatMap(hexadecimalDigit)
    else { return nil }
    bytes.append(high << 4 | low)
  }
  return String(validating: bytes, as: UTF8.self)
}

private func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
