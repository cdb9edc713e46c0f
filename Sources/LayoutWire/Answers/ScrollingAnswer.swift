public import JSONText
public import LayoutCore

/// The parts of answers to questions about scrolling (docs/rules.md#questions-about-scrolling).
extension JSONWriter {
  /// Writes the cell that an arrow key moves to, or null.
  ///
  /// - Parameter grid: The pixels to whose edges its frame is rounded; nil to write it as it is laid out.
  public mutating func neighbor(_ cell: LayoutAttributes?, _ grid: PixelGrid? = nil) {
    guard let cell else { return literal("null") }
    literal("{")
    numbers(of: cell.element)
    literal(",\"frame\":")
    rect(grid?.frame(of: cell) ?? cell.frame)
    literal("}")
  }

  /// Writes the sections and numbers of items. O(items)
  public mutating func paths(of elements: [Element]) {
    array(elements) { element, writer in writer.path(of: element) }
  }

  /// Writes the names of elements, without their attributes. O(elements)
  public mutating func names(of elements: [Element]) {
    array(elements) { element, writer in
      writer.literal("{\"category\":")
      writer.string(element.kind.category.rawValue)
      if element.kind != .cell {
        writer.literal(",\"kind\":")
        writer.string(element.kind.name)
      }
      writer.literal(",")
      writer.numbers(of: element)
      writer.literal("}")
    }
  }
}
