/// The parts of a layout that one section's elements are placed by.
struct PlacedSection {
  let number: Int
  let section: Section
  let layout: SectionLayout
  /// Where the section starts and ends along the scroll axis, in content coordinates.
  let minY: Double
  let maxY: Double
  let containerWidth: Double

  /// Where the items start along the scroll axis, in content coordinates.
  var itemsOrigin: Double { minY + layout.itemsTop }

  /// The separators between rows and columns, where the section has them.
  var separators: CellSeparators? {
    CellSeparators(
      section: section, layout: layout, origin: itemsOrigin, containerWidth: containerWidth)
  }

  /// A header at rest.
  func headerFrame(_ entry: SupplementaryStack.Entry) -> Rect {
    Rect(x: 0, y: minY + entry.top, width: containerWidth, height: entry.element.extent)
  }

  /// A footer at rest.
  func footerFrame(_ entry: SupplementaryStack.Entry) -> Rect {
    Rect(
      x: 0, y: minY + (layout.footersTop + entry.top), width: containerWidth,
      height: entry.element.extent)
  }

  /// The separator between this section and another one with items.
  func sectionSeparatorFrame(_ separator: SectionSeparator, _ metrics: SectionMetrics) -> Rect {
    let style = metrics.sectionSeparator
    let thickness = min(style?.thickness ?? 0, layout.extent)
    let (left, right) = (style?.left ?? 0, style?.right ?? 0)
    return Rect(
      x: left, y: separator.index == 0 ? minY : maxY - thickness,
      width: max(0, containerWidth - left - right), height: thickness)
  }
}
