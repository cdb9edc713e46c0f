import LayoutCore
import LayoutSources

/// The calls of a page with trees of sources.
extension LayoutModule {
  /// Reads 1 if the page knows mistakes, else 0, and a snapshot with a source; writes what the page is told of it, and returns
  /// the number of the snapshot, or 0 if the page knows mistakes.
  func source(_ input: NumberInput) -> Int32 {
    answer { () throws(ModuleFailure) in
      var input = input
      let isJudged = try input.flag()
      let read = try TreeInput(&input, isJudged: isJudged)
      if !read.faults.isEmpty { throw .trees(read.faults.map { TreeFault($0, in: 0) }) }
      if isJudged { return 0 }
      try input.end()
      let warnings = read.warnings
      let tree = try read.compared()
      let number = try keep(tree.snapshot, permissions: tree.permissions)
      output.append(tree.outline)
      output.append(warnings)
      return number
    }
  }

  /// Reads 1 if the page knows mistakes, else 0; of the old and the new tree 1 and the snapshot, or 0; and the layout. Writes
  /// what the page is told of the new tree, and the step, and returns 0.
  ///
  /// The layout is its directions, and the number of items of each section.
  func trees(_ input: NumberInput) -> Int32 {
    answer { () throws(ModuleFailure) in
      var input = input
      let isJudged = try input.flag()
      let old = try input.flag() ? TreeInput(&input, isJudged: isJudged) : nil
      // The rest of a tree that is not whole has not been read, so what follows it cannot be.
      if old?.isWhole == false { try LayoutModule.check(old, nil) }
      let hasFaults = old?.faults.isEmpty == false
      let new =
        try input.flag() ? TreeInput(&input, isJudged: isJudged, hasFaults: hasFaults) : nil
      if new?.isWhole == false { try LayoutModule.check(old, new) }
      let scroll = try input.choice(ScrollDirection.self)
      let layout = TreeDirections(scroll: scroll, layout: try input.choice(LayoutDirection.self))
      var counts: [Int] = []
      for _ in 0..<(try input.count()) { counts.append(try input.whole()) }
      try LayoutModule.check(old, new)
      if isJudged { return 0 }
      try input.end()
      guard let old else { throw .malformed }
      let before = try old.compared()
      var faults = TreeDirections(of: before.snapshot).differences(
        from: layout, named: "the layout"
      ).map { TreeFault($0.key, $0.detail, in: 0) }
      let mismatches = before.mismatches(
        with: counts, countMax: SourceFault.countMax - faults.count)
      faults += mismatches.map { TreeFault($0, of: before) }
      if !faults.isEmpty { throw .trees(faults) }
      guard let new else { return 0 }
      let keyCount = input.size
      let after = try new.compared()
      output.append(after.outline)
      try append(before, after, keyCount: keyCount)
      return 0
    }
  }

  /// Throws the mistakes of two trees.
  private static func check(_ old: TreeInput?, _ new: TreeInput?) throws(ModuleFailure) {
    var faults = (old?.faults ?? []).map { TreeFault($0, in: 0) }
    faults += (new?.faults ?? []).map { TreeFault($0, in: 1) }
    if let old, let new, new.isWhole {
      let differences = new.directions.differences(from: old.directions, named: "from")
      faults += differences.map { TreeFault($0.key, $0.detail, in: 1) }
      faults += new.tree.illegalTransitions(from: old.tree).map { TreeFault($0, in: 1) }
    }
    if !faults.isEmpty { throw .trees(faults) }
  }

  private func append(
    _ before: ComparedTree, _ after: ComparedTree, keyCount: Int
  ) throws(ModuleFailure) {
    var meter = StepMeter(portion: LayoutModule.meterSteps)
    do throws(TreeStep.Stop) {
      let step = try TreeStep(
        from: before, to: after, keyCount: keyCount, bytesMax: .max, meter: &meter)
      var steps = StepOutput(after.snapshot, to: output)
      steps.append(step)
    } catch {
      guard error == .tooManyEntries else { throw .tooMuchWork }
      throw .trees([
        TreeFault(
          SourceFault.tooManyEntries(ContentLimits.stepEntries), in: 1)
      ])
    }
  }
}
