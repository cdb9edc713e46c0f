internal import JSONText
internal import LayoutCore

/// A tree of a change: its nodes, the sections that they make, and what the body says of these.
struct ComparedSource {
  let snapshot: Snapshot
  let source: ResolvedSource
  let tree: SourceTree
  /// The keys of the items of each section; nil if they have none.
  private(set) var keys: [JSONElement?] = []
  /// Whether each section has a member that says its items.
  private(set) var saysItems: [Bool] = []

  /// The memory of a node, and that of a section, in bytes.
  private static let (nodeBytes, sectionBytes) = (480, 24)

  /// The memory of the nodes and the sections, in bytes.
  var byteCount: Int {
    snapshot.byteCount + tree.nodes.count * Self.nodeBytes
      + snapshot.sections.count * Self.sectionBytes
  }

  fileprivate init(
    _ snapshot: Snapshot, _ source: ResolvedSource, _ tree: SourceTree,
    _ decoder: inout SnapshotDecoder
  ) {
    (self.snapshot, self.source, self.tree) = (snapshot, source, tree)
    let count = snapshot.sections.count
    decoder.hold(tree.nodes.count * Self.nodeBytes + count * Self.sectionBytes)
    guard decoder.goesOn else { return }
    keys.reserveCapacity(count)
    saysItems.reserveCapacity(count)
    for node in tree.nodes where node.hasOwnSections {
      guard !node.isBare, let list = node.members[.sections] else {
        keys.append(node.isBare ? nil : node.members[.keys])
        saysItems.append(!node.isBare && node.members[.items] != nil)
        continue
      }
      var sections = decoder.document.contents(of: list)
      while decoder.goesOn, let section = decoder.document.next(&sections) {
        decoder.take(DecodingCost.member)
        keys.append(decoder.document.value(of: NodeSectionKey.keys.name, in: section))
        saysItems.append(decoder.document.value(of: SectionKey.items.name, in: section) != nil)
      }
    }
  }

  /// The pointer to the member that says the items of a section, or to what lacks it.
  func pointer(toItemsOf section: Int) -> String {
    source.pointer(toSection: section) + (saysItems[section] ? "/\(SectionKey.items.name)" : "")
  }
}

extension SnapshotDecoder {
  /// Decodes a tree of a change.
  ///
  /// - Parameters:
  ///   - base: The pointer to it.
  ///   - text: Contains the lists that were cut out, if any.
  /// - Returns: The nodes, also if anything is wrong; and everything, unless anything is wrong.
  mutating func comparedSource(
    _ element: JSONElement, at base: String, in text: RawSpan
  ) -> (tree: SourceTree?, whole: ComparedSource?) {
    var part = part(at: base)
    let snapshot = part.snapshot(element, of: text, needsSource: true)
    part.hold(part.sectionList.byteCount)
    take(over: part)
    if part.isTooLarge { hasLargeTree = true }
    guard faults.isEmpty, goesOn, !hasLargeTree, let source = part.resolvedSource,
      let tree = part.tree
    else { return (part.tree, nil) }
    return (tree, ComparedSource(snapshot, source, tree, &self))
  }
}
