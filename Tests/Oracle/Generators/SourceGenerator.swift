extension SnapshotGenerator {
  /// A snapshot with a source: a random tree of up to some 20 nodes, with ids, states, keys, headers and metrics.
  public mutating func snapshotWithSource(containerWidth: Double) -> JSONValue {
    var snapshot = snapshot(containerWidth: containerWidth)
    let horizontal = snapshot["scrollDirection"] == "horizontal"
    var metrics = MetricsGenerator(containerWidth: containerWidth, horizontal: horizontal)
    snapshot["sections"] = nil
    var count = 0
    snapshot["source"] = node(below: snapshot, depth: 0, &count, &metrics)
    return snapshot
  }

  /// A node, and those below it.
  ///
  /// - Parameter outer: A snapshot that says what the node inherits.
  private mutating func node(
    below outer: JSONValue, depth: Int, _ count: inout Int, _ metrics: inout MetricsGenerator
  ) -> JSONValue {
    count += 1
    var node: JSONValue = [:]
    // Two nodes may have ids that differ in their bytes alone.
    let name = count % 2 == 0 ? "Ä" : "A\u{308}"
    if random.chance(0.7) { node["id"] = .string("\(name) \(count / 2)") }
    if random.chance(0.3) { node["engine"] = engine() }
    if random.chance(0.5) { node["metrics"] = metrics.metrics(probability: 0.15, using: &random) }
    for key in ["headers", "footers"] where random.chance(0.4) {
      var stack = supplementaries(horizontal: metrics.horizontal)
      if key == "headers" { markVisible(&stack) }
      node[key] = stack
    }
    if random.chance(0.4) { node["placeholder"] = placeholder(horizontal: metrics.horizontal) }
    var inherited = outer
    inherited["metrics"] = NaiveSource.merged(outer["metrics"] ?? [:], node["metrics"] ?? [:])
    inherited["engine"] = node["engine"] ?? outer["engine"]
    if depth < 4, count < 20, random.chance(depth == 0 ? 0.9 : 0.5) {
      var children: [JSONValue] = []
      for _ in 0..<random.int(0...4) {
        children.append(self.node(below: inherited, depth: depth + 1, &count, &metrics))
      }
      node["children"] = .array(children)
      if !children.isEmpty, random.chance(0.3) {
        node["selected"] = .number(Double(random.int(0...children.count - 1)))
      }
      return node
    }
    if random.chance(0.6) {
      node["state"] = random.one(of: [
        "initial", "loading", "refreshing", "loaded", "noContent", "error",
      ])
    }
    for key in ["movable", "editable"] where random.chance(0.3) {
      node[key] = .bool(random.chance(0.7))
    }
    if random.chance(0.4) {
      var sections: [JSONValue] = []
      for _ in 0..<random.int(0...3) { sections.append(section(of: inherited, &metrics)) }
      node["sections"] = .array(sections)
    } else if random.chance(0.9) {
      var items = ItemsGenerator(
        metrics: NaiveMetrics(snapshot: inherited, section: [:]),
        containerWidth: metrics.containerWidth, horizontal: metrics.horizontal)
      node["items"] = items.items(using: &random)
    }
    return node
  }

  private mutating func markVisible(_ stack: inout JSONValue) {
    stack = .array(
      (stack.array ?? []).map {
        var element = $0
        if random.chance(0.5) {
          element["visibleWhileShowingPlaceholder"] = .bool(random.chance(0.7))
        }
        return element
      })
  }
}

