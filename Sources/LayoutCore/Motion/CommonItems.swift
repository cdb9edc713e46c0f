/// How many items two sections share from their first one on, and up to their last one: equal sizes and marks.
struct CommonItems {
  var leading: Int
  var trailing: Int
}

extension ElementComparison {
  /// The items that two sections have in common. O(log leaves) where one was made from the other
  func commonItems(
    of old: PlacedSection, _ new: PlacedSection, _ meter: inout StepMeter
  ) throws(WalkStop) -> CommonItems {
    let (first, second) = (old.section.items, new.section.items)
    return CommonItems(
      leading: try first.commonCount(with: second, fromEnd: false, meter: &meter),
      trailing: try first.commonCount(with: second, fromEnd: true, meter: &meter))
  }

  /// Whether what places items, but for their sizes, is the same in both sections.
  private func areAlike(_ old: PlacedSection, _ new: PlacedSection) -> Bool {
    let (first, second) = (old.section.metrics, new.section.metrics)
    return first === second
      || (first.engine.isEqual(to: second.engine)
        && first.sectionInset.left == second.sectionInset.left
        && first.sectionInset.right == second.sectionInset.right
        && first.minimumLineSpacing == second.minimumLineSpacing
        && first.minimumInteritemSpacing == second.minimumInteritemSpacing)
  }

  /// Whether both sections have the same items, placed in the same way.
  func haveSameItems(
    _ old: PlacedSection, _ new: PlacedSection, _ meter: inout StepMeter
  ) throws(WalkStop) -> Bool {
    let count = old.section.items.count
    guard count == new.section.items.count, areAlike(old, new) else { return false }
    return try commonItems(of: old, new, &meter).leading == count
  }

  /// The first cell of a line that may differ from that of the other section: those before have the same sizes and
  /// stand in the same lines.
  func firstDoubtfulCell(
    _ old: PlacedSection, _ new: PlacedSection, _ meter: inout StepMeter
  ) throws(WalkStop) -> Int {
    guard areAlike(old, new), areEqual(old.itemsOrigin, new.itemsOrigin) else { return 0 }
    let common = try commonItems(of: old, new, &meter).leading
    guard common > 0 else { return 0 }
    let (oldLine, newLine) = (old.line(ofItem: common - 1), new.line(ofItem: common - 1))
    guard oldLine.lowerBound == newLine.lowerBound else { return 0 }
    // Where all sizes of one section are equal it may be laid out by another rule.
    for item in [0, 1, oldLine.lowerBound - 1] where item >= 0 && item < oldLine.lowerBound {
      guard areEqual(old, item, old.cell(item), new, item, new.cell(item)) else { return 0 }
    }
    return oldLine.lowerBound
  }

  /// The first item of the section before from which on all lines are those of the section after, whose items have
  /// numbers that are greater by `shift`; the number of items where there is none. O(log² items)
  func firstCommonLine(
    _ old: PlacedSection, _ new: PlacedSection, shift: Int, _ meter: inout StepMeter
  ) throws(WalkStop) -> Int {
    let count = old.section.items.count
    guard areAlike(old, new), shift == 0 || old.section.metrics.engine.name != .mosaic else {
      return count
    }
    let common = try commonItems(of: old, new, &meter).trailing
    let first = count - common
    return partitionPoint(first..<count) { item in
      let line = old.line(ofItem: item).lowerBound
      return line >= first && line + shift == new.line(ofItem: item + shift).lowerBound
    }
  }
}

extension PlacedSection {
  /// Whether all lines but the last one are alike, whatever their number.
  var isGrid: Bool { layout.arrangement is UniformGrid }

  var isWaterfall: Bool { section.metrics.engine.name == .waterfall }

  /// The last line of a section with items.
  var lastLine: Range<Int> { line(ofItem: section.items.count - 1) }
}
