import LayoutCore

/// Reads the true sizes of items, headers and footers that a page has measured.
struct MeasuredInput {
  /// nil if they were not measured.
  let globalHeaders: SupplementaryStack?
  /// In ascending order.
  private(set) var sections: [MeasuredSection] = []

  /// Reads 1 and the global headers, or 0; the number of sections; then each section, in ascending order.
  init(_ input: inout NumberInput, of snapshot: Snapshot) throws(ModuleFailure) {
    let isHorizontal = snapshot.scrollDirection == .horizontal
    globalHeaders =
      try input.flag() ? try input.stack(inheriting: nil, isHorizontal: isHorizontal) : nil
    var metrics = MetricsCache()
    for _ in 0..<(try input.count()) {
      let section = try input.whole()
      guard section > sections.last?.section ?? -1, section < snapshot.sections.count else {
        throw .malformed
      }
      sections.append(
        try MeasuredInput.section(section, of: snapshot, &input, &metrics))
    }
    try input.end()
  }

  /// Reads headers and footers, for each 1 and the stack, or 0; the number of items; their numbers, in ascending order;
  /// and the extents of each, NaN if one was not measured.
  private static func section(
    _ number: Int, of snapshot: Snapshot, _ input: inout NumberInput, _ metrics: inout MetricsCache
  ) throws(ModuleFailure) -> MeasuredSection {
    let section = snapshot.sections[number]
    var stacks: [SupplementaryStack?] = []
    for _ in 0..<2 {
      guard try input.flag() else {
        stacks.append(nil)
        continue
      }
      let resolved = metrics.resolved(
        MetricsValues(section.metrics), for: section.metrics.engine.name)
      stacks.append(
        try input.stack(
          inheriting: resolved.supplementaryAppearance,
          isHorizontal: snapshot.scrollDirection == .horizontal))
    }
    let count = try input.count()
    var items: [Int] = []
    items.reserveCapacity(count)
    for _ in 0..<count {
      let item = try input.whole()
      guard item > items.last ?? -1, item < section.items.count else { throw .malformed }
      items.append(item)
    }
    var sizes: [ItemColumns<Double?>] = []
    sizes.reserveCapacity(count)
    for _ in 0..<count {
      var size = ItemColumns<Double?> { _ in nil }
      for column in ItemColumn.allCases { size[column] = try input.optionalExtent() }
      sizes.append(size)
    }
    return MeasuredSection(
      section: number, headers: stacks[0], footers: stacks[1], items: items, sizes: sizes)
  }
}
