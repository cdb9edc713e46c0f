/// The axis along which content grows.
public enum ScrollDirection: String, CaseIterable, Sendable {
  case vertical, horizontal
}

/// The reading direction of lines. `rtl` mirrors every frame.
public enum LayoutDirection: String, CaseIterable, Sendable {
  case ltr, rtl
}

/// The content to lay out, independent of any view: resolved, checked and immutable.
public final class Snapshot: Sendable {
  public let scrollDirection: ScrollDirection
  public let layoutDirection: LayoutDirection
  /// Whether any item has members.
  public let hasMembers: Bool
  /// The greatest version of the rules that a section is named by.
  let sectionsVersion: UInt8
  /// The headers above all sections, in order.
  public let globalHeaders: SupplementaryStack
  /// The colour of the background of the global headers; nil if they have none.
  public let globalHeaderBackgroundColor: Color?
  /// The least extent of the content along the scroll axis, in points, 0 to 2⁵³.
  public let minimumContentLength: Double
  /// The members that are handed back without rules of their own (`MemberRow.ofSnapshots`).
  public let members: GivenMembers
  /// The sections from the top, in order. Equal sections may be one object.
  public let sections: [Section]
  let ids: SectionIDs

  /// The number of items in all sections, at most 2⁵³.
  public let itemCount: Int
  /// The number of items with an estimated size.
  public let estimatedCount: Int
  /// The number of headers, footers and global headers with an estimated extent.
  public let estimatedHeaderCount: Int
  /// Whether an item, a header, a footer or a global header has an estimated size.
  public let hasEstimates: Bool
  /// The first section with an item, a header or a footer of an estimated size; nil if there is none.
  let firstEstimatedSection: Int?
  /// The number of items that engines visit one by one.
  public let explicitItemCount: Int
  /// The most memory that is needed to place these items, in bytes.
  public let arrangementBytesMax: Int
  /// The numbers of the sections with pinning elements, ascending.
  let pinningSections: [Int32]
  /// Whether the position of any element depends on the visible bounds.
  var hasSpecial: Bool {
    !pinningSections.isEmpty || globalHeaders.specialCount > 0 || hasGlobalHeaderBackground
  }
  /// Whether there are global headers with a background.
  public var hasGlobalHeaderBackground: Bool {
    globalHeaderBackgroundColor != nil && !globalHeaders.entries.isEmpty
  }
  /// The numbers of the sections with items, ascending.
  let sectionsWithItems: [Int32]
  /// The numbers of the sections with an element that does not pin, ascending.
  let sectionsWithCachedElements: [Int32]
  /// The numbers of the sections that share what the content lacks, ascending.
  let fillers: [Int32]
  /// The sections whose cells have an effect; nil if there are none, or if effects are not evaluated.
  let effects: SectionsWithEffects?

  /// The separators between sections, ascending by section and index.
  let sectionSeparators: [SectionSeparator]

  /// Memory that the snapshot uses, in bytes. Objects that its sections share are counted once.
  public let byteCount: Int

  /// The part of these bytes that the table of the items' naming counts.
  public let countedByteCount: Int

