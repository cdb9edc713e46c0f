/// One section laid out at one width (docs/rules.md#stacking), in its own coordinates: y counts from its top.
///
/// It holds what the sizes alone do not say; the section it was made of is handed to every query, so that sections of
/// equal content share one layout.
public final class SectionLayout: Sendable {
  /// Where the items are, y counted from `itemsTop`.
  let arrangement: any ItemArrangement
  /// From the section's top to the items, in points.
  let itemsTop: Double
  /// From the section's top to the footers, in points.
  let footersTop: Double
  /// The section's height along the scroll axis, in points.
  let extent: Double
  /// Whether separators stand between the section's rows.
  let hasSeparatedRows: Bool

  init(section: Section, arrangement: any ItemArrangement) {
    let inset = section.metrics.sectionInset
    self.arrangement = arrangement
    itemsTop = section.headers.extent + inset.top
    footersTop = itemsTop + arrangement.extent + inset.bottom
    extent = footersTop + section.footers.extent
    hasSeparatedRows = arrangement.separatedRows != nil && section.metrics.hasSeparatedRows
  }

  /// Bytes of memory that the layout holds, the section left out.
  public var byteCount: Int {
    HeapBytes.object((any ItemArrangement, Double, Double, Double, Bool).self)
      + arrangement.byteCount
  }
}

extension SectionMetrics {
  /// Whether rows have a separator between them, in the engine that has rows.
  fileprivate var hasSeparatedRows: Bool {
    guard case .column(let metrics) = engine else { return false }
    return metrics.separator != nil
  }
}
