/// A place in a valid layout that has too little room across the scroll axis for its items.
public enum RoomShortage: Hashable, Sendable {
  /// A flow item is wider than its line, the first such one of its section; both in points.
  case itemWiderThanLine(section: Int, item: Int, width: Double, line: Double)
  /// The insets of a section with items leave no width.
  case insetsLeaveNothing(section: Int)
  /// The columns of a section with items are narrower than a point.
  case columnsTooNarrow(section: Int, width: Double)
}

extension Layout {
  /// The first shortages, at most one of each section, in order. O(sections + items of the sections with a shortage)
  public func roomShortages(countMax: Int) -> [RoomShortage] {
    var shortages: [RoomShortage] = []
    for number in snapshot.sectionsWithItems.lazy.map(Int.init) {
      if shortages.count >= countMax { break }
      let section = snapshot.sections[number]
      if section.availableWidth(in: containerWidth) <= fitTolerance {
        shortages.append(.insetsLeaveNothing(section: number))
      } else if let shortage = section.metrics.engine.roomShortage(
        of: section, number: number, arrangement: sectionLayouts[number].arrangement,
        containerWidth: containerWidth)
      {
        shortages.append(shortage)
      }
    }
    return shortages
  }
}
