internal import JSONText
internal import LayoutCore

extension SnapshotDecoder {
  /// Reads an object of metrics over what it inherits, key by key; of a section, for its engine.
  mutating func metrics(
    _ element: JSONElement, over inherited: MetricsValues, readBy rules: EngineRules?
  ) -> MetricsValues {
    var values = inherited
    var numberOfColumns: JSONElement?
    var minimumColumnWidth: JSONElement?
    guard var members = object(element, MetricsKey.self) else { return values }
    while let (key, value) = next(&members) {
      if let rules, !rules.reads(key) {
        note(unread: value, "is not read by the engine \(rules.engine.rawValue)")
      }
      switch key {
      case .numberOfColumns: numberOfColumns = value
      case .minimumColumnWidth: minimumColumnWidth = value
      default: read(key, value, into: &values)
      }
    }
    if let numberOfColumns, let number = integer(numberOfColumns, in: 1...limits.columns) {
      values.columns = .number(number)
    }
    if let minimumColumnWidth, let width = positive(minimumColumnWidth) {
      values.columns = .minimumWidth(width)
    }
    if numberOfColumns != nil, let minimumColumnWidth {
      fault(minimumColumnWidth, .notAllowed, "cannot stand beside numberOfColumns")
    }
    return values
  }

  private mutating func read(
    _ key: MetricsKey, _ value: JSONElement, into values: inout MetricsValues
  ) {
    switch key {
    case .sectionInset: set(&values.sectionInset, resolvedEdges(value))
    case .minimumLineSpacing: set(&values.minimumLineSpacing, extent(value))
    case .minimumInteritemSpacing: set(&values.minimumInteritemSpacing, extent(value))
    case .itemSize: set(&values.itemSize, itemSize(value))
    case .lineAlignment: set(&values.lineAlignment, choice(value, LineAlignment.self))
    case .itemAlignment: set(&values.itemAlignment, choice(value, ItemAlignment.self))
    case .numberOfColumns, .minimumColumnWidth: break
    case .rowHeight: set(&values.rowHeight, extent(value))
    case .cellHeight: set(&values.cellHeight, choice(value, CellHeight.self))
    case .placement: set(&values.placement, choice(value, Placement.self))
    case .segmentHeight: set(&values.segmentHeight, positive(value))
    case .leadingSegments: set(&values.leadingSegments, segmentStyles(value))
    case .segments:
      guard let styles = segmentStyles(value) else { break }
      if styles.count > 0 { values.segments = styles }
      if document.type(of: value) == .array && document.count(of: value) == 0 {
        fault(value, .outOfRange, "must name at least one style")
      }
    case .separatorColor: values.separatorColor = color(value)
    case .separatorInsets: set(&values.separatorInsets, resolvedEdges(value))
    case .showsColumnSeparator: set(&values.showsColumnSeparator, boolean(value))
    case .sectionSeparatorColor: values.sectionSeparatorColor = color(value)
    case .sectionSeparatorInsets: set(&values.sectionSeparatorInsets, resolvedEdges(value))
    case .showsSectionSeparatorWhenLastSection:
      set(&values.showsSectionSeparatorWhenLastSection, boolean(value))
    case .separatorThickness: set(&values.separatorThickness, positive(value))
    case .backgroundColor: values.backgroundColor = color(value)
    case .selectedBackgroundColor: values.selectedBackgroundColor = color(value)
    case .padding: set(&values.padding, edges(value))
    }
  }

  /// Keeps the value there is where the new one is wrong.
  private func set<Value>(_ value: inout Value, _ new: Value?) {
    if let new { value = new }
  }

  private func set<Value>(_ value: inout Value?, _ new: Value?) {
    if let new { value = new }
  }

  private mutating func itemSize(_ element: JSONElement) -> Size? {
    guard var members = object(element, SizeKey.self) else { return nil }
    var size = MetricsValues.defaultItemSize
    while let (key, value) = next(&members) {
      guard let extent = extent(value) else { continue }
      switch key {
      case .width: size.width = extent
      case .height: size.height = extent
      }
    }
    return isHorizontal ? Size(width: size.height, height: size.width) : size
  }

  private mutating func segmentStyles(_ element: JSONElement) -> StyleSequence? {
    guard var elements = array(element) else { return nil }
    let count = document.count(of: element)
    guard count <= limits.segments else {
      fault(
        element, .tooMany, "has \(count) styles, the limit is \(limits.segments)",
        limit: .segments)
      return nil
    }
    var styles: [SegmentStyle] = []
    styles.reserveCapacity(count)
    while goesOn, let element = document.next(&elements) {
      take(DecodingCost.member)
      if let style = choice(element, SegmentStyle.self) { styles.append(style) }
    }
    return StyleSequence(styles)
  }
}

extension SnapshotDecoder {
  /// The metrics of a section, with or without an object of its own.
  mutating func resolvedMetrics(_ element: JSONElement?, engine: Engine) -> ResolvedMetrics {
    guard let element else { return metricsCache.resolvedInherited(for: engine) }
    return metricsCache.resolved(
      metrics(element, over: metricsCache.inherited, readBy: EngineRules.of(engine)), for: engine)
  }
}
