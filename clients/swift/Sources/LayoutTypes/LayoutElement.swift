/// The category of an element: a cell, a supplementary element or a decoration. A later service may add others.
public struct ElementCategory: RawRepresentable, Hashable, Codable, Sendable {
  /// The name in JSON.
  public let rawValue: String

  /// Creates a category from its name in JSON.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// An item.
  public static let cell = ElementCategory(rawValue: "cell")
  /// A header, a footer or a global header.
  public static let supplementary = ElementCategory(rawValue: "supplementary")
  /// A separator, or the background of the global headers.
  public static let decoration = ElementCategory(rawValue: "decoration")
}

/// The kind of a supplementary element or a decoration. A later service may add others.
public struct ElementKind: RawRepresentable, Hashable, Codable, Sendable {
  /// The name in JSON.
  public let rawValue: String

  /// Creates a kind from its name in JSON.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Above all sections.
  public static let globalHeader = ElementKind(rawValue: "globalHeader")
  /// Behind the global headers.
  public static let globalHeaderBackground = ElementKind(rawValue: "globalHeaderBackground")
  /// Above the items of a section.
  public static let header = ElementKind(rawValue: "header")
  /// In place of the items of a section.
  public static let placeholder = ElementKind(rawValue: "placeholder")
  /// Below the items of a section.
  public static let footer = ElementKind(rawValue: "footer")
  /// Between two rows.
  public static let rowSeparator = ElementKind(rawValue: "rowSeparator")
  /// Between two columns.
  public static let columnSeparator = ElementKind(rawValue: "columnSeparator")
  /// Between two sections.
  public static let sectionSeparator = ElementKind(rawValue: "sectionSeparator")
  /// Behind a section.
  public static let background = ElementKind(rawValue: "background")
  /// Behind a line, row or segment.
  public static let shelf = ElementKind(rawValue: "shelf")
}

/// An element with its attributes in a layout (docs/rules.md#element-object).
public struct LayoutElement: Hashable, Sendable {
  /// The category of the element.
  public var category: ElementCategory
  /// Set for supplementary elements and decorations.
  public var kind: ElementKind?
  /// Nil for a global header and for the background of these.
  public var section: Int?
  /// Set for a cell.
  public var item: Int?
  /// Set for supplementary elements and decorations.
  public var index: Int?
  /// In content coordinates.
  public var frame: LayoutRect
  /// The order of overlapping elements: the greater one is above.
  public var zIndex: Int
  /// Whether an element that pins or waits is away from its rest position; nil for others.
  public var pinned: Bool?
  /// The column of a cell, counted from the leading side, for engines with columns.
  public var columnIndex: Int?
  /// Whether the size is an estimate.
  public var estimated: Bool
  /// Set for a decoration.
  public var color: String?
  /// Set for a cell or a supplementary element.
  public var backgroundColor: String?
  /// Set for a cell or a supplementary element.
  public var selectedBackgroundColor: String?
  /// Set for a cell or a supplementary element.
  public var padding: LayoutInsets?
  /// Repeated on a cell or a supplementary element, if the snapshot gives it.
  public var data: String?
  /// The distance of a cell with an effect from the focal line, in units; nil for others.
  public var distance: Double?
  /// The opacity of a cell.
  public var alpha: Double
  /// Whether a cell is not shown.
  public var hidden: Bool
  /// The 6 numbers of a cell's matrix, `a, b, c, d, tx, ty`, if it is one of the plane. It is about the centre of the frame.
  public var transform: [Double]?
  /// The 16 numbers of any other matrix of a cell, in the order of `CATransform3D`.
  public var transform3D: [Double]?
  /// The bounding box of a cell with a matrix as it is seen; nil for others, and behind the viewer.
  public var transformedFrame: LayoutRect?

  /// Creates an element. The defaults are those of members omitted in JSON.
  public init(
    category: ElementCategory, kind: ElementKind? = nil, section: Int? = nil, item: Int? = nil,
    index: Int? = nil, frame: LayoutRect, zIndex: Int = 0, pinned: Bool? = nil,
    columnIndex: Int? = nil,
    estimated: Bool = false, color: String? = nil, backgroundColor: String? = nil,
    selectedBackgroundColor: String? = nil, padding: LayoutInsets? = nil,
    data: String? = nil, distance: Double? = nil, alpha: Double = 1, hidden: Bool = false,
    transform: [Double]? = nil, transform3D: [Double]? = nil, transformedFrame: LayoutRect? = nil
  ) {
    self.category = category
    self.kind = kind
    self.section = section
    self.item = item
    self.index = index
    self.frame = frame
    self.zIndex = zIndex
    self.pinned = pinned
    self.columnIndex = columnIndex
    self.estimated = estimated
    self.color = color
    self.backgroundColor = backgroundColor
    self.selectedBackgroundColor = selectedBackgroundColor
    self.padding = padding
    self.data = data
    self.distance = distance
    self.alpha = alpha
    self.hidden = hidden
    self.transform = transform
    self.transform3D = transform3D
    self.transformedFrame = transformedFrame
  }
}

