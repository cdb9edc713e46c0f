/// Makes the nodes over replaced leaves, level by level. Nodes over no replaced leaf are reused.
struct NodeSplice {
  private let tree: ContentTree
  private let naming: ContentNaming

  init(_ tree: ContentTree, naming: ContentNaming) {
    self.tree = tree
    self.naming = naming
  }

  /// The tree with leaves replaced, which must ascend. Pays a step for each child of a node that is made.
  func tree(
    replacing leaves: [ReplacedChildren], meter: inout StepMeter
  ) throws(WalkStop) -> ContentTree {
    if leaves.isEmpty { return tree }
    var stretches = leaves
    var level = 0
    while true {
      if let child = onlyChild(stretches, level: level) {
        return ContentTree(root: child, naming: naming)
      }
      if level == tree.root.level {
        let children = rootLevel(stretches)
        try meter.take(children.count)
        return ContentTree(
          root: NodeBuilder.root(over: children, naming: naming), naming: naming)
      }
      level += 1
      stretches = try parents(of: stretches, level: level, meter: &meter)
    }
  }

  /// The only child of a level; nil if there are several.
  private func onlyChild(_ stretches: [ReplacedChildren], level: Int) -> ContentChild? {
    var (replaced, children, firstKept) = (0, 0, 0)
    for stretch in stretches {
      replaced += stretch.leaves.count
      children += stretch.children.count
      if stretch.leaves.lowerBound == firstKept { firstKept = stretch.leaves.upperBound }
    }
    if replaced == tree.leafCount {
      return children == 1 ? stretches.first { !$0.children.isEmpty }?.children[0] : nil
    }
    guard children == 0 else { return nil }
    let kept = child(level: level, ofLeaf: firstKept).child
    return kept.counts.leaves == tree.leafCount - replaced ? kept : nil
  }

  /// All children at the level of the old root.
  private func rootLevel(_ stretches: [ReplacedChildren]) -> [ContentChild] {
    var children: [ContentChild] = []
    var isKept = stretches.allSatisfy { $0.leaves.isEmpty }
    for stretch in stretches {
      if isKept && stretch.leaves.lowerBound > 0 {
        children.append(tree.root)
        isKept = false
      }
      children += stretch.children
    }
    if isKept { children.append(tree.root) }
    return children
  }

  /// The child of a level above an old leaf, and its first leaf. O(log leaves)
  private func child(level: Int, ofLeaf leaf: Int) -> (child: ContentChild, firstLeaf: Int) {
    var child = tree.root
    var first = 0
    while child.level > level, case .node(let node) = child {
      let place = node.child { first + $0.leaves > leaf }
      first += node.counts(before: place).leaves
      child = node.children[place]
    }
    return (child, first)
  }

  /// The replaced children of a level, given those of the level below.
  private func parents(
    of stretches: [ReplacedChildren], level: Int, meter: inout StepMeter
  ) throws(WalkStop) -> [ReplacedChildren] {
    var parents: [ReplacedChildren] = []
    var builder = NodeBuilder(naming: naming)
    var next = 0
    while next < stretches.count {
      let first = min(stretches[next].leaves.lowerBound, tree.leafCount - 1)
      var place = child(level: level, ofLeaf: first)
      let start = place.firstLeaf
      var leaf = start
      var hasStretches = false
      while true {
        if next < stretches.count, stretches[next].leaves.lowerBound == leaf {
          try meter.take(1 + stretches[next].children.count)
          for child in stretches[next].children { builder.append(child) }
          leaf = stretches[next].leaves.upperBound
          next += 1
          hasStretches = true
          continue
        }
        guard leaf < tree.leafCount else { break }
        if leaf >= place.firstLeaf + place.child.counts.leaves {
          place = child(level: level, ofLeaf: leaf)
        }
        let firstLeaf = place.firstLeaf
        if hasStretches && firstLeaf == leaf && builder.isBetweenNodes { break }
        guard case .node(let node) = place.child else { break }
        try meter.take(node.children.count)
        let end = next < stretches.count ? stretches[next].leaves.lowerBound : .max
        builder.reserve(node.children.count)
        let startPlace = node.child { firstLeaf + $0.leaves > leaf }
        let endPlace =
          end < firstLeaf + node.counts.leaves
          ? node.child { firstLeaf + $0.leaves > end } : node.children.count
        builder.append(startPlace..<endPlace, of: node)
        leaf = firstLeaf + node.counts(before: endPlace).leaves
      }
      parents.append(ReplacedChildren(leaves: start..<leaf, children: builder.take()))
    }
    return parents
  }
}
