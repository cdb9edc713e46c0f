@testable import LayoutCore

extension Lines {
  /// Lays out a tree, however long it takes.
  init(
    _ tree: ContentTree, _ maker: some LineMaker,
    from earlier: (tree: ContentTree, lines: Lines)? = nil
  ) {
    var meter = WorkMeter.unlimited
    do throws(WalkInterrupted) {
      try self.init(tree, maker, from: earlier, meter: &meter)
    } catch {
      preconditionFailure("the meter grants every step")
    }
  }

  /// Lays out a tree from the lines of another one, however long it takes, and adds the number of blocks that neither
  /// they nor those before them have.
  init(
    _ tree: ContentTree, _ maker: some LineMaker, from before: ContentTree, _ lines: Lines,
    blockCount: inout Int
  ) {
    self.init(tree, maker, from: (before, lines))
    let known = ([lines.nodes] + lines.formers.map(\.nodes)).reduce(into: Set()) {
      $0.formUnion(Lines.blocks($1))
    }
    blockCount += Lines.blocks(nodes).count { !known.contains($0) }
  }

  /// The identities of the blocks of nodes, in order.
  private static func blocks(_ nodes: LineNodeList) -> [ObjectIdentifier] {
    nodes.all.flatMap { $0.places.map { ObjectIdentifier($0.block) } }
  }
}

extension LineNodeList {
  var all: [LineNode] { (0..<count).map { self[$0] } }
}

extension WaterfallBlocks {
  /// Places the items of a tree, however long it takes.
  convenience init(
    _ tree: ContentTree, columns: Columns, lineSpacing: Double, placement: Placement,
    from other: WaterfallBlocks? = nil
  ) {
    var meter = WorkMeter.unlimited
    do throws(WalkInterrupted) {
      try self.init(
        tree, columns: columns, lineSpacing: lineSpacing, placement: placement, from: other,
        meter: &meter)
    } catch {
      preconditionFailure("the meter grants every step")
    }
  }

  /// How many of its blocks are not those of another one.
  func newBlockCount(beside other: WaterfallBlocks?) -> Int {
    blocks.count - zip(blocks, other?.blocks ?? []).prefix { $0 === $1 }.count
  }
}