extension SnapshotGenerator {
  /// Two snapshots with sources: the second one is the first one after a few changes of its tree. The second one may be
  /// wrong, since items go to other engines with their nodes.
  public mutating func changedSource(
    containerWidth: Double, mostChanges: Int = 5
  ) -> (from: JSONValue, to: JSONValue) {
    var from = snapshotWithSource(containerWidth: containerWidth)
    var root = from["source"]!
    for path in root.nodePaths where root[at: path]["children"] == nil && random.chance(0.5) {
      root[at: path] = keyed(root[at: path])
    }
    if random.chance(0.4) { wait(&root, horizontal: from["scrollDirection"] == "horizontal") }
    from["source"] = root
    var to = from
    for _ in 0..<random.int(0...mostChanges) { change(&root) }
    undoStates(&root, from["source"]!)
    to["source"] = root
    let other = snapshot(containerWidth: containerWidth)
    for key in [
      "metrics", "globalHeaders", "globalHeaderBackgroundColor", "engine", "minimumContentLength",
    ] where random.chance(0.1) {
      to[key] = from["scrollDirection"] == other["scrollDirection"] ? other[key] : nil
    }
    return (from, to)
  }

  /// Lets a node with children show a placeholder in place of all below it, since some of these load.
  private mutating func wait(_ root: inout JSONValue, horizontal: Bool) {
    let loading = root.nodePaths.filter { !$0.isEmpty && root[at: $0]["children"] == nil }
    guard !loading.isEmpty else { return }
    let parent = Array(random.one(of: loading).dropLast())
    root[at: parent]["placeholder"] = placeholder(horizontal: horizontal)
    for path in loading where path.starts(with: parent) && random.chance(0.8) {
      root[at: path]["state"] = "loading"
    }
  }

  /// Undoes the changes of states that no single change may make.
  private func undoStates(_ root: inout JSONValue, _ before: JSONValue) {
    for path in root.nodePaths where root[at: path]["children"] == nil {
      guard let id = root[at: path]["id"],
        let same = before.nodePaths.first(where: { before[at: $0]["id"] == id })
      else { continue }
      let (old, new) = (before[at: same]["state"], root[at: path]["state"])
      let states = NaiveSource.statesAfter[old?.string ?? "loaded"]!
      if before[at: same]["children"] == nil, !states.contains(new?.string ?? "loaded") {
        root[at: path]["state"] = old
      }
    }
  }

  /// A basic node with keys, and with both extents of each item.
  private mutating func keyed(_ node: JSONValue) -> JSONValue {
    var node = node
    let list = keyedItems((0..<random.int(0...8)).map { $0 == 1 ? "grün" : .number(Double($0)) })
    if var sections = node["sections"]?.array, let first = sections.first {
      sections[0] = first
      for (key, value) in list { sections[0][key] = value }
      node["sections"] = .array(sections)
    } else if node["sections"] == nil {
      for (key, value) in list { node[key] = value }
    }
    return node
  }

  private mutating func keyedItems(_ keys: [JSONValue]) -> [(String, JSONValue)] {
    let items = keys.map { _ in item() }
    return [("items", .array(items)), ("keys", .array(keys))]
  }

  private mutating func item() -> JSONValue {
    var item: JSONValue = ["width": .number(random.one(of: [20, 44, 60]))]
    item["height"] = .number(random.one(of: [30, 44]))
    if random.chance(0.1) { item["estimated"] = true }
    return item
  }

  /// One change of a tree.
  private mutating func change(_ root: inout JSONValue) {
    let paths = root.nodePaths
    let path = random.one(of: paths)
    var node = root[at: path]
    let children = node["children"]?.array
    switch random.int(0...11) {
    case 0...2 where children == nil:
      let next = NaiveSource.statesAfter[node["state"]?.string ?? "loaded"]!
      node["state"] = .string(random.one(of: next))
    case 0...2 where node["selected"] != nil:
      node["selected"] = .number(Double(random.int(0...children!.count - 1)))
    case 3...5 where children == nil: changeItems(of: &node)
    case 6:
      let other = snapshotWithSource(containerWidth: 390)["source"]!
      for key in ["metrics", "headers", "footers", "placeholder", "engine"]
      where random.chance(0.4) {
        node[key] = other[key]
      }
    case 7 where (children?.count ?? 0) > 1 && node["selected"] == nil:
      var children = children!
      if random.chance(0.5) {
        children.shuffle(using: &random)
      } else {
        children.remove(at: random.int(0...children.count - 1))
      }
      node["children"] = .array(children)
    case 8 where children != nil && node["selected"] == nil && paths.count < 30:
      let added: JSONValue = ["id": .string("new \(random.int(0...9999))"), "items": 0]
      node["children"] = .array(children! + [added])
    case 9...10 where path.count > 0:
      // To another place in the tree.
      let last = path.count - 1
      guard root[at: Array(path[..<last])]["selected"] == nil else { return }
      var siblings = root[at: Array(path[..<last])]["children"]!.array!
      let moved = siblings.remove(at: path[last])
      root[at: Array(path[..<last])]["children"] = .array(siblings)
      let parents = root.nodePaths.filter { root[at: $0]["children"] != nil }
      let parent = random.one(of: parents)
      root[at: parent]["children"] = .array([moved] + root[at: parent]["children"]!.array!)
      return
    case 11: node = node.respelled
    default: return
    }
    root[at: path] = node
  }

