extension Layout {
  /// The first shortages of room in order, at most one per section. O(sections + items of the sections with a shortage)
  public func roomShortages(countMax: Int) -> [RoomShortage] {
    var shortages: [RoomShortage] = []
    for number in snapshot.sectionsWithItems.lazy.map(Int.init) {
      if shortages.count >= countMax { break }
      let section = snapshot.sections[number]
      let room = section.room(in: containerWidth)
      if room.width <= fitTolerance {
        shortages.append(.insetsLeaveNothing(section: number))
      } else if let columns = section.metrics.columnRule?.count {
        let width = Columns(columns, in: room).width
        if width < 1 - fitTolerance {
          shortages.append(.columnsTooNarrow(section: number, width: width))
        }
      } else if let item = firstItem(of: number, widerThan: room.width + fitTolerance) {
        shortages.append(
          .itemWiderThanLine(
            section: number, item: item, width: section.items.sizes(ofItem: item).width,
            line: room.width))
      }
    }
    return shortages
  }

  /// The first item wider than a line of its section; nil if there is none, or if items stand elsewhere or have no
  /// widths. O(1), O(runs) if there is one
  private func firstItem(of number: Int, widerThan width: Double) -> Int? {
    let (section, arrangement) = (snapshot.sections[number], sectionLayouts[number].arrangement)
    guard section.metrics.engine.reading.hasLengths(.width), arrangement.order.hasLines,
      arrangement.reach > width
    else { return nil }
    return section.items.firstItem(widerThan: width)
  }
}
