/// A resolved section of a snapshot: metrics are merged, defaults are filled in, and coordinates are those of engines,
/// in which content grows downwards (a horizontal snapshot is transposed when it is decoded).
///
/// The section's id is stored in the snapshot, so that equal sections can be one object.
public final class Section: Sendable {
  /// The metrics of the engine and the separators. Sections with equal metrics share one object.
  public let metrics: SectionMetrics
  /// The number of items, and their sizes; or what is shown in their place.
  public let items: Items
  /// The headers above the items, in order.
  public let headers: SupplementaryStack
  /// The footers below the items, in order.
  public let footers: SupplementaryStack
  /// The members that are handed back without rules of their own (`MemberRow.ofSections`).
  public let members: SectionMembers

  /// Creates a section from checked parts.
  public init(
    metrics: SectionMetrics, items: Items, headers: SupplementaryStack, footers: SupplementaryStack,
    members: SectionMembers = SectionMembers()
  ) {
    self.metrics = metrics
    self.items = items
    self.headers = headers
    self.footers = footers
    self.members = members
  }

  /// What is shown in place of items; nil if there is nothing to show, or if there are items.
  public var placeholder: Placeholder? { items.placeholder }

  /// The room for items in a container of this width.
  func room(in containerWidth: Double) -> ItemRoom {
    let insets = metrics.sectionInset
    return ItemRoom(
      left: insets.left, width: max(0, containerWidth - insets.left - insets.right),
      lineSpacing: metrics.minimumLineSpacing, itemSpacing: metrics.minimumInteritemSpacing)
  }

  /// The number of items that the engine has to visit: runs or, if lines and columns depend on each item, all items; 0
  /// for a single run (docs/rules.md#limits).
  public var explicitItemCount: Int { metrics.engine.reading.explicitCount(of: items) }

  /// Whether its only item, or the placeholder in place of items, takes a part of what the content lacks
  /// (docs/rules.md#minimum-content-length).
  var isFiller: Bool { metrics.isFiller(items) }

  static let objectBytes = HeapBytes.object(
    (SectionMetrics, Items, SupplementaryStack, SupplementaryStack, SectionMembers).self)
}
