/// A section of a layout, with all that is needed to place its elements.
struct PlacedSection {
  let number: Int
  let section: Section
  let layout: SectionLayout
  /// Start and end of the section along the scroll axis, in content coordinates.
  let minY: Double
  let maxY: Double
  let containerWidth: Double

  /// The start of the items along the scroll axis, in content coordinates.
  var itemsOrigin: Double { minY + layout.itemsTop }

  /// The separators between rows and columns; nil if the section has none.
  var separators: CellSeparators? {
    CellSeparators(
      section: section, layout: layout, origin: itemsOrigin, containerWidth: containerWidth)
  }

  /// The shelves; nil if the section has none.
  var shelves: SectionShelves? { SectionShelves(self) }

  /// The frame of a header at rest.
  func headerFrame(_ entry: SupplementaryStack.Entry) -> Rect {
    Rect(x: 0, y: minY + entry.top, width: containerWidth, height: entry.element.extent)
  }

  /// The frame of the placeholder of a section that has one.
  var placeholderFrame: Rect {
    Rect(x: 0, y: itemsOrigin, width: containerWidth, height: layout.arrangement.extent)
  }

  /// The frame of a footer at rest.
  func footerFrame(_ entry: SupplementaryStack.Entry) -> Rect {
    Rect(
      x: 0, y: minY + (layout.footersTop + entry.top), width: containerWidth,
      height: entry.element.extent)
  }

  /// The frame of the section's background. It is within the section also if its insets are greater than that.
  func frame(of background: SectionBackground) -> Rect {
    let insets = background.insets
    let isOfItems = background.place == .items
    let top = isOfItems ? section.headers.extent : 0
    let extent = (isOfItems ? layout.footersTop : layout.extent) - top
    return Rect(
      x: insets.left, y: minY + top + min(insets.top, extent),
      width: max(0, containerWidth - insets.left - insets.right),
      height: max(0, extent - insets.top - insets.bottom))
  }

  /// The frame of the separator between this section and another one with items.
  func sectionSeparatorFrame(_ separator: SectionSeparator, _ metrics: SectionMetrics) -> Rect {
    let style = metrics.sectionSeparator
    let thickness = min(style?.thickness ?? 0, layout.extent)
    let (left, right) = (style?.left ?? 0, style?.right ?? 0)
    return Rect(
      x: left, y: separator.index == 0 ? minY : maxY - thickness,
      width: max(0, containerWidth - left - right), height: thickness)
  }
}
