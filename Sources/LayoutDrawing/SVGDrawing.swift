import JSONText
import LayoutCore

/// Draws as SVG 1.1 (docs/rules.md#drawings): the rectangle with a small margin, in points.
///
/// Frames are written unchanged, so that a drawing can be searched for them. Strokes, text and margins grow with the
/// rectangle, so that they stay readable.
struct SVGDrawing {
  private let drawing: Drawing
  private let scale: DrawingScale
  private let margin: EdgeInsets
  private var bytes: [UInt8] = []

  /// The drawing as a document. O(elements · log elements + sections)
  static func bytes(of drawing: Drawing) -> [UInt8] {
    var svg = SVGDrawing(drawing)
    svg.open()
    svg.style()
    svg.surroundings()
    svg.rail()
    svg.picture()
    svg.viewport()
    svg.put("</svg>\n")
    return svg.bytes
  }

  private init(_ drawing: Drawing) {
    self.drawing = drawing
    let scale = DrawingScale(drawing.rect)
    self.scale = scale
    let (narrow, wide) = (scale.length(8), scale.length(22))
    let isHorizontal = drawing.scrollDirection == .horizontal
    margin = EdgeInsets(
      top: isHorizontal ? scale.length(38) : wide, left: isHorizontal ? narrow : wide,
      bottom: drawing.isCut ? wide : narrow, right: narrow)
    bytes.reserveCapacity(6000 + (drawing.elements.count + drawing.special.count) * 160)
  }

  private var isHorizontal: Bool { drawing.scrollDirection == .horizontal }

  // MARK: The parts, in their order

  private mutating func open() {
    let rect = drawing.rect
    let canvas = canvas
    put("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"layoutd\" role=\"img\"")
    attribute(" width=\"", canvas.width)
    attribute(" height=\"", canvas.height)
    viewBox(canvas)
    let (content, parts) = (
      drawing.contentSize, [rect.width, rect.height, rect.x, rect.y].map(pointsText)
    )
    put(">\n<title>")
    put(text: "\(parts[0]) × \(parts[1]) points at \(parts[2]), \(parts[3])")
    put(text: " of a layout of \(pointsText(content.width)) × \(pointsText(content.height))")
    put("</title>\n<desc>")
    escaped(drawing.summary)
    put("</desc>\n")
  }

  private mutating func style() {
    put("<style>\n")
    put(SVGStyle.colors)
    put("\n.layoutd rect{stroke-width:")
    number(scale.length(0.8))
    put("}\n.layoutd g.rowSeparator rect,.layoutd g.columnSeparator rect{stroke-width:")
    number(scale.length(0.5))
    put("}\n.layoutd g.columnSeparator rect,.layoutd g.resting rect{stroke-dasharray:")
    number(scale.length(4))
    put(" ")
    number(scale.length(3))
    put("}\n.layoutd g.resting rect,.layoutd g.sectionSeparator rect{stroke-width:")
    number(scale.length(1.5))
    put("}\n.layoutd g.pinned rect{stroke-width:")
    number(scale.length(2))
    put("}\n.layoutd .viewport{stroke-width:")
    number(scale.length(2.5))
    if drawing.cells.contains(where: { $0.value.corners != nil }) {
      put("}\n.layoutd polygon{stroke-width:")
      number(scale.length(0.8))
    }
    put("}\n</style>\n")
  }

