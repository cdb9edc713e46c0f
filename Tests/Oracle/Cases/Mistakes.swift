/// Makes mistakes: members that there are not, values of a wrong type or out of range, and members left out.
enum Mistakes {
  private static let keys = [
    "heigth", "hight", "Width", "colour", "engin", "metric", "sectionInsets", "itemsize",
    "numberofcolumns", "row_height", "footer", "header", "top", "pin", "count", "widths", "at",
    "from", "section", "delete", "moves", "id", "items", "x", "q\"\\", "unsichtbar\u{200B}",
    "a/b~c", String(repeating: "ü", count: 33),
  ]
  private static let values: [JSONValue] = [
    .null, true, false, -1, 0, 0.5, 3, 1e6, 1e300, "", "flow", "column",
    .string(String(repeating: "x", count: 65)), "größer", [], [1], [:], ["width": 3], [.null],
  ]
  /// Members of nodes with values that most nodes may not have.
  private static let ofNodes: [(String, [JSONValue])] = [
    ("id", [3, "", .string(String(repeating: "x", count: 257)), .null]),
    ("engine", ["grid", .null, 3]), ("metrics", [.null, [], ["rowHeight": -1], ["colour": "red"]]),
    ("headers", [[:], [3], [[:]], [["height": 3, "visibleWhileShowingPlaceholder": 1]]]),
    ("footers", [.null, [["height": 3, "width": 3, "visibleWhileShowingPlaceholder": true]]]),
    ("items", [.null, -1, "x", [[:]], [.null], ["count": -1], ["heights": [1, -1]]]),
    (
      "sections",
      [
        .null, [:], ["items": 3], [3, .null], [["state": "loaded"]], [["keys": [1]]],
        [["engine": "grid", "items": 3, "keys": [1, 1, 2]]],
      ]
    ),
    ("keys", [.null, [], [1], ["a", "a"], [1, "1", 1, true, "1"], 3, ["0": 1]]),
    ("state", ["", "done", 3, .null]), ("movable", [1, .null]), ("editable", ["yes"]),
    ("children", [.null, [:], 3, [], [3], [.null, [:]]]),
    ("selected", [-1, 0, 1, 99, 0.5, "0", .null, true]), ("placeholders", [[:]]),
    ("placeholder", [.null, 3, ["pin": true], ["height": -1], ["width": 3, "hidden": true]]),
    ("slected", [0]), ("source", [[:]]), ("rowHeight", [3]), ("pin", [true]),
  ]

  /// The same value with one mistake or several.
  static func made(in value: JSONValue, using random: inout SplitMix64) -> JSONValue {
    var value = value
    for _ in 0..<random.int(1...4) { spoil(&value, isOutermost: true, using: &random) }
    return value
  }

  /// The same snapshot with a source, most mistakes in its nodes.
  static func madeInSource(of snapshot: JSONValue, using random: inout SplitMix64) -> JSONValue {
    if random.chance(0.3) { return made(in: snapshot, using: &random) }
    var snapshot = snapshot
    for _ in 0..<random.int(1...4) {
      guard var root = snapshot["source"], root.members != nil else { break }
      let paths = root.nodePaths.filter { root[at: $0].members != nil }
      let path = random.one(of: paths)
      var node = root[at: path]
      if random.chance(0.05) {
        snapshot["sections"] = random.one(of: [[], 3, [["items": -1]]])
        continue
      } else if let id = node["id"], random.chance(0.2) {
        root[at: random.one(of: paths)]["id"] = id
        snapshot["source"] = root
        continue
      } else if let keys = node["keys"]?.array, random.chance(0.3) {
        node["keys"] = .array(keys + [keys.first ?? "one more"])
      } else {
        let (name, values) = random.one(of: ofNodes)
        node[name] = random.one(of: values)
      }
      root[at: path] = node
      snapshot["source"] = root
    }
    return snapshot
  }

  /// Spoils one place, found on a random way inwards.
  private static func spoil(
    _ value: inout JSONValue, isOutermost: Bool = false, using random: inout SplitMix64
  ) {
    switch value {
    case .array(var elements) where !elements.isEmpty && random.chance(0.9):
      spoil(&elements[random.int(0...elements.count - 1)], using: &random)
      value = .array(elements)
    case .object(var members) where !members.isEmpty && random.chance(isOutermost ? 0.99 : 0.9):
      let place = random.int(0...members.count - 1)
      switch random.int(0...5) {
      case 0: value[random.one(of: keys)] = random.one(of: values)
      case 1: value[members[place].key] = nil
      default:
        spoil(&members[place].value, using: &random)
        value = .object(members)
      }
    default: value = random.one(of: values)
    }
  }
}
