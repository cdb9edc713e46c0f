/// Computes the sizes, marks and members of items after a step: those that the step gives, else those before it, else
/// the defaults of their section's engine (docs/rules.md#sizes-after-a-step).
struct ItemsDraft {
  private let given: GivenStep
  private let before: [SectionDraft]
  private let settings: NumberedValues<SizeSettings>
  private let isHorizontal: Bool
  private let naming: ContentNaming
  /// The means that the step gives to estimated items, by the number of the section before it.
  private var means = NumberedValues<MeanSize?>()
  /// The entries of `move` by their destinations. Computed when first needed.
  private var moves: [(to: ItemPath, entry: Int)] = []
  /// The entries that leave a required size missing.
  private(set) var problems: [StepProblem] = []

  /// The cost of a run in a list, in steps of a meter.
  private static let runCost = 6

  /// - Parameters:
  ///   - before: The sections before the step.
  ///   - settings: The settings of sizes in entries of `setSections`.
  init(
    _ given: GivenStep, before: [SectionDraft], _ settings: NumberedValues<SizeSettings>,
    isHorizontal: Bool, naming: ContentNaming
  ) {
    self.given = given
    self.before = before
    self.settings = settings
    self.isHorizontal = isHorizontal
    self.naming = naming
  }

  // MARK: Sections

