/// Which sections of two sources are the same, found by following docs/rules.md#two-trees word by word.
public struct NaiveTreeChange {
  /// For each section of the new tree, the same section of the old one.
  public let before: [Int?]
  /// How each section of the old tree goes, and each one of the new tree comes, if a selection moves it.
  public let going: [String?]
  public let coming: [String?]

  /// A section by its node and its number there, and the nodes from the root to it.
  private struct NaivePlace {
    let node: [UInt8]
    let number: Int
    let path: [JSONValue]
    let labels: [[UInt8]]
    let hasChildren: Bool
    /// The basic nodes below it that would be shown, in order.
    let below: [[UInt8]]
  }

  public init(from: JSONValue, to: JSONValue) {
    let (old, new) = (Self.places(from), Self.places(to))
    before = new.map { place in
      old.firstIndex { other in
        if place.node == other.node, place.hasChildren == other.hasChildren {
          return place.number == other.number
        }
        return Self.stands(place, for: other, among: old)
          || Self.stands(other, for: place, among: new)
      }
    }
    going = old.map { Self.slide($0, in: from, from, to, isOld: true) }
    coming = new.map { Self.slide($0, in: to, from, to, isOld: false) }
  }

  /// Whether a bare section of a node with children counts as a section of the other tree, in which the node has none of
  /// its own: the first one of the first basic node below it that has one.
  private static func stands(_ place: NaivePlace, for other: NaivePlace, among others: [NaivePlace])
    -> Bool
  {
    if others.contains(where: { $0.node == place.node && $0.hasChildren }) { return false }
    guard let first = place.below.first(where: { id in others.contains { $0.node == id } }) else {
      return false
    }
    return other.node == first && other.number == 0
  }

  private static func places(_ snapshot: JSONValue) -> [NaivePlace] {
    let root = snapshot["source"]!
    var numbers: [[UInt8]: Int] = [:]
    return NaiveSource(snapshot).placed.map { placed in
      let path = Array(placed.path.dropFirst())
      let labels = (0...path.count).map { label(of: Array(path.prefix($0)), in: root) }
      let node = labels.last!
      defer { numbers[node, default: 0] += 1 }
      let given = root[at: path]
      let below = given["children"] == nil ? [] : basic(below: path, in: root)
      return NaivePlace(
        node: node, number: numbers[node] ?? 0,
        path: (0...path.count).map { root[at: Array(path.prefix($0))] }, labels: labels,
        hasChildren: given["children"] != nil, below: below)
    }
  }

  private static func basic(below path: [Int], in root: JSONValue) -> [[UInt8]] {
    guard let children = root[at: path]["children"]?.array else {
      return [label(of: path, in: root)]
    }
    let selected = root[at: path]["selected"]?.int
    return children.indices.filter { selected ?? $0 == $0 }.flatMap {
      basic(below: path + [$0], in: root)
    }
  }

  /// What has equal bytes for the same nodes of two trees: the id, else the number below the same node.
  private static func label(of path: [Int], in root: JSONValue) -> [UInt8] {
    if path.isEmpty { return Array("root".utf8) }
    if let id = root[at: path]["id"]?.string { return Array("id \(id)".utf8) }
    return label(of: Array(path.dropLast()), in: root) + Array(" / \(path.last!)".utf8)
  }

  private static func slide(
    _ place: NaivePlace, in own: JSONValue, _ from: JSONValue, _ to: JSONValue, isOld: Bool
  ) -> String? {
    let other = (isOld ? to : from)["source"]!
    for (label, node) in zip(place.labels, place.path) {
      guard let selected = node["selected"]?.int,
        let same = other.nodePaths.first(where: { Self.label(of: $0, in: other) == label }),
        let others = other[at: same]["selected"]?.int, others != selected
      else { continue }
      let (before, after) = isOld ? (selected, others) : (others, selected)
      return after > before ? "right" : "left"
    }
    return nil
  }
}

extension NaiveSource {
  /// The states to which a node may go from each state.
  public static let statesAfter: [String: [String]] = [
    "initial": ["initial", "loading"],
    "loading": ["loading", "loaded", "noContent", "error"],
    "refreshing": ["refreshing", "loaded", "noContent", "error"],
    "loaded": ["loaded", "refreshing", "noContent", "error"],
    "noContent": ["noContent", "refreshing", "loaded", "error"],
    "error": ["error", "loading", "refreshing", "noContent", "loaded"],
  ]
}
