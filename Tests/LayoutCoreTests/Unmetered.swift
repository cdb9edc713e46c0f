@testable import LayoutCore

extension LineTree {
  /// Lays out a tree, however long it takes.
  init(_ tree: ContentTree, _ maker: some LineMaker) {
    var meter = StepMeter.unlimited
    do throws(WalkStop) {
      try self.init(tree, AnyLineMaker(maker), meter: &meter)
    } catch {
      preconditionFailure("the meter grants every step")
    }
  }

  /// Lays out a tree from the lines of another one, however long it takes, and adds the number of blocks that neither
  /// they nor those before them have.
  init(
    _ tree: ContentTree, _ maker: some LineMaker, from before: ContentTree, _ lines: LineTree,
    blockCount: inout Int
  ) {
    var meter = StepMeter.unlimited
    do throws(WalkStop) {
      try self.init(tree, AnyLineMaker(maker), from: before, lines, meter: &meter)
    } catch {
      preconditionFailure("the meter grants every step")
    }
    let known = ([lines.root] + lines.formers.map(\.root)).reduce(into: Set()) {
      $0.formUnion($1.blocks)
    }
    blockCount += root.blocks.count { !known.contains($0) }
  }
}

extension LineNode {
  /// Its blocks, in order.
  fileprivate var blocks: [ObjectIdentifier] {
    places.flatMap { place in
      switch place.child {
      case .block(let block): [ObjectIdentifier(block)]
      case .node(let node): node.blocks
      case .end: [] as [ObjectIdentifier]
      }
    }
  }
}

extension WaterfallBlocks {
  /// Places the items of a tree, however long it takes.
  convenience init(
    _ tree: ContentTree, columns: Columns, lineSpacing: Double, placement: Placement,
    from other: WaterfallBlocks? = nil
  ) {
    var meter = StepMeter.unlimited
    do throws(WalkStop) {
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
