import HTTPServer
import LayoutCore
import LayoutWire

/// What a path asks for (docs/rules.md#calls).
struct Target: Sendable {
  /// The path's template; `other` for a path that is none of them.
  let route: Route
  /// The layout id that the path names; nil where it names none, or what stands in its place is none.
  let id: Digest?
  /// The element that the path names.
  let element: Element?
  /// The file that the path names.
  let file: ServedFile?
  /// The problem that the path names.
  let problem: Problem.Name?

  /// Reads a path as the request has it, undecoded: none of the templates' words needs decoding. O(bytes)
  init(path: Span<UInt8>) {
    let segments = PathSegments(path)
    let named = Target.route(path, segments)
    file = named == .other ? ServedFile(path: path) : nil
    let route = file?.route ?? named
    let element = route.elementCategory.flatMap { Target.element($0, path, segments) }
    self.route = route.elementCategory != nil && element == nil ? .other : route
    self.element = element
    problem =
      route == .problem
      ? Problem.Name(rawValue: path.extracting(segments[1]).text) : nil
    id = route.isOfLayout ? Digest(hexadecimal: path.extracting(segments[2])) : nil
  }

  private static func route(_ path: Span<UInt8>, _ segments: PathSegments) -> Route {
    func has(_ path: Span<UInt8>, _ place: Int, _ word: String) -> Bool {
      path.extracting(segments[place]).equals(word)
    }
    if segments.count > 1, has(path, 0, "v1"), has(path, 1, "layouts") {
      switch segments.count {
      case 2: return .layouts
      case 3: return .layout
      case 4 where has(path, 3, "elements"): return .elements
      case 4 where has(path, 3, "special"): return .special
      case 4 where has(path, 3, "sections"): return .sections
      case 4 where has(path, 3, "hit"): return .hit
      case 6 where has(path, 3, "items"): return .item
      case 6...7 where has(path, 3, "supplementary"): return .supplementary
      case 7 where has(path, 3, "decorations"): return .decoration
      default: return .other
      }
    }
    if segments.count == 2, has(path, 0, "problems") { return .problem }
    guard segments.count == 1 else { return .other }
    if has(path, 0, "healthz") { return .healthz }
    if has(path, 0, "readyz") { return .readyz }
    if has(path, 0, "metrics") { return .metrics }
    return has(path, 0, "version") ? .version : .other
  }

  /// The element that the last segments name, by numbers of decimal digits.
  private static func element(
    _ category: ElementCategory, _ path: Span<UInt8>, _ segments: PathSegments
  ) -> Element? {
    func number(_ path: Span<UInt8>, _ place: Int) -> Int? {
      let text = path.extracting(segments[place])
      let digits = text.indices.map { text[$0] }
      guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
      return Int(String(decoding: digits, as: UTF8.self))
    }
    guard let index = number(path, segments.count - 1) else { return nil }
    if category == .cell {
      return number(path, 4).map { Element(kind: .cell, section: $0, index: index) }
    }
    let name = path.extracting(segments[4]).text
    guard let kind = Element.Kind(name: name, in: category) else { return nil }
    if kind == .globalHeader {
      return segments.count == 6 ? Element(kind: kind, section: -1, index: index) : nil
    }
    guard segments.count == 7, let section = number(path, 5) else { return nil }
    return Element(kind: kind, section: section, index: index)
  }
}

/// Where the segments of a path stand in it.
private struct PathSegments {
  /// One more than any template has, so that longer paths are none of them.
  private static let countMax = 8

  private var ranges = InlineArray<8, Range<Int>>(repeating: 0..<0)
  private(set) var count = 0

  /// Divides what follows the first byte, which is a slash. O(bytes)
  init(_ path: Span<UInt8>) {
    var start = 1
    for place in 1..<max(1, path.count) where path[place] == UInt8(ascii: "/") {
      add(start..<place)
      start = place + 1
    }
    add(min(start, path.count)..<path.count)
  }

  subscript(place: Int) -> Range<Int> { ranges[place] }

  private mutating func add(_ range: Range<Int>) {
    guard count < PathSegments.countMax else { return }
    ranges[count] = range
    count += 1
  }
}

extension Span<UInt8> {
  /// The bytes as text; what is not UTF-8 is replaced. O(bytes)
  fileprivate var text: String { String(decoding: indices.map { self[$0] }, as: UTF8.self) }

  /// Whether the bytes are those of a text. O(bytes)
  func equals(_ text: String) -> Bool {
    let bytes = text.utf8.span
    guard count == bytes.count else { return false }
    for place in indices where self[place] != bytes[place] { return false }
    return true
  }
}

extension Route {
  /// What kind of element the rest of the path names, where it names one.
  fileprivate var elementCategory: ElementCategory? {
    switch self {
    case .item: .cell
    case .supplementary: .supplementary
    case .decoration: .decoration
    default: nil
    }
  }

  /// Whether what it answers is a layout, or a part of one.
  var isOfLayout: Bool {
    switch self {
    case .layout, .elements, .special, .sections, .item, .supplementary, .decoration, .hit: true
    case .layouts, .healthz, .readyz, .metrics, .version, .openAPI, .openAPIJSON, .docs, .problem,
      .playground, .other:
      false
    }
  }

  /// Whether it answers drawings, too.
  var draws: Bool {
    switch self {
    case .layouts, .elements: true
    default: false
    }
  }

  /// Whether it is answered without a key: probes, the description of the service, and pages that hold no data.
  var isOpen: Bool {
    switch self {
    case .healthz, .readyz, .openAPI, .openAPIJSON, .docs, .problem, .playground: true
    default: false
    }
  }

  /// The parameters that the route takes: the same for all that answer a layout, and some of its own.
  var parameters: [QueryParameters.Name] {
    switch self {
    case .hit: Route.hitParameters
    case .elements: Route.elementsParameters
    case .layouts, .layout: Route.objectParameters
    default: isOfLayout ? Route.layoutParameters : []
    }
  }

  private static let layoutParameters: [QueryParameters.Name] = [
    .width, .height, .rect, .bounds, .inset, .limit, .cursor, .format,
  ]
  private static let hitParameters = layoutParameters + [.point, .special]
  private static let elementsParameters = layoutParameters + [.pinning, .special]
  private static let objectParameters =
    layoutParameters + [.pinning, .widths, .heights, .length, .special]

  /// The names of the methods, with commas between them.
  var methodNames: String { methods.map(\.name).joined(separator: ", ") }

  /// The methods that the path has; HEAD is answered like GET (docs/rules.md#calls).
  var methods: [Method] {
    switch self {
    case .layouts: [.post]
    case .layout: [.get, .head, .delete]
    case .elements, .special, .sections, .item, .supplementary, .decoration, .hit, .healthz,
      .readyz, .metrics, .version, .openAPI, .openAPIJSON, .docs, .problem, .playground:
      [.get, .head]
    case .other: []
    }
  }
}
