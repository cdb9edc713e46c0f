import CReference
import LayoutCore

/// Rows 11 and 36 of docs/performance.md: the memory of a layout without the sizes of its items, and that of the items.
enum MemoryBenchmark {
  /// Compares the bytes that the layout counts with those that the allocator counts.
  static func run(_ plan: Plan) {
    let count = plan.isQuick ? 100_000 : 1_000_000
    for (setup, target) in [(Subject.Setup.flow, 6.0), (.column, 4), (.waterfall, 17)] {
      let subject = Subject(setup, count: count)
      var counted = comparison(setup, "as counted", target)
      var allocated = comparison(setup, "as allocated", target)
      let before = reference_allocated_bytes()
      let layout = subject.prepare()
      allocated.layoutd = [Double(reference_allocated_bytes() - before) / Double(count)]
      // Blocks are counted where layouts share them.
      counted.layoutd = [Double(layout.byteCount + layout.madeBlockBytes) / Double(count)]
      counted.show()
      allocated.show()
    }
  }

  /// The bytes of items without members, which are compared with those of another commit's build.
  static func content(_ plan: Plan) {
    let count = plan.isQuick ? 100_000 : 1_000_000
    let before = reference_allocated_bytes()
    let subject = Subject(.flow, count: count)
    let allocated = reference_allocated_bytes() - before
    let tree = subject.tree
    let leafBytes = tree.leaves().reduce(0) { $0 + $1.leaf.byteCount }
    let nodes = nodes(tree.root)
    func show(_ what: String, _ bytes: Double) {
      var line = Comparison(
        row: "36", what: "flow, \(count) items without members, \(what)", unit: "bytes", target: nil
      )
      line.layoutd = [bytes]
      line.show()
    }
    show("one of \(tree.leafCount) leaves", Double(leafBytes) / Double(tree.leafCount))
    show(
      "one of \(nodes.count) nodes",
      Double(nodes.reduce(0) { $0 + $1.byteCount }) / Double(nodes.count))
    show("as counted", Double(subject.layout(subject.prepare()).snapshot.byteCount))
    show("as allocated", Double(allocated))
  }

  /// The nodes from one on.
  private static func nodes(_ child: ContentChild) -> [Node] {
    guard case .node(let node) = child else { return [] }
    return [node] + node.children.flatMap(nodes)
  }

  private static func comparison(_ setup: Subject.Setup, _ how: String, _ target: Double)
    -> Comparison
  {
    Comparison(
      row: "11", what: "\(setup.name), held beside the sizes, \(how)", unit: "bytes/item",
      target: target)
  }
}
