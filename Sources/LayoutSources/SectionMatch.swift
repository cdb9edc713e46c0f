internal import LayoutCore

/// Which sections of two trees are the same, and how the others come and go (docs/rules.md#two-trees).
struct SectionMatch {
  private let old: SourceTree
  private let new: SourceTree
  private let nodes: NodeMatch
  /// For each section of the new tree, the same section of the old one; no two have the same one.
  private(set) var before: [Int?]

  /// Compares the sections of two trees. O(nodes + sections)
  init(_ old: SourceTree, _ new: SourceTree) {
    (self.old, self.new) = (old, new)
    nodes = NodeMatch(old, new)
    before = Array(repeating: nil, count: new[0].sections.count)
    for (node, same) in nodes.before.enumerated() where new[node].hasOwnSections {
      let sections = new[node].sections
      if new[node].hasChildren {
        if let same, old[same].hasChildren, old[same].hasOwnSections {
          before[sections.lowerBound] = old[same].sections.lowerBound
        } else if let basic = Self.basic(below: node, in: new, nodes.before, old) {
          before[sections.lowerBound] = old[basic].sections.lowerBound
        }
      } else if let same, !old[same].hasChildren {
        for (section, other) in zip(sections, old[same].sections) { before[section] = other }
      }
    }
    for node in old.nodes.indices where old[node].hasChildren && old[node].hasOwnSections {
      // Below the same node there may be none of the old nodes, which are elsewhere then.
      if let same = nodes.after[node], new[same].hasChildren, new[same].hasOwnSections { continue }
      guard let basic = Self.basic(below: node, in: old, nodes.after, new) else { continue }
      before[new[basic].sections.lowerBound] = old[node].sections.lowerBound
    }
  }

  /// The first basic node below a node of one tree that has a section in the other tree, there.
  private static func basic(
    below node: Int, in tree: SourceTree, _ same: [Int?], _ other: SourceTree
  ) -> Int? {
    for basic in tree.basicNodes(below: node) {
      if let same = same[basic], !other[same].hasChildren, other[same].hasOwnSections {
        return same
      }
    }
    return nil
  }

  /// How a section of the old tree goes; nil if no selection moves it.
  func slides(ofOld node: Int) -> Slide? {
    slide(of: node, in: old) { old, node in
      nodes.after[node].map { (old[node].selected, new[$0].selected) }
    }
  }

  /// How a section of the new tree comes.
  func slides(ofNew node: Int) -> Slide? {
    slide(of: node, in: new) { new, node in
      nodes.before[node].map { (old[$0].selected, new[node].selected) }
    }
  }

  /// The slide of the outermost node whose selection differs, of a node and those above it. O(depth)
  private func slide(
    of node: Int, in tree: SourceTree, selections: (SourceTree, Int) -> (Int?, Int?)?
  ) -> Slide? {
    var slide: Slide?
    var next: Int? = node
    while let node = next {
      if case (let before?, let after?)? = selections(tree, node), before != after {
        slide = after > before ? .right : .left
      }
      next = tree[node].parent
    }
    return slide
  }
}
