import JSONText
import LayoutCore
import LayoutNaming
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

  /// An array of elements of a layout of this snapshot. O(elements)
  mutating func elements(_ attributes: [LayoutAttributes], of snapshot: Snapshot) {
    var encoder = AttributesEncoder(appearances: ElementAppearances(snapshot))
    encoder.list(attributes, to: &self)
  }

  /// An array of elements that a preview answers. O(elements)
  mutating func elements(_ attributes: [LayoutAttributes], of preview: ReorderPreview) {
    var encoder = AttributesEncoder(appearances: ElementAppearances(preview))
    encoder.list(attributes, to: &self)
  }

  /// The members that hold a list of elements of a layout of this snapshot. O(elements)
  mutating func elementMembers(
    _ attributes: [LayoutAttributes], of snapshot: Snapshot, format: ListFormat
  ) {
    var encoder = AttributesEncoder(appearances: ElementAppearances(snapshot))
    encoder.members(attributes, format: format, to: &self)
  }

  /// One element of a layout of this snapshot.
  mutating func element(_ attributes: LayoutAttributes, of snapshot: Snapshot) {
    var encoder = AttributesEncoder(appearances: ElementAppearances(snapshot))
    encoder.element(attributes, to: &self)
  }

  /// What places the pinning elements of a layout of this snapshot. O(records)
  mutating func pinning(_ records: PinningRecords, of snapshot: Snapshot) {
    var encoder = AttributesEncoder(appearances: ElementAppearances(snapshot))
    literal("{\"scrollDirection\":")
    string(snapshot.scrollDirection.rawValue)
    literal(",\"layoutDirection\":")
    string(snapshot.layoutDirection.rawValue)
    literal(",\"globalHeaders\":")
    encoder.list(records.globalHeaders, to: &self)
    literal(",\"sections\":[")
    var isFirst = true
    for section in records.sections {
      if !isFirst { literal(",") }
      isFirst = false
      pinning(section, isHorizontal: snapshot.isHorizontal)
      literal(",\"elements\":")
      encoder.list(section.elements, to: &self)
      literal("}")
    }
    literal("]}")
  }

  /// Where a section begins and ends along the scroll axis; the object is left open.
  private mutating func pinning(_ section: PinningRecords.SectionRecord, isHorizontal: Bool) {
    let frame = section.frame
    literal("{\"section\":")
    integer(section.number)
    if isHorizontal { literal(",\"minX\":") } else { literal(",\"minY\":") }
    number(isHorizontal ? frame.x : frame.y)
    if isHorizontal { literal(",\"maxX\":") } else { literal(",\"maxY\":") }
    number(isHorizontal ? frame.x + frame.width : frame.y + frame.height)
    if isHorizontal { literal(",\"headersWidth\":") } else { literal(",\"headersHeight\":") }
    number(section.headersExtent)
  }

  /// An array of what is JSON already. O(bytes)
  mutating func array(ofJSON parts: [[UInt8]]) {
    literal("[")
    for (place, part) in parts.enumerated() {
      if place > 0 { literal(",") }
      json(part)
    }
    literal("]")
  }

  /// A row of the sections' overview.
  mutating func section(
    _ number: Int, _ section: Section, id: String?, _ digest: Digest, meanSize: MeanSize?,
    frame: Rect
  ) {
    literal("{\"section\":")
    integer(number)
    if let id {
      literal(",\"id\":")
      string(id)
    }
    literal(",\"digest\":\"")
    digest.write(to: &self)
    literal("\",\"engine\":")
    string(section.metrics.engine.name.rawValue)
    literal(",\"itemCount\":")
    integer(section.items.count)
    if section.items.estimatedCount > 0 {
      literal(",\"estimatedCount\":")
      integer(section.items.estimatedCount)
    }
    if let mean = meanSize {
      literal(",\"meanSize\":")
      self.mean(mean)
    }
    literal(",\"frame\":")
    rect(frame)
    literal("}")
  }

  /// `{"width"?,"height"?}`
  private mutating func mean(_ mean: MeanSize) {
    literal("{")
    if let width = mean.width {
      literal("\"width\":")
      number(width)
      if mean.height != nil { literal(",") }
    }
    if let height = mean.height {
      literal("\"height\":")
      number(height)
    }
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
      appearance: { snapshot.appearance(of: $0) }, color: { snapshot.separatorColor(of: $0) },
      isEstimated: snapshot.hasEstimates ? { snapshot.isEstimated($0) } : nil,
      members: snapshot.hasMembers ? { snapshot.members(of: $0) } : nil)
  }

  /// What a preview hands back with the elements that it answers.
  fileprivate init(_ preview: ReorderPreview) {
    self.init(
      appearance: { preview.appearance(of: $0) }, color: { preview.separatorColor(of: $0) },
      isEstimated: preview.hasEstimates ? { preview.isEstimated($0) } : nil,
      members: preview.hasMembers ? { preview.members(of: $0) } : nil)
  }
}
