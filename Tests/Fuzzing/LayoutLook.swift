import JSONText
import LayoutCore
import LayoutDrawing
import LayoutWire

/// Checks that hold for every layout: lists are in order, each element is the same when it is asked for by name, and
/// all numbers are finite.
struct LayoutLook {
  private let layout: Layout
  private let elementsMax: Int

  init(_ layout: Layout, elementsMax: Int) {
    self.layout = layout
    self.elementsMax = elementsMax
  }

  func finding() -> String? {
    let size = layout.contentSize
    guard size.width >= 0, size.height >= 0, size.width <= 0x1p53, size.height <= 0x1p53 else {
      return "the content is \(size)"
    }
    for number in layout.snapshot.sections.indices.prefix(elementsMax) {
      let frame = layout.frame(ofSection: number)
      if !isFinite(frame) { return "section \(number) is \(frame)" }
    }
    for rect in rects {
      let finding = finding(in: rect) ?? findingOfSpecial(bounds: rect)
      if let finding { return "\(finding), \(rect)" }
    }
    return nil
  }

  /// Rectangles: everything, the start, the end, the middle.
  private var rects: [Rect] {
    let size = layout.contentSize
    let (width, height) = (max(size.width, 1), max(size.height, 1))
    return [
      Rect(x: -1, y: -1, width: width + 2, height: height + 2),
      Rect(x: 0, y: 0, width: min(width, 400), height: min(height, 800)),
      Rect(x: width - 100, y: height - 100, width: 200, height: 200),
      Rect(x: width / 2, y: height / 2, width: 1e-3, height: 1e-3),
      Rect(x: width / 2, y: height / 2, width: width, height: height),
    ]
  }

  private func isFinite(_ rect: Rect) -> Bool {
    rect.width >= 0 && rect.height >= 0 && rect.x.magnitude <= 0x1p54
      && rect.y.magnitude <= 0x1p54 && rect.width <= 0x1p54 && rect.height <= 0x1p54
  }

  private func finding(in rect: Rect) -> String? {
    var found: [LayoutAttributes] = []
    layout.visitElements(in: rect) { attributes in
      found.append(attributes)
      return found.count < elementsMax
    }
    for (previous, next) in zip(found, found.dropFirst())
    where !precedes(previous.element, next.element) {
      return "\(next.element) is listed behind \(previous.element)"
    }
    for attributes in found {
      let named = layout.attributes(of: attributes.element, bounds: nil, inset: .zero)
      guard let named, named.frame == attributes.frame, named.zIndex == attributes.zIndex else {
        return "\(attributes) is \(String(describing: named)) when asked for by name"
      }
      guard isFinite(attributes.frame), overlap(attributes.frame, rect) else {
        return "\(attributes) is listed"
      }
    }
    if let middle = found.isEmpty ? nil : found[found.count / 2] {
      let finding = findingOfRest(found, from: middle.element, in: rect)
      if let finding { return finding }
      let frame = middle.frame
      let hit = layout.element(at: Point(x: frame.x, y: frame.y), bounds: nil, inset: .zero)
      // A width below the spacing of doubles contains no point.
      let hasCorner = frame.x < frame.x + frame.width && frame.y < frame.y + frame.height
      guard !hasCorner || (hit?.zIndex ?? .min) >= middle.zIndex else {
        return "\(String(describing: hit)) is above \(middle)"
      }
    }
    return findingOfJSON(found) ?? findingOfDrawings(found, in: rect)
  }

  /// Every drawing ends and keeps its size.
  private func findingOfDrawings(_ found: [LayoutAttributes], in rect: Rect) -> String? {
    let sections = layout.snapshot.sections.indices.prefix(elementsMax).map {
      Drawing.DrawnSection($0, of: layout)
    }
    let drawing = Drawing(
      layout, rect: rect, bounds: rect, elements: found, special: [], sections: sections,
      isCut: true)
    guard drawing.svg.suffix(7).elementsEqual("</svg>\n".utf8) else {
      return "a drawing without an end"
    }
    let lines = drawing.text.split(separator: UInt8(ascii: "\n"))
    return lines.count <= 405 ? nil : "a drawing of \(lines.count) lines"
  }

  /// A list that goes on at an element begins with it.
  private func findingOfRest(
    _ found: [LayoutAttributes], from element: Element, in rect: Rect
  ) -> String? {
    let expected = found[(found.count / 2)...].map(\.element)
    var rest: [Element] = []
    let start = ElementPosition(
      section: element.section, kind: element.kind, index: element.index)
    layout.visitElements(in: rect, from: start) { attributes in
      rest.append(attributes.element)
      return rest.count < expected.count
    }
    return rest == expected ? nil : "\(rest) instead of \(expected) from \(element)"
  }

  private func findingOfSpecial(bounds: Rect) -> String? {
    var special: [LayoutAttributes] = []
    let inset = EdgeInsets(top: 20, left: 3, bottom: 34.5)
    layout.visitSpecialElements(bounds: bounds, inset: inset) { attributes in
      special.append(attributes)
      return special.count < elementsMax
    }
    for attributes in special {
      let named = layout.attributes(of: attributes.element, bounds: bounds, inset: inset)
      guard let named, named.frame == attributes.frame, named.isPinned == attributes.isPinned
      else { return "\(attributes) is \(String(describing: named)) when asked for by name" }
      guard overlap(attributes.frame, bounds) else { return "\(attributes) is special" }
    }
    _ = layout.element(
      at: Point(x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2),
      bounds: bounds, inset: inset)
    return findingOfJSON(special)
  }

  private func precedes(_ first: Element, _ second: Element) -> Bool {
    (first.section, first.kind.place, first.index)
      < (second.section, second.kind.place, second.index)
  }

  private func overlap(_ frame: Rect, _ rect: Rect) -> Bool {
    frame.width > 0 && frame.height > 0 && frame.x < rect.x + rect.width
      && rect.x < frame.x + frame.width && frame.y < rect.y + rect.height
      && rect.y < frame.y + frame.height
  }

  private func findingOfJSON(_ list: [LayoutAttributes]) -> String? {
    let snapshot = layout.snapshot
    for format in ListFormat.allCases {
      var writer = JSONWriter()
      var encoder = AttributesEncoder(
        appearances: ElementAppearances(
          appearance: snapshot.appearance, color: snapshot.decorationColor))
      writer.literal("{")
      encoder.members(list, format: format, to: &writer)
      writer.literal("}")
      guard (try? JSONDocument(parsing: writer.bytes)) != nil else {
        return "not JSON: \(String(decoding: writer.bytes, as: UTF8.self))"
      }
    }
    return nil
  }
}
