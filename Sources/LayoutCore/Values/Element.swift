/// A name for one element of a layout.
public struct Element: Hashable, Sendable {
  /// The kind of an element; raw values ascend in the order of lists.
  public enum Kind: UInt8, CaseIterable, Sendable {
    case globalHeader, header, cell, footer, rowSeparator, columnSeparator, sectionSeparator
  }

  public let kind: Kind
  /// The section's number; −1 for a global header, which has none.
  public let section: Int
  /// The item's number for a cell, else the index within the kind and section.
  public let index: Int

  /// Names an element that may or may not exist.
  public init(kind: Kind, section: Int, index: Int) {
    self.kind = kind
    self.section = section
    self.index = index
  }
}

/// The attributes of an element in a layout (docs/rules.md#words).
public struct LayoutAttributes: Sendable {
  public let element: Element
  /// In content coordinates, transposed and mirrored as the snapshot says.
  public var frame: Rect
  /// Which of two overlapping elements is above.
  public let zIndex: Int
  /// The column of a cell of an engine with columns, counted from the leading side.
  public let columnIndex: Int?
  /// Whether a pinning element is away from rest; nil for an element that does not pin.
  public var isPinned: Bool?

  init(
    element: Element, frame: Rect, zIndex: Int, columnIndex: Int? = nil, isPinned: Bool? = nil
  ) {
    self.element = element
    self.frame = frame
    self.zIndex = zIndex
    self.columnIndex = columnIndex
    self.isPinned = isPinned
  }
}
