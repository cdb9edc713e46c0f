import LayoutCore

/// Reads metrics: how many are said, then the place of each key in the list of keys, and its value.
extension NumberInput {
  /// Reads metrics over what they inherit, key by key.
  mutating func metrics(
    over inherited: MetricsValues, isHorizontal: Bool
  ) throws(ModuleFailure) -> (values: MetricsValues, keys: [MetricsKey]) {
    var values = inherited
    var keys: [MetricsKey] = []
    for _ in 0..<(try count()) {
      let key = try choice(MetricsKey.self)
      guard !keys.contains(key) else { throw .malformed }
      keys.append(key)
      try read(key, into: &values, isHorizontal: isHorizontal)
    }
    return (values, keys)
  }

  private mutating func read(
    _ key: MetricsKey, into values: inout MetricsValues, isHorizontal: Bool
  ) throws(ModuleFailure) {
    switch key {
    case .sectionInset: values.sectionInset = try edges(isHorizontal)
    case .minimumLineSpacing: values.minimumLineSpacing = try extent()
    case .minimumInteritemSpacing: values.minimumInteritemSpacing = try extent()
    case .itemSize:
      let (width, height) = (try extent(), try extent())
      values.itemSize =
        isHorizontal ? Size(width: height, height: width) : Size(width: width, height: height)
    case .lineAlignment: values.lineAlignment = try choice(LineAlignment.self)
    case .itemAlignment: values.itemAlignment = try choice(ItemAlignment.self)
    case .numberOfColumns:
      let number = try whole(upTo: LayoutModule.columnsMax)
      guard number > 0 else { throw .malformed }
      values.columns = .number(number)
    case .minimumColumnWidth: values.columns = .minimumWidth(try positive())
    case .rowHeight: values.rowHeight = try extent()
    case .cellHeight: values.cellHeight = try choice(CellHeight.self)
    case .placement: values.placement = try choice(Placement.self)
    case .segmentHeight: values.segmentHeight = try positive()
    case .leadingSegments: values.leadingSegments = StyleSequence(try styles())
    case .segments:
      let styles = try styles()
      guard !styles.isEmpty else { throw .malformed }
      values.segments = StyleSequence(styles)
    case .separatorColor: values.separatorColor = try color()
    case .separatorInsets: values.separatorInsets = try edges(isHorizontal)
    case .showsColumnSeparator: values.showsColumnSeparator = try flag()
    case .sectionSeparatorColor: values.sectionSeparatorColor = try color()
    case .sectionSeparatorInsets: values.sectionSeparatorInsets = try edges(isHorizontal)
    case .showsSectionSeparatorWhenLastSection:
      values.showsSectionSeparatorWhenLastSection = try flag()
    case .separatorThickness: values.separatorThickness = try positive()
    case .backgroundColor: values.backgroundColor = try color()
    case .selectedBackgroundColor: values.selectedBackgroundColor = try color()
    case .padding: values.padding = try edges()
    }
  }

  private mutating func edges(_ isHorizontal: Bool) throws(ModuleFailure) -> EdgeInsets {
    let edges = try edges()
    return isHorizontal ? edges.transposed : edges
  }

  private mutating func styles() throws(ModuleFailure) -> [SegmentStyle] {
    let count = try whole(upTo: LayoutModule.segmentsMax)
    var styles: [SegmentStyle] = []
    for _ in 0..<count { styles.append(try choice(SegmentStyle.self)) }
    return styles
  }

  /// Reads headers or footers: how many take room, then of each its index, its extent along the scroll axis, its marks
  /// (1 for pinning, 2 for estimated, 4 for an appearance of its own, which follows).
  mutating func stack(inheriting inherited: Appearance?) throws(ModuleFailure) -> SupplementaryStack
  {
    let count = try count()
    var stack = SupplementaryStack.Builder(capacity: count)
    var next = 0
    for _ in 0..<count {
      let index = try whole(upTo: (1 << 30) - 1)
      guard index >= next else { throw .malformed }
      next = index + 1
      let extent = try positive()
      let marks = try whole(upTo: 7)
      stack.append(
        Supplementary(
          index: index, extent: extent, isPinning: marks & 1 != 0, isEstimated: marks & 2 != 0,
          appearance: marks & 4 != 0 ? try appearance(inheriting: inherited) : inherited))
    }
    return stack.stack(unlessEqualTo: .empty)
  }

  /// Reads an appearance: each colour after 0 where it is inherited, else 1, and the padding after 0 where there is none,
  /// else 1.
  private mutating func appearance(
    inheriting inherited: Appearance?
  ) throws(ModuleFailure) -> Appearance? {
    let backgroundColor = try flag() ? try color() : inherited?.backgroundColor
    let selectedBackgroundColor = try flag() ? try color() : inherited?.selectedBackgroundColor
    let padding: EdgeInsets? = try flag() ? try edges() : nil
    return Appearance(
      backgroundColor: backgroundColor, selectedBackgroundColor: selectedBackgroundColor,
      padding: padding)
  }
}
