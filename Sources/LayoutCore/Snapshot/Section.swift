/// One section of a snapshot, resolved: metrics merged, defaults filled in, and in the coordinates that engines
/// know, where content grows downwards (a horizontal snapshot is transposed when it is decoded).
///
/// The snapshot has the section's id: so equal sections can be one object.
public final class Section: Sendable {
  /// The metrics of the engine and the separators; sections of equal metrics share one object.
  public let metrics: SectionMetrics
  /// The number of items, and their sizes.
  public let items: Items
  /// The headers above the items, in order.
  public let headers: SupplementaryStack
  /// The footers below the items, in order.
  public let footers: SupplementaryStack

  /// Makes a section of parts that have been checked.
  public init(
    metrics: SectionMetrics, items: Items, headers: SupplementaryStack, footers: SupplementaryStack
  ) {
    self.metrics = metrics
    self.items = items
    self.headers = headers
    self.footers = footers
  }

  /// The room for items across the scroll axis, A of docs/rules.md#available-width, in points.
  func availableWidth(in containerWidth: Double) -> Double {
    max(0, containerWidth - metrics.sectionInset.left - metrics.sectionInset.right)
  }

  /// How many items an engine has to look at: runs, or, where lines and columns depend on each, all of them; none of
  /// one run (docs/rules.md#limits).
  public var explicitItemCount: Int {
    items.explicitCount(for: metrics.engine)
  }

  static let objectBytes = HeapBytes.object(
    (SectionMetrics, Items, SupplementaryStack, SupplementaryStack).self)
}
