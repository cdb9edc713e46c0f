import ContentHash
import JSONText
import LayoutCore
import LayoutWire

extension QueryParameters {
  /// The pixels to whose edges the frames of an answer are rounded; nil if they are answered as they are laid out.
  func grid(of snapshot: Snapshot) -> PixelGrid? {
    scale.map { PixelGrid(scale: $0, of: snapshot) }
  }

  /// The same for transitions between layouts.
  func grids(from before: Snapshot, to after: Snapshot) -> TransitionGrids? {
    scale.map { TransitionGrids(scale: $0, from: before, to: after) }
  }

  /// The size of a layout's content as it is answered.
  func contentSize(of layout: Layout) -> Size {
    grid(of: layout.snapshot)?.rounded(layout.contentSize) ?? layout.contentSize
  }
}

extension AttributesEncoder {
  /// Writes elements of layouts of a snapshot as the parameters say.
  fileprivate init(_ snapshot: Snapshot, _ parameters: QueryParameters) {
    self.init(
      appearances: ElementAppearances(snapshot), fields: parameters.fields,
      grid: parameters.grid(of: snapshot))
  }
}

/// Parts that several answers have in common.
extension JSONRoom {
  /// The most bytes of the beginning of an answer, with two rectangles or sizes.
  static let headBytesMax = 128 + numberBytesMax + 2 * rectBytesMax

  /// Writes `{"id":…,"width":…`, or `height` if scrolling is horizontal. The object is not closed.
  mutating func head(_ named: IdentifiedSnapshot, _ layout: Layout) {
    literal("{\"id\":\"")
    named.id.write(to: &self)
    if named.snapshot.isHorizontal { literal("\",\"height\":") } else { literal("\",\"width\":") }
    number(layout.containerWidth)
  }
}

extension JSONWriter {
  /// Writes `{"id":…,"width":…`, or `height` if scrolling is horizontal. The object is not closed.
  mutating func head(_ named: IdentifiedSnapshot, _ layout: Layout) {
    write(atMost: JSONRoom.headBytesMax) { $0.head(named, layout) }
  }

  /// Writes an array of elements in a layout of a snapshot. O(elements)
  mutating func elements(
    _ attributes: [LayoutAttributes], of snapshot: Snapshot, _ parameters: QueryParameters
  ) {
    var encoder = AttributesEncoder(snapshot, parameters)
    encoder.list(attributes, to: &self)
  }

  /// Writes the member `effects` with its comma, if there are cells with effects. O(cells)
  mutating func member(
    _ effects: [ShownCell]?, of snapshot: Snapshot, _ parameters: QueryParameters
  ) {
    guard let effects else { return }
    var encoder = AttributesEncoder(snapshot, parameters)
    literal(",\"effects\":")
    encoder.list(effects, to: &self)
  }

  /// Writes an array of elements of a preview. O(elements)
  mutating func elements(
    _ attributes: [LayoutAttributes], of preview: ReorderPreview, _ parameters: QueryParameters
  ) {
    var encoder = AttributesEncoder(
      appearances: ElementAppearances(preview), fields: parameters.fields,
      grid: parameters.grid(of: preview.layout.snapshot))
    encoder.list(attributes, to: &self)
  }

  /// Writes the members with a list of elements in a layout of a snapshot. O(elements)
  mutating func elementMembers(
    _ attributes: [LayoutAttributes], of snapshot: Snapshot, _ parameters: QueryParameters
  ) {
    var encoder = AttributesEncoder(snapshot, parameters)
    encoder.members(attributes, format: parameters.format ?? .rows, to: &self)
  }

  /// Writes an element in a layout, as an effect shows it for the bounds, if it has one.
  mutating func element(
    _ attributes: LayoutAttributes, of layout: Layout, _ parameters: QueryParameters
  ) {
    var encoder = AttributesEncoder(layout.snapshot, parameters)
    if let bounds = parameters.bounds,
      let shown = layout.shown(attributes, bounds: bounds, inset: parameters.inset ?? .zero)
    {
      encoder.element(shown, to: &self)
    } else {
      encoder.element(attributes, to: &self)
    }
  }

