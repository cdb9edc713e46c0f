public import JSONText
public import LayoutCore

/// The form in which lists of elements are written (docs/parameters.md#parameter-format).
public enum ListFormat: String, CaseIterable, Sendable {
  case rows, columns
}

/// Supplies the members that are handed back with an element.
public struct ElementAppearances {
  let appearance: (Element) -> Appearance?
  let color: (Element) -> Color?
  let isEstimated: ((Element) -> Bool)?
  let members: ((Element) -> GivenMembers?)?

  /// Calls each function at most once for each element that is written.
  ///
  /// - Parameters:
  ///   - appearance: Returns the colours, the padding and the members of a cell or a supplementary element; the same
  ///     ones for all cells of a section.
  ///   - color: Returns the colour of a decoration.
  ///   - isEstimated: Whether the size of a cell or a supplementary element is an estimate; nil if there are no
  ///     estimates.
  ///   - members: Returns the members of a cell's item beside its size; nil if no item has any.
  public init(
    appearance: @escaping (Element) -> Appearance?, color: @escaping (Element) -> Color?,
    isEstimated: ((Element) -> Bool)? = nil, members: ((Element) -> GivenMembers?)? = nil
  ) {
    self.appearance = appearance
    self.color = color
    self.isEstimated = isEstimated
    self.members = members
  }
}

extension JSONRoom {
  /// The most bytes of an element without its extras.
  fileprivate static let elementBytesMax = 8 * numberBytesMax + 256

  /// Writes an element's object without its extras and its closing brace.
  @inline(__always)
  fileprivate mutating func element(
    _ attributes: LayoutAttributes, _ frame: Rect, _ fields: ElementFields
  ) {
    name(attributes.element)
    if fields == .all {
      literal(",\"frame\":")
      rect(frame)
      if attributes.zIndex != 0 {
        literal(",\"zIndex\":")
        integer(attributes.zIndex)
      }
      if let isPinned = attributes.isPinned {
        if isPinned { literal(",\"pinned\":true") } else { literal(",\"pinned\":false") }
      }
      if let columnIndex = attributes.columnIndex {
        literal(",\"columnIndex\":")
        integer(columnIndex)
      }
    } else {
      chosen(attributes, frame, fields)
    }
  }

  /// Writes those of the same members that are asked for.
  private mutating func chosen(
    _ attributes: LayoutAttributes, _ frame: Rect, _ fields: ElementFields
  ) {
    if fields.has(.frame) {
      literal(",\"frame\":")
      rect(frame)
    }
    if attributes.zIndex != 0, fields.has(.zIndex) {
      literal(",\"zIndex\":")
      integer(attributes.zIndex)
    }
    if let isPinned = attributes.isPinned, fields.has(.pinned) {
      literal(isPinned ? ",\"pinned\":true" : ",\"pinned\":false")
    }
    if let columnIndex = attributes.columnIndex, fields.has(.columnIndex) {
      literal(",\"columnIndex\":")
      integer(columnIndex)
    }
  }

  /// Writes the members that say which element it is. The object is not closed.
  @inline(__always)
  private mutating func name(_ element: Element) {
    switch element.kind {
    case .cell: literal("{\"category\":\"cell\",\"section\":")
    case .globalHeaderBackground:
      literal("{\"category\":\"decoration\",\"kind\":\"globalHeaderBackground\",\"index\":")
    case .globalHeader:
      literal("{\"category\":\"supplementary\",\"kind\":\"globalHeader\",\"index\":")
    case .header:
      literal("{\"category\":\"supplementary\",\"kind\":\"header\",\"section\":")
    case .placeholder:
      literal("{\"category\":\"supplementary\",\"kind\":\"placeholder\",\"section\":")
    case .footer:
      literal("{\"category\":\"supplementary\",\"kind\":\"footer\",\"section\":")
    case .rowSeparator:
      literal("{\"category\":\"decoration\",\"kind\":\"rowSeparator\",\"section\":")
    case .columnSeparator:
      literal("{\"category\":\"decoration\",\"kind\":\"columnSeparator\",\"section\":")
    case .sectionSeparator:
      literal("{\"category\":\"decoration\",\"kind\":\"sectionSeparator\",\"section\":")
    case .background:
      literal("{\"category\":\"decoration\",\"kind\":\"background\",\"section\":")
    case .shelf:
      literal("{\"category\":\"decoration\",\"kind\":\"shelf\",\"section\":")
    }
    if element.section >= 0 {
      integer(element.section)
      if element.kind == .cell { literal(",\"item\":") } else { literal(",\"index\":") }
    }
    integer(element.index)
  }
}