  /// The new items of a section whose items the step changes. O(runs of the list + changed runs)
  ///
  /// - Parameters:
  ///   - list: The origins of the items.
  ///   - section: The section after the step. Its items are not read.
  ///   - place: The section's number after the step.
  ///   - origin: The origin of the section.
  mutating func items(
    _ list: OriginRuns<ItemPath>, of section: Section, _ place: Int, from origin: OriginRun<Int>,
    meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Items {
    let number = origin.from!
    let rules = SizeRules(section, settings(of: origin), isHorizontal: isHorizontal)
    let base = before[number].section
    let isKept = base.metrics.engine.name == rules.engine
    var edits = Edits()
    // The old items of the section before this one are already kept, replaced or deleted.
    var next = 0
    for run in list.runs {
      try meter.take(ItemsDraft.runCost)
      guard let from = run.from, from.section == number, !run.isMoved else {
        try put(run, at: next, ItemPath(place, run.start), rules, &edits, &meter)
        continue
      }
      if next < from.item { edits.list.append(.delete(next..<from.item)) }
      next = from.item + run.count
      if isKept, run.source.map({ given.gives(nothingTo: $0) }) ?? true { continue }
      try change(run, of: base, rules, origin, &edits, &meter)
    }
    if next < base.items.count { edits.list.append(.delete(next..<base.items.count)) }
    let tree = try base.items.tree(naming: naming).spliced(
      edits.list, naming: naming, meter: &meter)
    for (conversion, list, entry) in edits.conversions { note(conversion.open, list, entry) }
    return Items(tree)
  }

  /// The edits of a section, and the conversions of sizes, each with the entry at fault if a size is missing.
  private struct Edits {
    var list: [ContentEdit] = []
    var conversions: [(SizeConversion, Step.List, Int)] = []
  }

  /// The items of a section with the same items as before, but possibly another engine. O(runs) for another engine
  mutating func items(
    of section: Section, from origin: OriginRun<Int>, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Items {
    let base = before[origin.from!].section
    let rules = SizeRules(section, settings(of: origin), isHorizontal: isHorizontal)
    guard base.metrics.engine.name != section.metrics.engine.name, base.items.count > 0 else {
      return base.items
    }
    try meter.take(base.items.runCount)
    let conversion = SizeConversion(rules, from: base)
    let all = ContentEdit(items: 0..<base.items.count, replacement: .changed(conversion.run))
    let tree = try base.items.tree(naming: naming).spliced(
      [all], naming: naming, meter: &meter)
    note(conversion.open, .setSections, origin.source?.entry ?? 0)
    return Items(tree)
  }

  /// The settings of a section's sizes in `setSections`; nil if there are none.
  private func settings(of origin: OriginRun<Int>) -> SizeSettings? {
    guard let source = origin.source, source.list == .setSections else { return nil }
    return settings[source.entry]
  }

  /// Records the entries that move items to some places. O(log entries + such entries), the first time O(entries log
  /// entries)
  private mutating func noteMoves(
    to places: Range<ItemPath>, lacking open: [ItemColumn], _ meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    if moves.isEmpty {
      moves = given.step.move.enumerated().map { ($1.to, $0) }.inOrder { $0.to.rank }
    }
    var next = max(0, partitionPoint(0..<moves.count) { moves[$0].to > places.lowerBound } - 1)
    while next < moves.count, moves[next].to < places.upperBound {
      try meter.take()
      note(open, .move, moves[next].entry)
      next += 1
    }
  }

  private mutating func note(_ open: [ItemColumn], _ list: Step.List, _ entry: Int) {
    let problem = StepProblem(code: .sizeMissing, list: list, entry: entry, fact: .missing(open))
    if !open.isEmpty, problems.last != problem { problems.append(problem) }
  }

  // MARK: Runs

  /// Changes items that stay in place: they get other sizes or marks, or another engine reads them.
  private mutating func change(
    _ run: OriginRun<ItemPath>, of base: Section, _ rules: SizeRules, _ origin: OriginRun<Int>,
    _ edits: inout Edits, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    let first = run.from!.item
    let items = first..<first + run.count
    let pieces = pieces(of: run)
    if let given = pieces?.whole, run.source!.list != .resize || !base.items.hasMembers,
      let whole = rules.run(count: run.count, given)
    {
      edits.list.append(ContentEdit(items: items, replacement: .run(whole)))
      return
    }
    let conversion = try conversion(rules, from: run.from!.section, pieces?.next, run, &meter)
    var replacement = ContentEdit.Replacement.changed(conversion.run)
    if let pieces {
      replacement = .changed { pieces.run(old: $0, by: conversion) }
    }
    edits.list.append(ContentEdit(items: items, replacement: replacement))
    edits.conversions.append((conversion, .setSections, origin.source?.entry ?? 0))
  }

  /// Inserts items that are new or come from elsewhere.
  private mutating func put(
    _ run: OriginRun<ItemPath>, at next: Int, _ place: ItemPath, _ rules: SizeRules,
    _ edits: inout Edits, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    guard let from = run.from else {
      let conversion = SizeConversion(rules, from: nil)
      let pieces = pieces(of: run)
      let items = ContentEdit.Replacement.made(run.count) { left in
        let new = ItemRun(count: left, width: 0, height: 0)
        return pieces?.run(old: new, by: conversion) ?? conversion.run(new)
      }
      edits.list.append(ContentEdit(items: next..<next, replacement: items))
      edits.conversions.append((conversion, .insert, run.source!.entry))
      return
    }
    let base = before[from.section].section
    let tree = base.items.tree(naming: naming)
    if run.source == nil || given.gives(nothingTo: run.source!),
      rules.engine == base.metrics.engine.name
    {
      edits.list.append(
        ContentEdit(
          items: next..<next, replacement: .items(of: tree, from.item..<from.item + run.count)))
      return
    }
    var runs: [ItemRun] = []
    let pieces = pieces(of: run)
    let conversion = try conversion(rules, from: from.section, pieces?.next, run, &meter)
    var offset = 0
    for var old in try tree.runs(of: from.item..<from.item + run.count, meter: &meter) {
      while old.count > 0 {
        try meter.take()
        let new = pieces?.run(old: old, by: conversion) ?? conversion.run(old)
        if let last = runs.last, last.joins(new) {
          runs[runs.count - 1].count += new.count
        } else {
          runs.append(new)
        }
        let open = conversion.takeOpen()
        if !open.isEmpty {
          let places = Range(place.advanced(by: offset), count: new.count)
          try noteMoves(to: places, lacking: open, &meter)
        }
        offset += new.count
        old.count -= new.count
      }
    }
    edits.list.append(.insert(runs, at: next))
  }

  /// The description of the items of a run, beginning with the first; nil if the step gives none.
  private func pieces(of run: OriginRun<ItemPath>) -> GivenPieces? {
    guard let source = run.source, let items = given.items(givenBy: source) else { return nil }
    return GivenPieces(items, source.offset..<source.offset + run.count)
  }

  /// The conversion for some old items of a section.
  private mutating func conversion(
    _ rules: SizeRules, from number: Int, _ given: GivenItems.Run?, _ run: OriginRun<ItemPath>,
    _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> SizeConversion {
    let section = before[number].section
    let isResized = run.source?.list == .resize
    let conversion = SizeConversion(rules, from: section, givesSizesAlone: isResized)
    conversion.given = given
    if given == nil, isResized {
      if let known = means[number] {
        conversion.mean = known
      } else {
        conversion.mean = try section.meanSize(meter: &meter)
        means.set(conversion.mean, at: number)
      }
    }
    return conversion
  }
}