  /// Background, content and viewport, and the note on a cut drawing.
  private mutating func surroundings() {
    let (rect, canvas) = (drawing.rect, canvas)
    put("<rect class=\"canvas\"")
    frame(canvas)
    put("/>\n")
    let size = scale.length(9)
    let parts = [
      "x \(pointsText(rect.x)), y \(pointsText(rect.y))",
      "\(pointsText(rect.width)) × \(pointsText(rect.height))",
      "of \(pointsText(drawing.contentSize.width)) × \(pointsText(drawing.contentSize.height))",
    ]
    put("<g class=\"caption\"")
    attribute(" font-size=\"", size)
    put(">\n")
    func fits(_ text: String) -> Bool { scale.width(text, size) <= rect.width }
    if let caption = DrawnText.joined(parts, fits: fits) {
      text(caption, x: rect.x, y: canvas.y + scale.length(14))
    }
    if drawing.isCut, let note = DrawnText.joined(Drawing.cutNote, fits: fits) {
      text(note, x: rect.x, y: rect.maxY + scale.length(15))
    }
    put("</g>\n")
  }

  /// The sections along the scroll axis, beside the picture, with their names.
  private mutating func rail() {
    let rect = drawing.rect
    let (size, gap) = (scale.length(9), scale.length(1))
    put("<g class=\"rail\"")
    attribute(" font-size=\"", size)
    put(">\n")
    for section in drawing.sections {
      let part = section.frame.intersection(rect.along(section.frame, isHorizontal))
      let extent = isHorizontal ? part.width : part.height
      colored("<g class=\"s", section.number)
      put("<rect")
      frame(
        isHorizontal
          ? Rect(
            x: part.x + gap, y: rect.y - scale.length(7), width: max(0, part.width - 2 * gap),
            height: scale.length(3))
          : Rect(
            x: rect.x - scale.length(7), y: part.y + gap, width: scale.length(3),
            height: max(0, part.height - 2 * gap)))
      put("/>")
      let label = DrawnText.joined(section.labelParts) {
        scale.width($0, size) <= extent - 2 * gap
      }
      if let label {
        if isHorizontal {
          text(label, x: part.x + gap, y: rect.y - scale.length(11))
        } else {
          text(label, downFromX: rect.x - scale.length(17), y: part.y + gap)
        }
      }
      put("</g>\n")
    }
    put("</g>\n")
  }

  /// The part of the content in the rectangle.
  private mutating func picture() {
    put("<svg")
    frame(drawing.rect)
    viewBox(drawing.rect)
    put(">\n<rect class=\"paper\"")
    frame(
      Rect(
        x: 0, y: 0, width: drawing.contentSize.width, height: drawing.contentSize.height))
    put("/>\n")
    for section in drawing.sections {
      colored("<rect class=\"frame s", section.number, closing: "\"")
      frame(section.frame)
      put("/>\n")
    }
    elements()
    if let bounds = drawing.bounds { shade(around: bounds) }
    put("</svg>\n")
  }

  /// Consecutive elements with the same look form a group.
  private mutating func elements() {
    var group: SVGGroup?
    for attributes in drawing.layers {
      let own = SVGGroup(attributes)
      if own != group {
        if group != nil { put("</g>\n") }
        open(own)
        group = own
      }
      let cell = drawing.cells[attributes.element]
      if let corners = cell?.corners {
        polygon(corners)
      } else {
        put("<rect")
        frame(attributes.frame)
        if attributes.element.kind == .cell { attribute(" rx=\"", scale.length(2)) }
      }
      if let cell, cell.opacity != 1 { attribute(" opacity=\"", cell.opacity) }
      put("><title>")
      put(text: attributes.labelParts.joined(separator: ", "))
      put("</title></")
      put(cell?.corners == nil ? "rect>" : "polygon>")
      let part = (cell?.frame ?? attributes.frame).intersection(drawing.rect)
      switch attributes.element.kind.category {
      case .cell: cellNumber(attributes.element.index, in: part)
      case .supplementary: supplementaryName(attributes, in: part)
      case .decoration: break
      }
      put("\n")
    }
    if group != nil { put("</g>\n") }
  }

  /// The beginning of a polygon.
  private mutating func polygon(_ corners: [Point]) {
    put("<polygon points=\"")
    for (place, corner) in corners.enumerated() {
      if place > 0 { put(" ") }
      number(corner.x)
      put(",")
      number(corner.y)
    }
    put("\"")
  }