/// Writes elements of a layout (docs/rules.md#element-object).
public struct AttributesEncoder {
  private let appearances: ElementAppearances
  private let fields: ElementFields
  private let grid: PixelGrid?
  /// The members of items that are written.
  private let rows: [MemberRow]
  /// The last appearance that was written, and its JSON: neighbours mostly share theirs.
  private var lastAppearance: Appearance?
  private var lastAppearanceJSON: [UInt8] = []
  /// A section whose cells have no extras; −1 if none has been found. Mostly it is that of all elements.
  private var plainSection = -1
  /// The section whose cells' appearance is known, and that appearance.
  private var knownSection = -1
  private var cellAppearance: Appearance?

  /// Creates an encoder for the elements of one layout.
  ///
  /// - Parameters:
  ///   - fields: The members that are written.
  ///   - grid: The pixels to whose edges frames are rounded; nil to write them as they are laid out.
  public init(
    appearances: ElementAppearances, fields: ElementFields = .all, grid: PixelGrid? = nil
  ) {
    self.appearances = appearances
    self.fields = fields
    self.grid = grid
    rows = fields.kept(of: AttributesEncoder.rows)
  }

  /// The frame that is written.
  @inline(__always)
  private func frame(of attributes: LayoutAttributes) -> Rect {
    if let grid { grid.frame(of: attributes) } else { attributes.frame }
  }

  /// Writes the members that hold a list: `elements`, or `cells` and `others`, depending on the format. O(elements)
  public mutating func members(
    _ attributes: [LayoutAttributes], format: ListFormat, to writer: inout JSONWriter
  ) {
    switch format {
    case .rows:
      writer.literal("\"elements\":")
      list(attributes, to: &writer)
    case .columns: columns(attributes, to: &writer)
    }
  }

  /// Writes an array of elements. O(elements)
  public mutating func list(_ attributes: [LayoutAttributes], to writer: inout JSONWriter) {
    writer.mark("[")
    var isFirst = true
    for attributes in attributes {
      let isPlain = isPlain(attributes.element)
      let frame = frame(of: attributes)
      writer.write(atMost: JSONRoom.elementBytesMax) { room in
        if !isFirst { room.literal(",") }
        room.element(attributes, frame, fields)
        if isPlain { room.literal("}") }
      }
      isFirst = false
      if isPlain { continue }
      extras(attributes, to: &writer)
      writer.mark("}")
    }
    writer.mark("]")
  }

  /// Whether an element is a cell that is known to have no extras: cells of a section have the same appearance.
  private mutating func isPlain(_ element: Element) -> Bool {
    guard element.kind == .cell else { return false }
    if element.section == plainSection { return true }
    guard appearances.isEstimated == nil, appearances.members == nil,
      appearance(of: element) == nil
    else { return false }
    plainSection = element.section
    return true
  }

  /// The appearance of an element. Cells of a section have the same.
  private mutating func appearance(of element: Element) -> Appearance? {
    guard element.kind == .cell else { return appearances.appearance(element) }
    if element.section != knownSection {
      (knownSection, cellAppearance) = (element.section, appearances.appearance(element))
    }
    return cellAppearance
  }

