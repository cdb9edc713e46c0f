import HTTPServer
import LayoutCore
import LayoutNaming
import LayoutStore
import LayoutWire

/// The parts of a path: its call, its layout, and its element or file (docs/rules.md#calls).
struct Target: Sendable {
  /// The route with the path's template; `other` if there is none.
  let route: Route
  /// The layout id in the path; nil if there is none, or if it is malformed.
  let id: Digest?
  /// The element that the path names.
  let element: Element?
  /// The file that the path names.
  let file: ServedFile?
  /// A number computed from the file and the base path, for entity tags; nil without a file.
  var fileTag: UInt64? { file.map { $0.tag ^ baseTag } }
  private let baseTag: UInt64
  /// The problem that the path names.
  let problem: Problem.Name?
  /// The document that the path names; nil if there is none, or if the name is malformed.
  let document: DocumentName?
  /// The rest of the path after the document's name and a slash, for the document's layout.
  let rest: String
  /// Whether the path is the base path without the slash that relative links need.
  let isBaseWithoutSlash: Bool

  /// Parses a path without decoding it: no word of a template needs decoding. O(bytes)
  ///
  /// - Parameters:
  ///   - base: The base path, which the path may begin with.
  ///   - made: Files in place of those in the program.
  init(path given: Span<UInt8>, below base: BasePath, made: MadeFiles? = nil) {
    let start = base.byteCount(in: given)
    let path = given.extracting(start..<given.count)
    isBaseWithoutSlash = path.isEmpty
    baseTag = base.tag
    let segments = PathSegments(path)
    let named = Route(path, segments)
    file = isBaseWithoutSlash ? .firstPage : named == nil ? ServedFile(path: path, made) : nil
    let route = named ?? file?.route ?? .other
    let category = Call.all[route.number].elements
    element = category.flatMap { Target.element($0, path, segments) }
    self.route = category != nil && element == nil ? .other : route
    problem =
      route == .problem ? Problem.Name(rawValue: path.extracting(segments[1]).word) : nil
    document =
      route.isOfDocument
      ? path.extracting(segments[2]).decodedText.flatMap { DocumentName($0) } : nil
    rest =
      route == .documentLayout
      ? String(decoding: (segments[3].lowerBound..<path.count).map { path[$0] }, as: UTF8.self) : ""
    id = route.isOfLayout ? Digest(hexadecimal: path.extracting(segments[2])) : nil
  }

  /// The element in the last segments, by decimal numbers.
  private static func element(
    _ category: ElementCategory, _ path: Span<UInt8>, _ segments: PathSegments
  ) -> Element? {
    func number(_ path: Span<UInt8>, _ place: Int) -> Int? {
      let text = path.extracting(segments[place])
      let digits = text.indices.map { text[$0] }
      guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
      return Int(String(decoding: digits, as: UTF8.self))
    }
    if category == .cell {
      guard let section = number(path, 4), let item = number(path, 5) else { return nil }
      return Element(kind: .cell, section: section, index: item)
    }
    guard let index = number(path, segments.count - 1) else { return nil }
    let name = path.extracting(segments[4]).word
    guard let kind = Element.Kind(name: name, in: category), kind != .globalHeaderBackground
    else { return nil }
    if kind == .globalHeader {
      return segments.count == 6 ? Element(kind: kind, section: -1, index: index) : nil
    }
    guard segments.count == 7, let section = number(path, 5) else { return nil }
    return Element(kind: kind, section: section, index: index)
  }
}

/// The ranges of a path's segments.
struct PathSegments {
  /// One more than any template has, so that a longer path matches none.
  static let countMax = 8

  private var ranges = InlineArray<8, Range<Int>>(repeating: 0..<0)
  private(set) var count = 0

  /// Divides the path after its first byte, which is a slash. O(bytes)
  init(_ path: Span<UInt8>) {
    var (start, place) = (1, 1)
    while place < path.count {
      // Most bytes are those of an id, so several are compared at once.
      while place + 16 <= path.count, !path.extracting(place..<place + 16).hasSlash { place += 16 }
      while place < path.count, path[place] != UInt8(ascii: "/") { place += 1 }
      if place < path.count {
        add(start..<place)
        start = place + 1
      }
      place += 1
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
  /// The first eight bytes, or all if there are fewer, as one number.
  var firstBytes: UInt64 {
    var number: UInt64 = 0
    for place in 0..<Swift.min(8, count) { number = number << 8 | UInt64(self[place]) }
    return number
  }

  /// Whether one of the bytes is a slash. Without branches, so that the compiler compares several at once. O(bytes)
  fileprivate var hasSlash: Bool {
    var slashes: UInt8 = 0
    for place in indices { slashes |= self[place] == UInt8(ascii: "/") ? 1 : 0 }
    return slashes > 0
  }

  /// Whether the bytes equal others. O(bytes)
  func equals(_ bytes: Span<UInt8>) -> Bool {
    guard count == bytes.count else { return false }
    for place in indices where self[place] != bytes[place] { return false }
    return true
  }
}
