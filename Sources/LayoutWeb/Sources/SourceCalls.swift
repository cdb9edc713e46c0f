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
      let read = TreeInput(isJudged: isJudged)
      try read.read(&input)
      if refuse(read.faults, in: 0) { throw .trees }
      if isJudged { return 0 }
      try input.end()
      let tree = try read.compared()
      let number = try keep(tree.snapshot, permissions: tree.permissions)
      output.append(tree.tree)
      output.append(read.warnings)
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
      let old = try input.tree(isJudged: isJudged, hasFaults: false)
      // The rest of a tree that is not whole has not been read, so what follows it cannot be.
      if old?.isWhole == false, refuse(old, nil) { throw .trees }
      let new = try input.tree(isJudged: isJudged, hasFaults: old?.faults.isEmpty == false)
      if new?.isWhole == false, refuse(old, new) { throw .trees }
      let scroll = try input.choice(ScrollDirection.self)
      let layout = TreeDirections(scroll: scroll, layout: try input.choice(LayoutDirection.self))
      var counts: [Int] = []
      for _ in 0..<(try input.count()) { counts.append(try input.whole()) }
      if refuse(old, new) { throw .trees }
      if isJudged { return 0 }
      try input.end()
      guard let old else { throw .malformed }
      let before = try old.compared()
      if refuse(before, layout, counts) { throw .trees }
      guard let new else { return 0 }
      let keyCount = input.size
      let after = try new.compared()
      output.append(after.tree)
      try append(before, after, keyCount: keyCount)
      return 0
    }
  }

  /// Writes mistakes of a tree; false if there are none.
  private func refuse(_ faults: [SourceFault], in tree: Int) -> Bool {
    for fault in faults { output.append(fault, in: tree) }
    return !faults.isEmpty
  }

  /// Writes the mistakes of two trees; false if there are none.
  private func refuse(_ old: TreeInput?, _ new: TreeInput?) -> Bool {
    var isWrong = refuse(old?.faults ?? [], in: 0)
    if refuse(new?.faults ?? [], in: 1) { isWrong = true }
    guard let old, let new, new.isWhole else { return isWrong }
    let differences = new.directions.differences(
      from: old.directions, sayingOther: ", that of from is ")
    for difference in differences { output.append(difference, in: 1) }
    return refuse(new.tree.illegalTransitions(from: old.tree), in: 1) || !differences.isEmpty
      || isWrong
  }

  /// Writes how a tree differs from the layout for which it has to stand; false if it does not.
  private func refuse(_ tree: ComparedTree, _ layout: TreeDirections, _ counts: [Int]) -> Bool {
    let differences = TreeDirections(of: tree.snapshot).differences(
      from: layout, sayingOther: ", that of the layout is ")
    for difference in differences { output.append(difference, in: 0) }
    let mismatches = tree.mismatches(
      with: counts, countMax: SourceFault.countMax - differences.count)
    for mismatch in mismatches { output.append(tree.fault(of: mismatch), in: 0, mismatch) }
    return !differences.isEmpty || !mismatches.isEmpty
  }

  private func append(
    _ before: ComparedTree, _ after: ComparedTree, keyCount: Int
  ) throws(ModuleFailure) {
    var meter = WorkMeter(portion: LayoutModule.meterSteps)
    do throws(TreeStep.Stop) {
      let step = try TreeStep(
        from: before, to: after, keyCount: keyCount, bytesMax: .max, meter: &meter)
      StepOutput(after.snapshot, to: output).append(step)
    } catch {
      guard error == .tooManyEntries else { throw .tooMuchWork }
      output.removeAll()
      output.append(SourceFault.tooManyEntries(ContentLimits.stepEntries), in: 1)
      throw .trees
    }
  }
}

extension NumberInput {
  /// Reads 1 and a snapshot with a source, or 0.
  @inline(never)
  fileprivate mutating func tree(
    isJudged: Bool, hasFaults: Bool
  ) throws(ModuleFailure) -> TreeInput? {
    guard try flag() else { return nil }
    let tree = TreeInput(isJudged: isJudged, hasFaults: hasFaults)
    try tree.read(&self)
    return tree
  }
}
