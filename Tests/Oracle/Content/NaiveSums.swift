/// Sums by leaves, node by node (docs/rules.md#sums).
public struct NaiveSums {
  public typealias Run = NaiveContentTree.Run
  public typealias Child = NaiveContentTree.Child

  let leaves: [[Run]]
  let root: Child

  public init(leaves: [[Run]], root: Child) {
    self.leaves = leaves
    self.root = root
  }

  /// The tops of lines, from the top of the first one.
  public func tops(lines: [Range<Int>], extents: [Double], spacing: Double) -> [Double] {
    // The run and the leaf of every item.
    var runs: [Int] = []
    var leafOfItem: [Int] = []
    var number = 0
    for (leaf, leafRuns) in leaves.enumerated() {
      for run in leafRuns {
        runs += Array(repeating: number, count: run.count)
        leafOfItem += Array(repeating: leaf, count: run.count)
        number += 1
      }
    }

    var local: [Double] = []
    var pitches = Array(repeating: 0.0, count: leaves.count)
    // The stretch that the line before was in.
    var stretch: (run: Int, extent: Double, top: Double, lines: Double)?
    for (number, line) in lines.enumerated() {
      let leaf = leafOfItem[line.lowerBound]
      let pitch = extents[number] + spacing
      if number == 0 || leaf != leafOfItem[lines[number - 1].lowerBound] { stretch = nil }
      let run = runs[line.lowerBound]
      if runs[line.upperBound - 1] != run {
        stretch = nil
        local.append(pitches[leaf])
        pitches[leaf] += pitch
        continue
      }
      if stretch?.run != run || stretch?.extent != extents[number] {
        stretch = (run, extents[number], pitches[leaf], 0)
      }
      local.append(stretch!.top + stretch!.lines * pitch)
      stretch!.lines += 1
      pitches[leaf] = stretch!.top + stretch!.lines * pitch
    }
    let bases = bases(pitches)
    return lines.indices.map { bases[leafOfItem[lines[$0].lowerBound]] + local[$0] }
  }

  /// Where each leaf starts: the sum of the bases on the way to it.
  private func bases(_ pitches: [Double]) -> [Double] {
    var bases = pitches
    func visit(_ child: Child, at base: Double) {
      switch child {
      case .leaf(let leaf): bases[leaf] = base
      case .node(let children):
        var sum = 0.0
        for child in children {
          visit(child, at: base + sum)
          sum += total(child, pitches)
        }
      }
    }
    visit(root, at: 0)
    return bases
  }

  /// The sum of a number of each leaf, node by node.
  private func total(_ child: Child, _ numbers: [Double]) -> Double {
    switch child {
    case .leaf(let leaf): numbers[leaf]
    case .node(let children): children.reduce(0) { $0 + total($1, numbers) }
    }
  }

  /// The mean of an extent of the items that are no estimates; of those without a width alone, where `withoutWidth` says
  /// so. Nil where there are none.
  func mean(_ extent: KeyPath<Run, Double>, withoutWidth: Bool) -> Double? {
    var count = 0.0
    var sums: [Double] = []
    for leaf in leaves {
      var sum = 0.0
      for run in leaf where !run.isEstimated && (!withoutWidth || run.width == -1) {
        count += Double(run.count)
        sum += Double(run.count) * run[keyPath: extent]
      }
      sums.append(sum)
    }
    return count == 0 ? nil : total(root, sums) / count
  }
}

/// The mean size of a section's items that are no estimates, in the extents that its engine reads; nil where there are no
/// such items, or the engine reads no sizes.
func naiveMean(_ items: [NaiveItem], _ metrics: NaiveMetrics) -> NaiveItem? {
  let engine = NaiveEngine.named(metrics.engine)
  if !engine.readsSizes || engine.readsRatios { return nil }
  let sums = NaiveContentTree(items, metrics).sums
  let withoutWidth = engine.scalesToWidth
  guard let height = sums.mean(\.height, withoutWidth: withoutWidth) else { return nil }
  let readsWidth = engine.readsAcross && !withoutWidth
  return NaiveItem(
    width: readsWidth ? sums.mean(\.width, withoutWidth: false) : nil, height: height)
}