  /// Writes one element.
  ///
  /// - Parameter waits: Whether to say that it waits.
  public mutating func element(
    _ attributes: LayoutAttributes, waits: Bool = false, to writer: inout JSONWriter
  ) {
    let frame = frame(of: attributes)
    writer.write(atMost: JSONRoom.elementBytesMax) { $0.element(attributes, frame, fields) }
    extras(attributes, to: &writer)
    if waits, fields.has(.waits) { writer.literal(",\"waits\":true") }
    writer.mark("}")
  }

  /// Writes an array of cells as effects show them (docs/rules.md#effects). O(cells)
  public mutating func list(_ cells: [ShownCell], to writer: inout JSONWriter) {
    writer.mark("[")
    for (place, cell) in cells.enumerated() {
      if place > 0 { writer.mark(",") }
      element(cell, to: &writer)
    }
    writer.mark("]")
  }

  /// Writes a cell as an effect shows it.
  public mutating func element(_ cell: ShownCell, to writer: inout JSONWriter) {
    let frame = frame(of: cell.attributes)
    writer.write(atMost: JSONRoom.elementBytesMax) { $0.element(cell.attributes, frame, fields) }
    extras(cell.attributes, shown: cell, to: &writer)
    writer.mark("}")
  }

  /// - Parameter shown: The cell as an effect shows it, which replaces members of its item; nil without an effect.
  private mutating func extras(
    _ attributes: LayoutAttributes, shown: ShownCell? = nil, to writer: inout JSONWriter
  ) {
    let element = attributes.element
    if element.kind.category == .decoration {
      if let color = appearances.color(element), fields.has(.color) {
        writer.literal(",\"color\":")
        writer.string(color.text)
      }
      return
    }
    let members = element.kind == .cell ? appearances.members?(element) : nil
    if let own = members?.appearance(over: appearance(of: element)) {
      writer.json(AttributesEncoder.members(own, fields))
    } else if let appearance = appearance(of: element) {
      if appearance !== lastAppearance {
        lastAppearance = appearance
        lastAppearanceJSON = AttributesEncoder.members(appearance, fields)
      }
      writer.json(lastAppearanceJSON)
    }
    if let isEstimated = appearances.isEstimated, isEstimated(element), fields.has(.estimated) {
      writer.literal(",\"estimated\":true")
    }
    if let shown, fields.has(.distance) {
      writer.literal(",\"distance\":")
      writer.number(shown.distance)
    }
    guard let own = shown?.members(over: members) ?? members else { return }
    writer.members(own, of: rows)
    guard fields.has(.transformedFrame), let frame = own.transformedFrame(of: attributes.frame)
    else { return }
    writer.literal(",\"transformedFrame\":")
    writer.write(atMost: JSONRoom.elementBytesMax) { $0.rect(frame) }
  }

  /// The members of items that elements have.
  private static let rows = MemberRow.ofItems.filter(\.isOfElements)

  private static func members(_ appearance: Appearance, _ fields: ElementFields) -> [UInt8] {
    var writer = JSONWriter()
    if let color = appearance.backgroundColor, fields.has(.backgroundColor) {
      writer.literal(",\"backgroundColor\":")
      writer.string(color.text)
    }
    if let color = appearance.selectedBackgroundColor, fields.has(.selectedBackgroundColor) {
      writer.literal(",\"selectedBackgroundColor\":")
      writer.string(color.text)
    }
    if let padding = appearance.padding, fields.has(.padding) {
      writer.literal(",\"padding\":")
      writer.edges(padding)
    }
    writer.members(appearance.members, of: fields.kept(of: MemberRow.ofHeaders))
    return writer.bytes
  }

  // MARK: One array for each member (docs/rules.md#columns-format)

