extension Layout {
  /// The first shortages of room in order, at most one per section. O(sections + items of the sections with a shortage)
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