  /// Creates a snapshot from checked parts: at most 2³¹ − 1 sections, at most 2⁵³ items. The memory of the global
  /// headers and of the colour must have been counted with the sections. O(sections)
  public init(
    scrollDirection: ScrollDirection, layoutDirection: LayoutDirection,
    globalHeaders: SupplementaryStack, globalHeaderBackgroundColor: Color? = nil,
    minimumContentLength: Double = 0, members: GivenMembers = GivenMembers(),
    sections list: consuming SectionList
  ) {
    let counts = list.counts
    var itemCount = 0
    var (explicitItemCount, arrangementBytesMax) = (0, 0)
    var (estimatedCount, estimatedHeaderCount) = (0, globalHeaders.estimatedCount)
    var hasMembers = false
    var firstEstimatedSection: Int?
    var pinningSections: [Int32] = []
    var sectionsWithItems: [Int32] = []
    var sectionsWithCachedElements: [Int32] = []
    var fillers: [Int32] = []
    fillers.reserveCapacity(counts.fillers)
    pinningSections.reserveCapacity(counts.pinning)
    sectionsWithItems.reserveCapacity(counts.withItems)
    // All sections with items have cached elements.
    let areSame = counts.withItems == counts.withCachedElements
    if !areSame { sectionsWithCachedElements.reserveCapacity(counts.withCachedElements) }
    for (number, section) in list.sections.enumerated() {
      itemCount += section.items.count
      estimatedCount += section.items.estimatedCount
      estimatedHeaderCount += section.estimatedHeaderCount
      if section.items.hasMembers { hasMembers = true }
      if firstEstimatedSection == nil, section.hasEstimates { firstEstimatedSection = number }
      let explicitCount = section.explicitItemCount
      explicitItemCount += explicitCount
      if HeapBytes.areCounted {
        // Counts that are refused later must not overflow.
        let count = min(explicitCount, .max >> 27)
        arrangementBytesMax +=
          count * section.metrics.engine.reading.bytesPerItem(of: section.items)
      }
      if section.pins { pinningSections.append(Int32(number)) }
      if section.items.count > 0 { sectionsWithItems.append(Int32(number)) }
      if !areSame, section.hasCachedElements { sectionsWithCachedElements.append(Int32(number)) }
      if counts.fillers > 0, section.isFiller { fillers.append(Int32(number)) }
    }
    self.scrollDirection = scrollDirection
    self.layoutDirection = layoutDirection
    self.hasMembers = hasMembers
    sectionsVersion = counts.rulesVersion
    self.globalHeaders = globalHeaders
    self.globalHeaderBackgroundColor = globalHeaderBackgroundColor
    self.minimumContentLength = minimumContentLength
    self.members = members
    sections = list.sections
    ids = list.ids
    self.itemCount = itemCount
    self.estimatedCount = estimatedCount
    self.estimatedHeaderCount = estimatedHeaderCount
    self.firstEstimatedSection = firstEstimatedSection
    hasEstimates = globalHeaders.hasEstimates || firstEstimatedSection != nil
    self.explicitItemCount = explicitItemCount
    self.arrangementBytesMax = arrangementBytesMax
    self.pinningSections = pinningSections
    self.sectionsWithItems = sectionsWithItems
    self.sectionsWithCachedElements = areSame ? sectionsWithItems : sectionsWithCachedElements
    self.fillers = fillers
    effects = counts.withEffects ? SectionsWithEffects(in: list.sections) : nil
    countedByteCount = list.countedByteCount
    sectionSeparators = SectionSeparator.all(in: list.sections, withItems: sectionsWithItems)
    byteCount =
      Snapshot.objectBytes + list.byteCount + HeapBytes.array(pinningSections)
      + HeapBytes.array(sectionsWithItems) + HeapBytes.array(sectionsWithCachedElements)
      + HeapBytes.array(sectionSeparators) + HeapBytes.array(fillers) + members.byteCount
      + (effects?.byteCount ?? 0)
  }

  /// Creates a snapshot of sections without ids. O(sections)
  public convenience init(
    scrollDirection: ScrollDirection, layoutDirection: LayoutDirection,
    globalHeaders: SupplementaryStack, globalHeaderBackgroundColor: Color? = nil,
    minimumContentLength: Double = 0, sections: [Section]
  ) {
    var list = SectionList(capacity: sections.count)
    list.hold(globalHeaders)
    list.hold(globalHeaderBackgroundColor)
    for section in sections { list.append(section, id: nil) }
    self.init(
      scrollDirection: scrollDirection, layoutDirection: layoutDirection,
      globalHeaders: globalHeaders, globalHeaderBackgroundColor: globalHeaderBackgroundColor,
      minimumContentLength: minimumContentLength, sections: list)
  }

  private static let objectBytes = HeapBytes.object(
    (
      ScrollDirection, LayoutDirection, Bool, UInt8, SupplementaryStack, Color?, Double,
      GivenMembers, [Section], SectionIDs, Int, Int, Int, Bool, Int?, Int, Int, Int, [Int32],
      [Int32],
      [Int32], [Int32], SectionsWithEffects?,
      [SectionSeparator], Int
    ).self)

  /// The client's id of a section. It is returned but never interpreted, and is not part of the section's digest.
  public func id(ofSection number: Int) -> String? {
    idBytes(ofSection: number).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The same in UTF-8. A page's module uses it, because the code that makes texts of bytes is an eightieth of the
  /// module.
  package func idBytes(ofSection number: Int) -> ArraySlice<UInt8>? { ids[number] }
}