  /// Writes the pinning records of a layout of a snapshot. O(records)
  mutating func pinning(_ records: PinningRecords, of snapshot: Snapshot) {
    var encoder = AttributesEncoder(appearances: ElementAppearances(snapshot))
    literal("{\"scrollDirection\":")
    string(snapshot.scrollDirection.rawValue)
    literal(",\"layoutDirection\":")
    string(snapshot.layoutDirection.rawValue)
    literal(",\"globalHeaders\":[")
    for (place, header) in records.globalHeaders.enumerated() {
      if place > 0 { literal(",") }
      encoder.element(header, waits: snapshot.waits(header.element), to: &self)
    }
    literal("]")
    if let color = snapshot.globalHeaderBackgroundColor, snapshot.hasGlobalHeaderBackground {
      literal(",\"globalHeaderBackground\":{\"color\":")
      string(color.text)
      literal(",\"end\":")
      number(records.otherGlobalHeadersEnd)
      literal("}")
    }
    literal(",\"sections\":[")
    var isFirst = true
    for section in records.sections {
      if !isFirst { literal(",") }
      isFirst = false
      pinning(section, isHorizontal: snapshot.isHorizontal)
      literal(",\"elements\":")
      encoder.list(section.elements, to: &self)
      if let effect = section.effect {
        literal(",\"effect\":")
        self.effect(effect)
      }
      literal("}")
    }
    literal("]}")
  }

  /// Writes the start and the end of a section along the scroll axis. The object is not closed.
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

  /// Writes an array of values that are already JSON. O(bytes)
  mutating func jsonArray(_ parts: [[UInt8]]) {
    literal("[")
    for (place, part) in parts.enumerated() {
      if place > 0 { literal(",") }
      json(part)
    }
    literal("]")
  }

  /// Writes a row of the overview of sections.
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
    write(atMost: 128) { room in
      room.literal(",\"digest\":\"")
      digest.write(to: &room)
      room.literal("\",\"engine\":")
    }
    string(section.metrics.engine.name.rawValue)
    literal(",\"itemCount\":")
    integer(section.items.count)
    if section.items.estimatedCount > 0 {
      literal(",\"estimatedCount\":")
      integer(section.items.estimatedCount)
    }
    if section.estimatedHeaderCount > 0 {
      literal(",\"estimatedHeaderCount\":")
      integer(section.estimatedHeaderCount)
    }
    if let mean = meanSize {
      literal(",\"meanSize\":")
      self.mean(mean)
    }
    literal(",\"frame\":")
    rect(frame)
    members(ofSection: section)
    literal("}")
  }

  /// Writes `{"width"?,"height"?}`.
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

  /// Writes a cursor for the next part, or null if there is none.
  mutating func next(_ position: Cursor.Position?, of listing: Listing) {
    string(position.map { Cursor(position: $0).text(tag: listing.tag.value) })
  }
}

extension ElementAppearances {
  /// The attributes that a snapshot has for elements of its layouts.
  fileprivate init(_ snapshot: Snapshot) {
    self.init(
      appearance: { snapshot.appearance(of: $0) }, color: { snapshot.decorationColor(of: $0) },
      isEstimated: snapshot.hasEstimates ? { snapshot.isEstimated($0) } : nil,
      members: snapshot.hasMembers ? { snapshot.members(of: $0) } : nil)
  }

  /// The attributes that a preview has for its elements.
  fileprivate init(_ preview: ReorderPreview) {
    self.init(
      appearance: { preview.appearance(of: $0) }, color: { preview.decorationColor(of: $0) },
      isEstimated: preview.hasEstimates ? { preview.isEstimated($0) } : nil,
      members: preview.hasMembers ? { preview.members(of: $0) } : nil)
  }
}