  private mutating func columns(_ attributes: [LayoutAttributes], to writer: inout JSONWriter) {
    let cells = attributes.filter { $0.element.kind == .cell }
    let others = attributes.filter { $0.element.kind != .cell }
    writer.literal("\"cells\":{\"section\":")
    writer.array(cells.map(\.element.section))
    writer.literal(",\"item\":")
    writer.array(cells.map(\.element.index))
    if fields.has(.frame) {
      let frames = cells.map { frame(of: $0) }
      writer.literal(",\"x\":")
      writer.array(frames.map(\.x))
      writer.literal(",\"y\":")
      writer.array(frames.map(\.y))
      writer.literal(",\"width\":")
      writer.array(frames.map(\.width))
      writer.literal(",\"height\":")
      writer.array(frames.map(\.height))
    }
    if fields.has(.columnIndex), cells.contains(where: { $0.columnIndex != nil }) {
      writer.literal(",\"columnIndex\":")
      writer.array(cells) { cell, writer in
        if let columnIndex = cell.columnIndex {
          writer.integer(columnIndex)
        } else {
          writer.literal("null")
        }
      }
    }
    if fields.has(.zIndex), cells.contains(where: { $0.zIndex != 0 }) {
      writer.literal(",\"zIndex\":")
      writer.array(cells.map(\.zIndex))
    }
    let members = appearances.members.map { members in cells.map { members($0.element) } } ?? []
    appearanceColumns(cells, members, to: &writer)
    if let isEstimated = appearances.isEstimated, fields.has(.estimated) {
      let marks = cells.map { isEstimated($0.element) }
      if marks.contains(true) {
        writer.literal(",\"estimated\":")
        writer.array(marks) { mark, writer in writer.literal(mark ? "true" : "null") }
      }
    }
    memberColumns(cells, members, to: &writer)
    writer.literal("},\"others\":")
    list(others, to: &writer)
  }

  private func memberColumns(
    _ cells: [LayoutAttributes], _ items: [GivenMembers?], to writer: inout JSONWriter
  ) {
    if items.allSatisfy({ $0 == nil }) { return }
    for (place, member) in MemberRow.ofItems.enumerated()
    where member.isOfElements && fields.has(member.name) {
      let values = items.map { $0?.value(of: member) ?? .none }
      guard values.contains(where: { $0 != .none }) else { continue }
      writer.member(ItemKey.member(place))
      writer.array(values) { $1.value($0, .member(member.form), isHorizontal: false) }
    }
    guard fields.has(.transformedFrame) else { return }
    let frames = zip(cells, items).map { $1?.transformedFrame(of: $0.frame) }
    guard frames.contains(where: { $0 != nil }) else { return }
    writer.literal(",\"transformedFrame\":")
    writer.array(frames) { frame, writer in
      if let frame {
        writer.array([frame.x, frame.y, frame.width, frame.height]) { $1.number($0) }
      } else {
        writer.literal("null")
      }
    }
  }

  private func appearanceColumns(
    _ cells: [LayoutAttributes], _ members: [GivenMembers?], to writer: inout JSONWriter
  ) {
    var looks = cells.map { appearances.appearance($0.element) }
    for (place, members) in members.enumerated() {
      if let own = members?.appearance(over: looks[place]) { looks[place] = own }
    }
    if fields.has(.backgroundColor), looks.contains(where: { $0?.backgroundColor != nil }) {
      writer.literal(",\"backgroundColor\":")
      writer.array(looks) { $1.string($0?.backgroundColor?.text) }
    }
    if fields.has(.selectedBackgroundColor),
      looks.contains(where: { $0?.selectedBackgroundColor != nil })
    {
      writer.literal(",\"selectedBackgroundColor\":")
      writer.array(looks) { $1.string($0?.selectedBackgroundColor?.text) }
    }
    if fields.has(.padding), looks.contains(where: { $0?.padding != nil }) {
      writer.literal(",\"padding\":")
      writer.array(looks) { look, writer in
        if let padding = look?.padding {
          writer.edges(padding)
        } else {
          writer.literal("null")
        }
      }
    }
  }
}
