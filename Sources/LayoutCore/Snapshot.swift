/// The axis along which content grows.
public enum ScrollDirection: String, CaseIterable, Sendable {
  case vertical, horizontal
}

/// The direction in which lines are read; `rtl` mirrors every frame.
public enum LayoutDirection: String, CaseIterable, Sendable {
  case ltr, rtl
}

/// What is laid out, independent of any view: resolved, checked and immutable.
public final class Snapshot: Sendable {
  public let scrollDirection: ScrollDirection
  public let layoutDirection: LayoutDirection
  /// Above all sections, in order.
  public let globalHeaders: SupplementaryStack
  /// In order, from the top.
  public let sections: [Section]

  /// How many items all sections have; at most 2⁵³.
  public let itemCount: Int
  /// How many of them engines look at one by one.
  public let explicitItemCount: Int
  /// The numbers of the sections with pinning elements, ascending.
  let pinningSections: [Int32]
  /// The numbers of the sections with items, ascending.
  let sectionsWithItems: [Int32]
  /// The numbers of the sections with an element that does not pin, ascending.
  let sectionsWithCachedElements: [Int32]

  /// The separators between sections, ascending by section and index.
  let sectionSeparators: [SectionSeparator]

  /// Makes a snapshot of checked parts: at most 2³¹ − 1 sections, at most 2⁵³ items. O(sections)
  public init(
    scrollDirection: ScrollDirection, layoutDirection: LayoutDirection,
    globalHeaders: SupplementaryStack, sections: [Section]
  ) {
    self.scrollDirection = scrollDirection
    self.layoutDirection = layoutDirection
    self.globalHeaders = globalHeaders
    self.sections = sections
    var itemCount = 0
    var explicitItemCount = 0
    var pinningSections: [Int32] = []
    var sectionsWithItems: [Int32] = []
    var sectionsWithCachedElements: [Int32] = []
    for (number, section) in sections.enumerated() {
      itemCount += section.items.count
      explicitItemCount += section.items.explicitCount
      let pinningCount = section.headers.pinning.count + section.footers.pinning.count
      let stackedCount = section.headers.entries.count + section.footers.entries.count
      if pinningCount > 0 { pinningSections.append(Int32(number)) }
      if section.items.count > 0 { sectionsWithItems.append(Int32(number)) }
      if section.items.count > 0 || stackedCount > pinningCount {
        sectionsWithCachedElements.append(Int32(number))
      }
    }
    self.itemCount = itemCount
    self.explicitItemCount = explicitItemCount
    self.pinningSections = pinningSections
    self.sectionsWithItems = sectionsWithItems
    self.sectionsWithCachedElements = sectionsWithCachedElements
    sectionSeparators = SectionSeparator.all(in: sections, withItems: sectionsWithItems)
  }

  /// Bytes of memory that the snapshot holds; metrics that sections share count once. O(sections)
  public var byteCount: Int {
    let indexes =
      pinningSections.count + sectionsWithItems.count + sectionsWithCachedElements.count
    var bytes = 256 + globalHeaders.byteCount + 4 * indexes
    bytes += sectionSeparators.count * MemoryLayout<SectionSeparator>.stride
    var seen: Set<ObjectIdentifier> = []
    var previous: SectionMetrics?
    for section in sections {
      bytes += section.byteCount
      if section.metrics !== previous, seen.insert(ObjectIdentifier(section.metrics)).inserted {
        bytes += section.metrics.byteCount
      }
      previous = section.metrics
    }
    return bytes
  }
}
