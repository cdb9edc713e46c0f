/// Where a layout has too little room across the scroll axis for what it shows, though it is a valid one.
public enum RoomShortage: Hashable, Sendable {
  /// A flow item is wider than its line, the first such one of its section; both in points.
  case itemWiderThanLine(section: Int, item: Int, width: Double, line: Double)
  /// The insets of a section with items leave no width.
  case insetsLeaveNothing(section: Int)
  /// The columns of a section with items are narrower than a point.
  case columnsTooNarrow(section: Int, width: Double)
}

extension Layout {
  /// The first shortages, at most one of each section, in order. O(sections + items of the sections that have one)
  public func roomShortages(countMax: Int) -> [RoomShortage] {
    var shortages: [RoomShortage] = []
    for number in snapshot.sectionsWithItems.lazy.map(Int.init) {
      if shortages.count >= countMax { break }
      let section = snapshot.sections[number]
      if let shortage = section.roomShortage(
        number, greatestWidth: sectionLayouts[number].arrangement.greatestWidth,
        containerWidth: containerWidth)
      {
        shortages.append(shortage)
      }
    }
    return shortages
  }
}

extension Section {
  fileprivate func roomShortage(
    _ number: Int, greatestWidth: Double, containerWidth: Double
  ) -> RoomShortage? {
    let available = availableWidth(in: containerWidth)
    if available == 0 { return .insetsLeaveNothing(section: number) }
    switch metrics.engine {
    case .flow:
      guard greatestWidth > available + fitTolerance else { return nil }
      let item = (0..<items.count).first { items.widths[$0] > available + fitTolerance } ?? 0
      return .itemWiderThanLine(
        section: number, item: item, width: items.widths[item], line: available)
    case .column(let metrics): return columnShortage(number, metrics.columns, containerWidth)
    case .waterfall(let metrics): return columnShortage(number, metrics.columns, containerWidth)
    case .mosaic: return nil
    }
  }

  private func columnShortage(
    _ number: Int, _ columns: ColumnCount, _ containerWidth: Double
  ) -> RoomShortage? {
    let width = Columns(columns, of: self, containerWidth: containerWidth).width
    return width < 1 ? .columnsTooNarrow(section: number, width: width) : nil
  }
}
