internal import JSONText
internal import LayoutCore

/// Reading the nodes of a source, without their content (docs/rules.md#sources).
extension SnapshotDecoder {
  /// The nodes of a source; their number of sections is not known yet. O(nodes), without recursion
  mutating func sourceTree(_ root: JSONElement) -> SourceTree {
    var tree = SourceTree()
    var ids = KnownStrings()
    /// The nodes whose children are being read, from the root on, with the children that are left.
    var open: [(node: Int, children: JSONContents)] = []
    var element: JSONElement? = root
    var number = 0
    while goesOn {
      if let element {
        guard tree.nodes.count < SourceTree.nodesMax else {
          fault(root, .tooMany, "has more than \(SourceTree.nodesMax) nodes")
          break
        }
        take(DecodingCost.node)
        let place = tree.nodes.count
        let node = node(element, parent: open.last?.node, number: number, &ids)
        tree.append(node)
        tree[place].end = place + 1
        if let children = node.members[.children], let contents = array(children) {
          open.append((place, contents))
          number = -1
        }
      }
      guard let last = open.indices.last else { break }
      element = document.next(&open[last].children)
      number += 1
      if element == nil {
        let node = open.removeLast().node
        tree[node].end = tree.nodes.count
        number = tree[node].number
        select(node, in: &tree)
      }
    }
    return tree
  }

  private mutating func node(
    _ element: JSONElement, parent: Int?, number: Int, _ ids: inout KnownStrings
  ) -> SourceNode {
    var node = SourceNode(element: element, parent: parent, number: number)
    guard var left = object(element, NodeKey.self) else { return node }
    while let (key, value) = next(&left) { node.members.append(value, for: key) }
    if let id = node.members[.id] {
      node.id = string(id, byteCounts: SectionKey.idByteCounts)
      if node.id != nil, let first = ids.first(equalTo: id, in: document) {
        fault(id, .duplicateKey, "is the id of another node", first: first)
      }
    }
    if node.hasChildren {
      for key in NodeKey.ofBasic {
        guard let value = node.members[key] else { continue }
        fault(value, .notAllowed, "cannot stand beside children")
      }
    } else {
      if let selected = node.members[.selected] {
        fault(selected, .notAllowed, "needs children")
      }
      if node.members[.sections] != nil {
        for key in [NodeKey.items, .keys] {
          guard let value = node.members[key] else { continue }
          fault(value, .notAllowed, "cannot stand beside sections")
        }
      }
      node.state = node.members[.state].flatMap { choice($0, SourceState.self) } ?? .loaded
      node.isMovable = node.members[.movable].flatMap { boolean($0) } ?? false
      node.isEditable = node.members[.editable].flatMap { boolean($0) } ?? false
    }
    return node
  }

  /// Reads the number of the child that a node shows, once its children are known.
  private mutating func select(_ node: Int, in tree: inout SourceTree) {
    guard let selected = tree[node].members[.selected] else { return }
    let count = tree[node].members[.children].map { document.count(of: $0) } ?? 0
    guard document.type(of: selected) == .number else {
      _ = integer(selected, in: 0...max(0, count - 1))
      return
    }
    guard let number = document.integer(selected), (0..<count).contains(number) else {
      fault(selected, .outOfRange, "must be the number of a child, and there are \(count)")
      return
    }
    tree[node].selected = number
  }
}

/// The strings of a document that have occurred.
struct KnownStrings {
  private var places: [Int: [JSONElement]] = [:]

  /// Adds a string; returns the first one with the same bytes if there is one. O(strings with its hash)
  mutating func first(equalTo element: JSONElement, in document: JSONDocument) -> JSONElement? {
    let hash = document.stringHash(element)
    let known = places[hash]?.first { document.areEqualStrings($0, element) }
    if known == nil { places[hash, default: []].append(element) }
    return known
  }
}

extension JSONDocument {
  /// Parses a text that is too deep for a body without a source; nil if it has none, or is too deep for one, too.
  /// O(bytes)
  convenience init?(
    deeperThan depthMax: Int, _ text: RawSpan, hasSlack: Bool, meter: inout StepMeter
  ) throws(DecodingStop) {
    do throws(JSONSyntaxError) {
      try self.init(
        parsing: text, hasSlack: hasSlack, depthMax: depthMax + SourceTree.furtherDepth,
        meter: &meter)
    } catch {
      if error.isUnfinished { throw .stepsUsedUp }
      return nil
    }
    if !hasSource { return nil }
  }

  /// Whether it is a snapshot with a source, or a document's new state or a change with one.
  var hasSource: Bool {
    let names = [DocumentKey.snapshot.name, ChangeKey.from.name, ChangeKey.to.name]
    let snapshots = [root] + names.compactMap { value(of: $0, in: root) }
    return snapshots.contains { value(of: PostedKey.source.name, in: $0) != nil }
  }

  /// The value of a member; nil if there is none. O(members)
  func value(of name: String, in object: JSONElement) -> JSONElement? {
    guard type(of: object) == .object else { return nil }
    let name = Array(name.utf8)
    var members = contents(of: object)
    while let key = next(&members), let value = next(&members) {
      if hasBytes(key, name) { return value }
    }
    return nil
  }
}
