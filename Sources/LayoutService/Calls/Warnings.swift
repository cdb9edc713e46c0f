import JSONText
import LayoutCore
import LayoutWire

/// The warnings of a post (docs/rules.md#warnings): things that are allowed, but probably mistakes.
extension Question {
  /// The first warnings of a post, those of its text before those of its width. O(sections) if there is a layout
  mutating func warnings(
    of layout: Layout?, besides others: [SnapshotWarning]
  ) -> [SnapshotWarning] {
    trace.warnings += others
    guard let layout else { return others }
    return others + widthWarnings(of: layout, besides: others.count)
  }

  /// The first warnings of a layout's width; empty unless something was posted. O(sections)
  mutating func widthWarnings(of layout: Layout, besides others: Int = 0) -> [SnapshotWarning] {
    guard isPosted else { return [] }
    let isHorizontal = layout.snapshot.isHorizontal
    let shortages = layout.roomShortages(countMax: SnapshotWarning.countMax - others)
    let warnings = shortages.map { SnapshotWarning($0, isHorizontal: isHorizontal) }
    trace.warnings += warnings
    return warnings
  }
}

extension JSONWriter {
  /// Writes the member `warnings` if there are any.
  mutating func member(_ warnings: [SnapshotWarning]) {
    if warnings.isEmpty { return }
    literal(",\"warnings\":[")
    for (place, warning) in warnings.enumerated() {
      if place > 0 { literal(",") }
      warning.write(to: &self)
    }
    literal("]")
  }
}
