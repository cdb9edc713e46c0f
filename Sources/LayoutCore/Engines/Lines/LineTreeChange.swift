extension LineTree {
  /// Lays out a tree that has items, with what the lines of another tree have in common with its own: the same as from
  /// scratch, byte for byte. Both are laid out by one maker.
  ///
  /// O(leaves laid out anew + children of the nodes that differ)
  init(
    _ tree: ContentTree, _ maker: some LineMaker, from before: ContentTree, _ lines: LineTree,
    blockCount: inout Int
  ) {
    if tree.root === before.root {
      self = lines
      return
    }
    var change = LineTreeChange(tree, maker, from: before, lines)
    self.init(root: change.root())
    blockCount += change.sweep.blockCount
  }
}

/// The lines of a tree, made from those of another one.
private struct LineTreeChange<Maker: LineMaker> {
  private typealias Part = KeptLines.Part

  private let tree: ContentTree
  private let leafCountBefore: Int
  private(set) var sweep: LineSweep<Maker>
  /// What both trees have in common, from the next one on at the end.
  private var common: [Part]
  /// The lines of all leaves so far, kept or new.
  private var parts: [Part] = []
  /// The leaf that comes next.
  private var leaf = 0
  private var start: Int {
    get { sweep.start }
    set { sweep.start = newValue }
  }
  /// The part that comes next when nodes are made.
  private var taken = 0

  init(_ tree: ContentTree, _ maker: Maker, from before: ContentTree, _ lines: LineTree) {
    self.tree = tree
    leafCountBefore = before.leafCount
    sweep = LineSweep(tree, maker)
    common = KeptLines(of: tree, in: before, lines).parts.reversed()
  }

  mutating func root() -> LineNode {
    while leaf < tree.leafCount {
      if common.last?.leaf == leaf { takeStretch() } else { layOut(tree.leaf(number: leaf).leaf) }
    }
    return node(over: tree.root)
  }

  private mutating func layOut(_ content: Leaf) {
    sweep.seek(leaf: leaf)
    let block = sweep.block()
    parts.append(Part(content: .leaf(content), lines: .block(block), leafBefore: 0, leaf: leaf))
    leaf += 1
  }

  /// Takes the common parts that follow each other in both trees: lays out leaves until one is met as it was before,
  /// and keeps all from there to the last line, which may depend on what follows.
  private mutating func takeStretch() {
    var stretch = [common.removeLast()]
    while let next = common.last, let last = stretch.last,
      next.leaf == last.leaf + last.leafCount,
      next.leafBefore == last.leafBefore + last.leafCount
    {
      stretch.append(common.removeLast())
    }
    let last = stretch[stretch.count - 1]
    let isToTheEnd =
      last.leaf + last.leafCount == tree.leafCount
      && last.leafBefore + last.leafCount == leafCountBefore
    stretch.reverse()
    while let part = stretch.last, part.lines.start != start {
      stretch.removeLast()
      if case .leaf(let leaf) = part.content {
        layOut(leaf)
      } else {
        stretch.append(contentsOf: part.children().reversed())
      }
    }
    guard let first = stretch.last else { return }
    stretch.reverse()
    leaf = last.leaf + last.leafCount
    if !isToTheEnd { stepBack(in: &stretch, to: first.leaf) }
    parts.append(contentsOf: stretch)
  }

  /// Gives up the last leaf with a line, and those behind it, as the line may end elsewhere now.
  private mutating func stepBack(in stretch: inout [Part], to first: Int) {
    while let part = stretch.popLast() {
      guard case .block(let block) = part.lines else {
        stretch.append(contentsOf: part.children())
        continue
      }
      leaf = part.leaf
      start = block.start
      if block.lineCount > 0 { return }
    }
  }

  /// The node of a content child, whose leaves' lines come next.
  private mutating func node(over child: ContentChild) -> LineNode {
    if case .node(let lines) = parts[taken].lines, parts[taken].content === child {
      taken += 1
      return lines
    }
    guard case .node(let node) = child, node.level > 1 else {
      let count = child.counts.leaves
      defer { taken += count }
      return LineNode(
        blocks: parts[taken..<taken + count].map { part in
          guard case .block(let block) = part.lines else {
            preconditionFailure("a leaf has a block")
          }
          return block
        })
    }
    // A level below each time.
    return LineNode(nodes: node.children.map { self.node(over: $0) })
  }
}
