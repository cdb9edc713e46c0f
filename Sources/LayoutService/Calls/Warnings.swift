import JSONText
import LayoutCore
import LayoutWire

/// The warnings of a post (docs/rules.md#warnings): things that are allowed, but probably mistakes.
extension CallRequest {
  /// The first warnings of a post, those of its text before those of its width. O(sections) if there is a layout
  func warnings(of got: borrowing CallInputs) -> [SnapshotWarning] {
    guard let layout = got.layout else { return got.warnings }
    return got.warnings
      + widthWarnings(of: layout, from: got.source, besides: got.warnings.count)
  }

  /// The first warnings of a layout's width; empty unless something was posted. O(sections)
  ///
  /// - Parameter source: That of the posted snapshot, whose places the warnings name.
  func widthWarnings(
    of layout: Layout, from source: ResolvedSource? = nil, besides others: Int = 0
  ) -> [SnapshotWarning] {
    guard isPosted else { return [] }
    let isHorizontal = layout.snapshot.isHorizontal
    let shortages = layout.roomShortages(countMax: SnapshotWarning.countMax - others)
    return shortages.map { SnapshotWarning($0, isHorizontal: isHorizontal, from: source) }
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
