import LayoutCore
import LayoutWire

/// The parts that several answers have in common.
extension JSONWriter {
  /// `{"id":…,"width":…`, or `height` when scrolling is horizontal; the object is left open.
  mutating func head(_ named: NamedSnapshot, _ layout: Layout) {
    literal("{\"id\":\"")
    named.id.write(to: &self)
    if named.snapshot.isHorizontal { literal("\",\"height\":") } else { literal("\",\"width\":") }
    number(layout.containerWidth)
  }

  /// A list of elements of a layout of this snapshot. O(elements)
  mutating func elements(
    _ attributes: [LayoutAttributes], of snapshot: Snapshot, format: ListFormat
  ) {
    var encoder = AttributesEncoder(appearances: ElementAppearances(snapshot))
    encoder.list(attributes, format: format, to: &self)
  }

  /// One element of a layout of this snapshot.
  mutating func element(_ attributes: LayoutAttributes, of snapshot: Snapshot) {
    var encoder = AttributesEncoder(appearances: ElementAppearances(snapshot))
    encoder.element(attributes, to: &self)
  }

  /// A row of the sections' overview.
  mutating func section(_ section: Section, frame: Rect) {
    literal("{")
    if let id = section.id {
      literal("\"id\":")
      string(id)
      literal(",")
    }
    literal("\"engine\":")
    string(section.metrics.engine.name.rawValue)
    literal(",\"itemCount\":")
    integer(section.items.count)
    literal(",\"frame\":")
    rect(frame)
    literal("}")
  }

  /// A cursor for what follows, or null where nothing does.
  mutating func next(_ position: Cursor.Position?, tag: QueryTag) {
    string(position.map { Cursor(position: $0).text(tag: tag.value) })
  }
}

extension ElementAppearances {
  /// What a snapshot hands back with the elements of its layouts.
  fileprivate init(_ snapshot: Snapshot) {
    self.init(
      appearance: { snapshot.appearance(of: $0) }, color: { snapshot.separatorColor(of: $0) })
  }
}
