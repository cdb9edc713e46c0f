/// A place in a valid layout that has too little room across the scroll axis for its items.
public enum RoomShortage: Hashable, Sendable {
  /// A flow item is wider than its line. It is the first such item of its section. Both widths are in points.
  case itemWiderThanLine(section: Int, item: Int, width: Double, line: Double)
  /// The insets of a section with items leave no width.
  case insetsLeaveNothing(section: Int)
  /// The columns of a section with items are narrower than a point.
  case columnsTooNarrow(section: Int, width: Double)
}
