/// Identifies an element of a layout.
public struct Element: Hashable, Sendable {
  /// The kind of an element. Raw values are in cursors and in the input of a page, so they never change.
  public enum Kind: UInt8, CaseIterable, Sendable {
    case globalHeader, header, cell, footer, rowSeparator, columnSeparator, sectionSeparator
    case placeholder, globalHeaderBackground, background, shelf

    /// Its place among the kinds in the order of lists (docs/rules.md#order).
    public var place: Int {
      switch self {
      case .globalHeaderBackground: 0
      case .globalHeader: 1
      case .header: 2
      case .placeholder: 3
      case .cell: 4
      case .footer: 5
      case .rowSeparator: 6
      case .columnSeparator: 7
      case .sectionSeparator: 8
      case .background: 9
      case .shelf: 10
      }
    }
  }

  public let kind: Kind
  /// The section's number; −1 for a global header and for the background of these.
  public let section: Int
  /// The item's number for a cell, else the index within kind and section.
  public let index: Int

  /// Creates the identity of an element, which need not exist.
  public init(kind: Kind, section: Int, index: Int) {
    self.kind = kind
    self.section = section
    self.index = index
  }
}

/// The attributes of an element in a layout (docs/rules.md#words).
public struct LayoutAttributes: Sendable {
  public let element: Element
  /// In content coordinates: transposed and mirrored according to the snapshot.
  public var frame: Rect
  /// The order of overlapping elements: the greater one is above.
  public var zIndex: Int
  /// The column of a cell, counted from the leading side, for engines with columns.
  public let columnIndex: Int?
  /// Whether a pinning or waiting element is away from its rest position; nil for others.
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
