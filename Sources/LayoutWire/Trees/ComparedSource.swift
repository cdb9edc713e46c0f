internal import JSONText
internal import LayoutCore
internal import LayoutSources

/// A tree of a change, with where it is in the text.
struct ComparedSource {
  let compared: ComparedTree
  let source: ResolvedSource

  /// The memory of a node, and that of a section, in bytes.
  private static let (nodeBytes, sectionBytes) = (480, 24)

  /// The memory of the nodes and the sections, in bytes.
  var byteCount: Int {
    compared.snapshot.byteCount + compared.tree.nodes.count * Self.nodeBytes
      + compared.snapshot.sections.count * Self.sectionBytes
      + compared.keys.reduce(0) { $0 + ($1?.count ?? 0) * MemoryLayout<Int32>.stride }
  }

  fileprivate init(
    _ snapshot: Snapshot, _ source: ResolvedSource, _ decoded: DecodedTree,
    _ decoder: inout SnapshotDecoder
  ) {
    compared = ComparedTree(
      snapshot, decoded.tree, keys: decoded.keys, givesItems: decoded.givesItems)
    self.source = source
    decoder.hold(
      decoded.tree.nodes.count * Self.nodeBytes + snapshot.sections.count * Self.sectionBytes)
  }

  /// The pointer to the member that says the items of a section, or to what lacks it.
  func pointer(toItemsOf section: Int) -> String {
    let isGiven = compared.givesItems[section]
    return source.pointer(toSection: section) + (isGiven ? "/\(SectionKey.items.name)" : "")
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
  ) -> (tree: DecodedTree?, whole: ComparedSource?) {
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

  /// Notes the nodes that go to a state to which they cannot go (docs/rules.md#source-states). O(nodes)
  mutating func checkStates(_ old: DecodedTree, _ new: DecodedTree) {
    take(DecodingCost.node * (old.tree.nodes.count + new.tree.nodes.count))
    guard goesOn else { return }
    note(new.tree.illegalTransitions(from: old.tree), in: new)
  }
}
