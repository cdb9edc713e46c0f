import CReference
import LayoutCore

/// Row 11 of docs/performance.md: the memory of a layout without the sizes of its items.
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

  private static func comparison(_ setup: Subject.Setup, _ how: String, _ target: Double)
    -> Comparison
  {
    Comparison(
      row: "11", what: "\(setup.name), held beside the sizes, \(how)", unit: "bytes/item",
      target: target)
  }
}
