internal import LayoutCore

/// What each engine reads of a snapshot; what it does not read is checked all the same, and warned of.
extension MetricsKey {
  /// The engines that read the metric; nil where all do.
  private var engines: [EngineName]? {
    switch self {
    case .sectionInset, .minimumLineSpacing, .minimumInteritemSpacing, .sectionSeparatorColor,
      .sectionSeparatorInsets, .showsSectionSeparatorWhenLastSection, .separatorThickness,
      .backgroundColor, .selectedBackgroundColor, .padding:
      nil
    case .itemSize, .lineAlignment, .itemAlignment: [.flow]
    case .numberOfColumns, .minimumColumnWidth: [.column, .waterfall]
    case .rowHeight, .cellHeight, .separatorColor, .separatorInsets, .showsColumnSeparator:
      [.column]
    case .placement: [.waterfall]
    case .segmentHeight, .leadingSegments, .segments: [.mosaic]
    }
  }

  /// Whether one of these engines reads the metric.
  func isRead(by names: Set<EngineName>) -> Bool {
    engines.map { !names.isDisjoint(with: $0) } ?? true
  }
}

extension SnapshotDecoder {
  /// Something to warn of, by the element that it stands at.
  struct Note {
    let element: JSONElement
    let detail: String
  }

  /// Notes a value that is checked, but not read.
  mutating func note(unread element: JSONElement, _ detail: @autoclosure () -> String) {
    if notes.count < SnapshotWarning.countMax {
      notes.append(Note(element: element, detail: detail()))
    }
  }

  /// Notes the metrics of the snapshot that no section's engine reads.
  mutating func noteUnread(inheritedFrom element: JSONElement, by engines: Set<EngineName>) {
    guard !engines.isEmpty, var members = object(element, MetricsKey.self) else { return }
    while let (key, value) = next(&members) {
      if key.isRead(by: engines) { continue }
      note(unread: value, "is read by the engine of no section")
    }
  }

  /// The warnings for what was noted, in the text's order.
  mutating func warnings() throws(WalkStop) -> [SnapshotWarning] {
    var pointers = JSONPointers(document)
    var warnings: [SnapshotWarning] = []
    for note in notes.sorted(by: { $0.element.index < $1.element.index }) {
      let pointer = try pointers.pointer(to: note.element, meter: &meter)
      warnings.append(SnapshotWarning(pointer: pointer, .notRead, note.detail))
    }
    return warnings
  }
}