  /// Changes the items of a basic node: with keys some go, come, move and differ, without keys they are others.
  private mutating func changeItems(of node: inout JSONValue) {
    if let sections = node["sections"]?.array {
      var sections = sections
      if random.chance(0.3) || sections.isEmpty {
        sections.insert(["items": 2, "engine": "column"], at: random.int(0...sections.count))
      } else if random.chance(0.3) {
        sections.removeLast()
      } else {
        changeList(&sections[0])
        if random.chance(0.1) { sections[0]["id"] = .string("other") }
      }
      node["sections"] = .array(sections)
    } else {
      changeList(&node)
    }
  }

  private mutating func changeList(_ list: inout JSONValue) {
    guard var keys = list["keys"]?.array, let items = list["items"]?.array else {
      if list["keys"] == nil, list["items"]?.int != nil {
        list["items"] = .number(Double(random.int(0...5)))
      }
      return
    }
    var known: [(JSONValue, JSONValue)] = Array(zip(keys, items))
    for place in known.indices where random.chance(0.2) { known[place].1 = item() }
    if random.chance(0.5) { known.removeAll { _ in random.chance(0.2) } }
    if random.chance(0.4) { known.shuffle(using: &random) }
    for number in 0..<random.int(0...2) {
      let key = JSONValue.string("new \(number)")
      if known.contains(where: { $0.0 == key }) { continue }
      known.insert((key, item()), at: random.int(0...known.count))
    }
    keys = known.map(\.0)
    if random.chance(0.1) {
      list["keys"] = nil
    } else {
      list["keys"] = .array(keys)
    }
    list["items"] = .array(known.map(\.1))
  }
}

extension JSONValue {
  /// The value with other bytes for some characters of its texts. Strings of the standard library are equal before and after.
  fileprivate var respelled: JSONValue {
    switch self {
    case .string(let text): .string(text.respelled)
    case .array(let elements): .array(elements.map(\.respelled))
    case .object(let members): .object(members.map { Member($0.key, $0.value.respelled) })
    case .null, .bool, .number: self
    }
  }
}

extension String {
  /// The text with each umlaut as two scalars if it was one, and as one if it was two.
  fileprivate var respelled: String {
    let umlauts: [Unicode.Scalar: Unicode.Scalar] = ["A": "\u{C4}", "u": "\u{FC}"]
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == "\u{308}" {
        scalars.append(umlauts[scalars.removeLast()]!)
      } else if let (plain, _) = umlauts.first(where: { $0.value == scalar }) {
        scalars += [plain, "\u{308}"]
      } else {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}

extension JSONValue {
  /// The places of all nodes of a source, as numbers of children from the root on.
  public var nodePaths: [[Int]] {
    [[]]
      + (self["children"]?.array ?? []).enumerated().flatMap { number, child in
        child.nodePaths.map { [number] + $0 }
      }
  }

  /// The node at a place.
  public subscript(at path: [Int]) -> JSONValue {
    get { path.reduce(self) { $0["children"]![$1] } }
    set {
      guard let first = path.first, var children = self["children"]?.array else {
        self = newValue
        return
      }
      children[first][at: Array(path.dropFirst())] = newValue
      self["children"] = .array(children)
    }
  }
}
