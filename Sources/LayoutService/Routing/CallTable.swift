import ContentHash
import HTTPServer
import LayoutCore
import LayoutStore
import LayoutWire

/// The table of calls (docs/rules.md#calls).
extension Call {
  /// All calls. Tags depend on their numbers, so new calls are added at the end.
  static let all: [Call] = [
    posting, layoutObject, elements, special, sections, item, supplementary, decoration, hit,
    healthz, readyz, metrics, version, openAPI, openAPIJSON, docs, problem, playground, other,
    deletion, plans, diffs, changes, transition, snapshot,
    documents, document, documentPut, documentDeletion, documentChange, documentLog, documentEvents,
    documentLayout, neighbors, scrollTarget, scrollWindow, reorder,
  ]

  /// All unknown paths.
  private static let other = Call(
    path: "other", methods: [], needs: [],
    answering: .nothing { (_, _) throws(Problem) in throw Problem(.notFound) })

  /// The conditions of all calls, by number, because copying a call is expensive.
  static let allConditions = all.map(\.conditions)
  /// How all calls are answered, likewise.
  static let allAnswering = all.map(\.answering)
}

extension Route: CaseIterable {
  /// All of them, in order.
  public static let allCases: [Route] = Call.all.indices.compactMap { number in
    let isFirst = !Call.all[..<number].contains { $0.path == Call.all[number].path }
    return isFirst ? Route(number: number) : nil
  }

  /// Any unknown path.
  static let other = Route("other")!
  static let metrics = Route("/metrics")!
  static let snapshot = Route("/v1/layouts/{id}/snapshot")!
  static let problem = Route("/problems/{name}")!
  static let documentLayout = Route("/v1/documents/{name}/{rest}")!
  static let playground = Route("/playground")!

  /// The path with its variable parts in braces; `/playground` for the page at `/` and all its files, `/docs` for that
  /// page and its style, `other` for every unknown path.
  public var template: String { Call.all[number].path }

  /// Whether every request has a line in the access log.
  public var isLogged: Bool { Call.all[number].isLogged }

  /// The route with this template.
  public init?(_ template: String) {
    guard let number = Call.all.firstIndex(where: { $0.path == template }) else { return nil }
    self.init(number: number)
  }

  /// The route of a file that is embedded in the program. Files without another route belong to the playground.
  init(fileAt path: String) {
    self.init(number: Call.all.firstIndex { $0.files.map(path.hasPrefix) ?? false }!)
  }

  /// The route of a path; nil if it is unknown, or that of a file. O(calls)
  init?(_ path: Span<UInt8>, _ segments: PathSegments) {
    let end = path.extracting(segments[segments.count - 1]).firstBytes
    for candidate in Route.candidates[segments.count]
    where (candidate.end ?? end) == end
      && Route.templates[candidate.number].matches(path, segments)
    {
      self.init(number: candidate.number)
      return
    }
    return nil
  }

  /// In the order of the calls.
  private static let templates = Call.all.map { PathTemplate($0) }

  /// The numbers of the templates that paths are compared with, by the number of segments. Most paths differ in the last
  /// word, so its first bytes are compared first.
  private static let candidates = (0...PathSegments.countMax).map { count in
    templates.indices.filter { templates[$0].segmentCounts?.contains(count) == true }
      .map { (number: $0, end: templates[$0].end) }
  }

  /// Whether its answer is a layout, or a part of one.
  var isOfLayout: Bool { Route.templates[number].namesLayout }

  /// Whether its path names a document.
  var isOfDocument: Bool { Route.templates[number].namesDocument }

  /// The number of the call with this path and method.
  func call(_ method: Method) -> Int? {
    if Call.all[number].methods.contains(method) { return number }
    return Call.all.indices.first {
      Call.all[$0].path == template && Call.all[$0].methods.contains(method)
    }
  }

  /// The names of the methods, separated by commas.
  var methodNames: String {
    Call.all.filter { $0.path == template }.flatMap(\.methods).map(\.name).joined(separator: ", ")
  }
}

/// A call's path, split into words.
private struct PathTemplate: Sendable {
  /// Empty for a variable word.
  private let words: [[UInt8]]
  private let idPlace: Int?
  /// Nil if paths are not compared with it.
  let segmentCounts: ClosedRange<Int>?
  /// The first bytes of the last word; nil if that is variable.
  let end: UInt64?
  let namesLayout: Bool
  let namesDocument: Bool

  init(_ call: Call) {
    let isCompared = call.path.first == "/" && call.files == nil
    let words = isCompared ? call.path.split(separator: "/") : []
    self.words = words.map { $0.first == "{" ? [] : Array($0.utf8) }
    let isLastFixed = call.elements == nil && words.last?.first != "{"
    end = isLastFixed ? self.words.last.map { $0.span.firstBytes } : nil
    idPlace = words.firstIndex(of: "{id}")
    namesLayout = idPlace != nil
    namesDocument = words.count > 2 && words[1] == "documents"
    segmentCounts =
      switch call.elements {
      case _ where words.isEmpty: nil
      case nil where words.last == "{rest}": words.count...PathSegments.countMax
      case nil: words.count...words.count
      case .cell where words.contains("{item}"): words.count...words.count
      case .cell: words.count + 2...words.count + 2
      case .supplementary: words.count + 2...words.count + 3
      case .decoration: words.count + 3...words.count + 3
      }
  }

  /// Whether a path has these words. Its number of segments must be one of `segmentCounts`. O(bytes)
  func matches(_ path: Span<UInt8>, _ segments: PathSegments) -> Bool {
    // Without an id, as in `/v1/layouts/`, the path does not match.
    if let idPlace, segments[idPlace].isEmpty { return false }
    for place in words.indices.reversed() {
      let word = words[place]
      guard word.isEmpty || path.extracting(segments[place]).equals(word.span) else { return false }
    }
    return true
  }
}

extension Target {
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
    let route = named ?? file.map { Route(fileAt: $0.path) } ?? .other
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

extension BasePath {
  /// Parses a path such as `/layouts`, with or without a slash at its end; `/` is the empty base path. Returns nil if
  /// it is too long, if a segment is empty, `.`, `..` or has other characters than ASCII letters, digits, `-`, `.`,
  /// `_` and `~`, or if a path of the service begins like it.
  public init?(_ text: String) {
    var segments = text.split(separator: "/", omittingEmptySubsequences: false)
    if segments.last == "" { segments.removeLast() }
    guard segments.first == "", text.utf8.count <= BasePath.byteCountMax else { return nil }
    let isValid = segments.dropFirst().allSatisfy { segment in
      !["", ".", ".."].contains(segment) && segment.utf8.allSatisfy(BasePath.isPlain)
    }
    guard isValid, segments.count == 1 || !BasePath.ownBeginnings.contains(segments[1]) else {
      return nil
    }
    self.init(valid: segments.joined(separator: "/"))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// The first segments of the service's own paths.
  private static let ownBeginnings = Set(
    (Call.all.map(\.path) + ServedFile.paths).map { path in
      path.split(separator: "/").first ?? ""
    })
}

extension ServiceMetrics {
  /// Creates the instruments in a registry, by default in a new one.
  public convenience init(registry: PrometheusRegistry = PrometheusRegistry()) {
    self.init(routes: Call.all.map(\.path), registry: registry)
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
  fileprivate var firstBytes: UInt64 {
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
}