  private mutating func open(_ group: SVGGroup) {
    put("<g class=\"")
    put(text: group.kind.name)
    if group.kind == .globalHeaderBackground { put(" canvas") }
    if let color = group.color {
      put(" s")
      number(Double(color))
    }
    if let isPinned = group.isPinned { put(isPinned ? " special pinned" : " special resting") }
    put("\"")
    if group.kind == .cell { attribute(" font-size=\"", scale.length(11)) }
    if group.kind.category == .supplementary { attribute(" font-size=\"", scale.length(10)) }
    put(">\n")
  }

  /// An item's number in the middle of the visible part of its cell, in the greatest size that fits.
  private mutating func cellNumber(_ item: Int, in part: Rect) {
    let number = String(item)
    let usual = 11.0
    let sizes = [min(part.width, part.height) > scale.length(80) ? 15 : usual, usual, 8, 6]
    let fitting = sizes.first { units in
      let size = scale.length(units)
      return scale.width(number, size) + 0.6 * size <= part.width && 1.2 * size <= part.height
    }
    guard let fitting else { return }
    let size = scale.length(fitting)
    put("<text")
    if fitting != usual { attribute(" font-size=\"", size) }
    attribute(" x=\"", scale.rounded(part.x + part.width / 2))
    attribute(" y=\"", scale.rounded(part.y + part.height / 2 + 0.36 * size))
    put(">")
    put(text: number)
    put("</text>")
  }

  /// The name and the state of a supplementary element at its leading end. Pinning elements have a pin at the other
  /// end.
  private mutating func supplementaryName(_ attributes: LayoutAttributes, in part: Rect) {
    let (size, padding) = (scale.length(10), scale.length(6))
    let isUpright = part.height > part.width
    let (length, thickness) =
      isUpright ? (part.height, part.width) : (part.width, part.height)
    let isMirrored = drawing.layoutDirection == .rtl && !isHorizontal
    guard 1.2 * size <= thickness,
      let name = DrawnText.joined(
        attributes.labelParts, fits: { scale.width($0, size) <= length - 4 * padding - size })
    else { return }
    let center = Point(x: part.x + part.width / 2, y: part.y + part.height / 2)
    if isUpright {
      text(name, downFromX: center.x - 0.36 * size, y: part.y + padding)
    } else {
      text(
        name, x: isMirrored ? part.maxX - padding : part.x + padding, y: center.y + 0.36 * size,
        endsThere: isMirrored)
    }
    guard attributes.isPinned == true else { return }
    let far = padding + size / 2
    pin(
      at: isUpright
        ? Point(x: center.x, y: part.maxY - far)
        : Point(x: isMirrored ? part.x + far : part.maxX - far, y: center.y), size)
  }

  /// A pin centred at a point.
  private mutating func pin(at center: Point, _ size: Double) {
    put("<path class=\"pin\" transform=\"translate(")
    number(scale.rounded(center.x - size / 2))
    put(" ")
    number(scale.rounded(center.y - size / 2))
    put(")scale(")
    number(size / 10)
    put(")\" d=\"M3 0h4v1l-.7.6.4 2.8 1.8 1.6v1H5.5L5 10l-.5-3h-3V6l1.8-1.6.4-2.8L3 1z\"/>")
  }

  /// Darkens the invisible part.
  private mutating func shade(around bounds: Rect) {
    guard bounds.intersection(drawing.rect) != drawing.rect else { return }
    put("<path class=\"shade\" fill-rule=\"evenodd\" d=\"")
    outline(drawing.rect)
    outline(bounds.intersection(drawing.rect))
    put("\"/>\n")
  }

  private mutating func viewport() {
    guard let bounds = drawing.bounds else { return }
    put("<rect class=\"viewport\"")
    frame(bounds)
    attribute(" rx=\"", scale.length(3))
    put("/>\n")
  }
}

