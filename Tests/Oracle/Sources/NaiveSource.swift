/// A source resolved by following docs/rules.md#sources word by word, node by node.
public struct NaiveSource {
  /// A section of the page, and the nodes that it is of, from the root inwards.
  public struct Placed {
    public var section: JSONValue
    public let path: [Int]
    /// Whether it lists nothing at the moment.
    let isBare: Bool
  }

  /// What the answer says of a node.
  public struct Told: Equatable {
    public let id: String?
    public let state: String
    public let first: Int?
    public let sectionCount: Int
    public let isMovable: Bool
    public let isEditable: Bool
  }

  /// The snapshot with the resolved sections in place of the source.
  public let snapshot: JSONValue
  /// The state of the root.
  public let state: String
  public let load: [String]
  /// Each node, outer ones before inner ones.
  public let nodes: [Told]
  /// The sections with their nodes.
  let placed: [Placed]

  /// The states in which a basic node lists nothing.
  private static let bare = ["initial", "loading", "noContent", "error"]

  public init(_ given: JSONValue) {
    let root = given["source"]!
    var snapshot = given
    snapshot["source"] = nil
    let placed = Self.sections(
      of: root, [0], metrics: given["metrics"] ?? [:], engine: given["engine"], isRoot: true)
    snapshot["sections"] = .array(placed.map(\.section))
    let global = (given["globalHeaders"]?.array ?? []) + Self.plain(root["headers"]?.array ?? [])
    if !global.isEmpty { snapshot["globalHeaders"] = .array(global) }
    self.snapshot = snapshot
    state = Self.state(of: root)
    load = Self.load(of: root)
    nodes = Self.told(root, [0], placed)
    self.placed = placed
  }

  /// The state of a node: given, or that of its children.
  static func state(of node: JSONValue) -> String {
    guard let children = node["children"]?.array else { return node["state"]?.string ?? "loaded" }
    if let selected = node["selected"]?.int { return state(of: children[selected]) }
    let states = children.map { state(of: $0) }
    for state in ["loading", "refreshing", "error", "noContent", "loaded", "initial"] {
      if states.contains(state) { return state }
    }
    return "loaded"
  }

  private static func load(of node: JSONValue) -> [String] {
    guard let children = node["children"]?.array else {
      return node["state"] == "initial" ? [node["id"]?.string].compactMap { $0 } : []
    }
    if let selected = node["selected"]?.int { return load(of: children[selected]) }
    return children.flatMap { load(of: $0) }
  }

  private static func sections(
    of node: JSONValue, _ path: [Int], metrics outer: JSONValue, engine outerEngine: JSONValue?,
    isRoot: Bool = false
  ) -> [Placed] {
    let metrics = merged(outer, node["metrics"] ?? [:])
    let engine = node["engine"] ?? outerEngine
    let children = node["children"]?.array
    var placed: [Placed] = []
    let state = state(of: node)
    let isBare =
      children == nil ? bare.contains(state) : node["placeholder"] != nil && state == "loading"
    if isBare {
      var section: JSONValue = ["metrics": merged(metrics, ["sectionInset": [:]])]
      section["engine"] = engine
      if state != "initial" { section["placeholder"] = node["placeholder"] }
      placed = [Placed(section: section, path: path, isBare: true)]
    } else if let children {
      for (number, child) in children.enumerated() where node["selected"]?.int ?? number == number {
        placed += sections(of: child, path + [number], metrics: metrics, engine: engine)
      }
    } else {
      for given in node["sections"]?.array ?? [["items": node["items"] ?? 0]] {
        var section = given
        section["keys"] = nil
        section["metrics"] = merged(metrics, section["metrics"] ?? [:])
        section["engine"] = section["engine"] ?? engine
        placed.append(Placed(section: section, path: path, isBare: false))
      }
    }
    if placed.isEmpty { return [] }
    if !isRoot { add(node["headers"]?.array ?? [], to: &placed[0], "headers", isInFront: true) }
    let last = placed.count - 1
    add(node["footers"]?.array ?? [], to: &placed[last], "footers", isInFront: false)
    return placed
  }

  /// Adds headers in front of those of a section, or footers behind them; hidden where it is bare.
  private static func add(
    _ elements: [JSONValue], to placed: inout Placed, _ key: String, isInFront: Bool
  ) {
    guard !elements.isEmpty else { return }
    let added = zip(elements, plain(elements)).map { given, plain in
      var plain = plain
      if placed.isBare && given["visibleWhileShowingPlaceholder"]?.bool != true {
        plain["hidden"] = true
      }
      return plain
    }
    let own = placed.section[key]?.array ?? []
    placed.section[key] = .array(isInFront ? added + own : own + added)
  }

  /// Headers as sections have them.
  private static func plain(_ elements: [JSONValue]) -> [JSONValue] {
    elements.map {
      var element = $0
      element["visibleWhileShowingPlaceholder"] = nil
      return element
    }
  }

  static func merged(_ outer: JSONValue, _ inner: JSONValue) -> JSONValue {
    var merged = outer
    for member in inner.members ?? [] {
      merged[member.key] = member.value
      if member.key == "numberOfColumns" { merged["minimumColumnWidth"] = nil }
      if member.key == "minimumColumnWidth" { merged["numberOfColumns"] = nil }
    }
    return merged
  }

  private static func told(_ node: JSONValue, _ path: [Int], _ placed: [Placed]) -> [Told] {
    let own = placed.indices.filter { placed[$0].path.starts(with: path) }
    let told = Told(
      id: node["id"]?.string, state: state(of: node), first: own.first, sectionCount: own.count,
      isMovable: node["movable"]?.bool ?? false, isEditable: node["editable"]?.bool ?? false)
    return [told]
      + (node["children"]?.array ?? []).enumerated().flatMap { number, child in
        Self.told(child, path + [number], placed)
      }
  }
}
