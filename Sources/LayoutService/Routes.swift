import LayoutCore
import LayoutWire

/// What a path asks for (contract section 6, the table of calls).
struct Target: Sendable {
  /// The path's template; `other` for a path that is none of them.
  let route: Route
  /// The layout id as the path has it.
  let id: String
  /// The element that the path names.
  let element: Element?

  /// Reads a path as the request has it, undecoded: none of the templates' words needs decoding.
  init(path: String) {
    let segments = path.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    let route = Target.route(segments)
    let element = Target.element(route, segments.dropFirst(4))
    self.route = route.elementCategory != nil && element == nil ? .other : route
    self.element = element
    id = segments.count > 2 ? segments[2] : ""
  }

  private static func route(_ segments: [String]) -> Route {
    switch (segments.count, segments.first) {
    case (1, "healthz"): .healthz
    case (1, "readyz"): .readyz
    case (1, "metrics"): .metrics
    case (1, "version"): .version
    case (1, "openapi.yaml"): .openAPI
    case (2..., "v1") where segments[1] == "layouts": layoutRoute(segments.dropFirst(2))
    default: .other
    }
  }

  /// The template of what follows `/v1/layouts`.
  private static func layoutRoute(_ segments: ArraySlice<String>) -> Route {
    guard segments.count > 1 else { return segments.isEmpty ? .layouts : .layout }
    switch (segments.count, segments[segments.startIndex + 1]) {
    case (2, "elements"): return .elements
    case (2, "special"): return .special
    case (2, "sections"): return .sections
    case (2, "hit"): return .hit
    case (4, "items"): return .item
    case (4...5, "supplementary"): return .supplementary
    case (5, "decorations"): return .decoration
    default: return .other
    }
  }

  /// The element that the last segments name, by numbers of decimal digits.
  private static func element(_ route: Route, _ segments: ArraySlice<String>) -> Element? {
    let numbers = segments.map { segment in
      segment.utf8.allSatisfy { (48...57).contains($0) } ? Int(segment) : nil
    }
    guard let index = numbers.last ?? nil else { return nil }
    if route == .item {
      return numbers[0].map { Element(kind: .cell, section: $0, index: index) }
    }
    guard let category = route.elementCategory,
      let kind = segments.first.flatMap({ Element.Kind(name: $0, in: category) })
    else { return nil }
    if kind == .globalHeader {
      return numbers.count == 2 ? Element(kind: kind, section: -1, index: index) : nil
    }
    guard numbers.count == 3, let section = numbers[1] else { return nil }
    return Element(kind: kind, section: section, index: index)
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
    case .layouts, .healthz, .readyz, .metrics, .version, .openAPI, .other: false
    }
  }

  /// Whether it is answered without a key: probes and the description of the service.
  var isOpen: Bool {
    switch self {
    case .healthz, .readyz, .openAPI: true
    default: false
    }
  }

  /// The parameters that the route takes: the same for all that answer a layout, and where a point is asked for.
  var parameters: Set<QueryParameters.Name> {
    switch self {
    case .hit: Set(QueryParameters.Name.allCases)
    case .layouts: Route.layoutParameters
    default: isOfLayout ? Route.layoutParameters : []
    }
  }

  private static let layoutParameters = Set(QueryParameters.Name.allCases).subtracting([.point])

  /// The methods of the contract's table; HEAD is answered like GET.
  var methods: [String] {
    switch self {
    case .layouts: ["POST"]
    case .layout: ["GET", "HEAD", "DELETE"]
    case .elements, .special, .sections, .item, .supplementary, .decoration, .hit, .healthz,
      .readyz, .metrics, .version, .openAPI:
      ["GET", "HEAD"]
    case .other: []
    }
  }
}