// MARK: Writing

extension SVGDrawing {
  /// The rectangle with the margin around it.
  private var canvas: Rect {
    let rect = drawing.rect
    return Rect(
      x: scale.rounded(rect.x - margin.left), y: scale.rounded(rect.y - margin.top),
      width: scale.rounded(margin.left + rect.width + margin.right),
      height: scale.rounded(margin.top + rect.height + margin.bottom))
  }

  private mutating func put(_ literal: StaticString) { appendLiteral(literal, to: &bytes) }

  /// Writes text that needs no escaping.
  private mutating func put(text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes any text, escaped for XML.
  private mutating func escaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): put("&amp;")
      case UInt8(ascii: "<"): put("&lt;")
      case UInt8(ascii: ">"): put("&gt;")
      default: bytes.append(byte)
      }
    }
  }

  /// Writes a number. An infinite one, such as the sum of two great numbers, becomes the greatest finite number.
  private mutating func number(_ value: Double) {
    let greatest = Double.greatestFiniteMagnitude
    appendNumber(max(-greatest, min(greatest, value)), to: &bytes)
  }

  /// Writes an attribute with a number. `start` is everything before the number, including the name.
  private mutating func attribute(_ start: StaticString, _ value: Double) {
    put(start)
    number(value)
    put("\"")
  }

  private mutating func frame(_ frame: Rect) {
    attribute(" x=\"", frame.x)
    attribute(" y=\"", frame.y)
    attribute(" width=\"", frame.width)
    attribute(" height=\"", frame.height)
  }

  private mutating func viewBox(_ box: Rect) {
    put(" viewBox=\"")
    number(box.x)
    put(" ")
    number(box.y)
    put(" ")
    number(box.width)
    put(" ")
    number(box.height)
    put("\"")
  }

  /// Writes a rectangle as a part of a path.
  private mutating func outline(_ rect: Rect) {
    put("M")
    number(rect.x)
    put(" ")
    number(rect.y)
    put("h")
    number(rect.width)
    put("v")
    number(rect.height)
    put("h")
    number(-rect.width)
    put("z")
  }

  /// Writes a start tag whose class ends with the number of a section's colour.
  private mutating func colored(
    _ start: StaticString, _ section: Int, closing: StaticString = "\">"
  ) {
    put(start)
    number(Double(section % SVGStyle.sectionColorCount))
    put(closing)
  }

  private mutating func text(_ text: String, x: Double, y: Double, endsThere: Bool = false) {
    put("<text")
    if endsThere { put(" text-anchor=\"end\"") }
    attribute(" x=\"", scale.rounded(x))
    attribute(" y=\"", scale.rounded(y))
    put(">")
    escaped(text)
    put("</text>")
  }

  /// Writes text that runs downwards.
  private mutating func text(_ text: String, downFromX x: Double, y: Double) {
    put("<text transform=\"translate(")
    number(scale.rounded(x))
    put(" ")
    number(scale.rounded(y))
    put(")rotate(90)\">")
    escaped(text)
    put("</text>")
  }
}

/// The look that a group of elements shares.
private struct SVGGroup: Equatable {
  let kind: Element.Kind
  /// The number of the section's colour; nil if the elements belong to no section.
  let color: Int?
  let isPinned: Bool?

  init(_ attributes: LayoutAttributes) {
    let element = attributes.element
    kind = element.kind
    color = element.section < 0 ? nil : element.section % SVGStyle.sectionColorCount
    isPinned = attributes.isPinned
  }
}

extension Rect {
  /// A rectangle with the extent of this one along the scroll axis, and of another one across it.
  fileprivate func along(_ other: Rect, _ isHorizontal: Bool) -> Rect {
    isHorizontal
      ? Rect(x: x, y: other.y, width: width, height: other.height)
      : Rect(x: other.x, y: y, width: other.width, height: height)
  }
}