extension LayoutElement {
  /// The identity of the element in its layout.
  public var name: ElementName {
    ElementName(category: category, kind: kind, section: section, item: item, index: index)
  }

  /// The 16 numbers of `transform` or `transform3D`, in the order of `CATransform3D`; nil if the cell is shown as it is laid out.
  public var matrix: [Double]? {
    guard let transform, transform.count == 6 else { return transform3D }
    var matrix = (0..<16).map { $0 % 5 == 0 ? 1.0 : 0 }
    for (place, number) in zip([0, 1, 4, 5, 12, 13], transform) { matrix[place] = number }
    return matrix
  }

  /// Hashes the name alone: a `CGRect` can be hashed only since iOS 18.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension LayoutElement: Codable {
  private enum CodingKeys: String, CodingKey {
    case category, kind, section, item, index, frame, zIndex, pinned, columnIndex, estimated, color
    case backgroundColor, selectedBackgroundColor, padding, data
    case distance, alpha, hidden, transform, transform3D, transformedFrame
  }

  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    category = try object.decode(ElementCategory.self, forKey: .category)
    kind = try object.decodeIfPresent(ElementKind.self, forKey: .kind)
    section = try object.decodeIfPresent(Int.self, forKey: .section)
    item = try object.decodeIfPresent(Int.self, forKey: .item)
    index = try object.decodeIfPresent(Int.self, forKey: .index)
    frame = try object.decode(LayoutRect.self, forKey: .frame)
    zIndex = try object.decodeIfPresent(Int.self, forKey: .zIndex) ?? 0
    pinned = try object.decodeIfPresent(Bool.self, forKey: .pinned)
    columnIndex = try object.decodeIfPresent(Int.self, forKey: .columnIndex)
    estimated = try object.decodeIfPresent(Bool.self, forKey: .estimated) ?? false
    color = try object.decodeIfPresent(String.self, forKey: .color)
    backgroundColor = try object.decodeIfPresent(String.self, forKey: .backgroundColor)
    selectedBackgroundColor = try object.decodeIfPresent(
      String.self, forKey: .selectedBackgroundColor)
    padding = try object.decodeIfPresent(LayoutInsets.self, forKey: .padding)
    data = try object.decodeIfPresent(String.self, forKey: .data)
    distance = try object.decodeIfPresent(Double.self, forKey: .distance)
    alpha = try object.decodeIfPresent(Double.self, forKey: .alpha) ?? 1
    hidden = try object.decodeIfPresent(Bool.self, forKey: .hidden) ?? false
    transform = try object.decodeIfPresent([Double].self, forKey: .transform)
    transform3D = try object.decodeIfPresent([Double].self, forKey: .transform3D)
    transformedFrame = try object.decodeIfPresent(LayoutRect.self, forKey: .transformedFrame)
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(category, forKey: .category)
    try object.encodeIfPresent(kind, forKey: .kind)
    try object.encodeIfPresent(section, forKey: .section)
    try object.encodeIfPresent(item, forKey: .item)
    try object.encodeIfPresent(index, forKey: .index)
    try object.encode(frame, forKey: .frame)
    if zIndex != 0 { try object.encode(zIndex, forKey: .zIndex) }
    try object.encodeIfPresent(pinned, forKey: .pinned)
    try object.encodeIfPresent(columnIndex, forKey: .columnIndex)
    if estimated { try object.encode(true, forKey: .estimated) }
    try object.encodeIfPresent(color, forKey: .color)
    try object.encodeIfPresent(backgroundColor, forKey: .backgroundColor)
    try object.encodeIfPresent(selectedBackgroundColor, forKey: .selectedBackgroundColor)
    try object.encodeIfPresent(padding, forKey: .padding)
    try object.encodeIfPresent(data, forKey: .data)
    try object.encodeIfPresent(distance, forKey: .distance)
    if alpha != 1 { try object.encode(alpha, forKey: .alpha) }
    if hidden { try object.encode(true, forKey: .hidden) }
    try object.encodeIfPresent(transform, forKey: .transform)
    try object.encodeIfPresent(transform3D, forKey: .transform3D)
    try object.encodeIfPresent(transformedFrame, forKey: .transformedFrame)
  }
}
