/// What a section without items shows, as it is posted. It spans the container. Its extent along the scroll axis is
/// `height` or, if scrolling is horizontal, `width`; without it, it takes a part of what is missing from
/// `minimumContentLength`.
public struct PlaceholderInput: Hashable, Codable, Sendable {
  /// Read if scrolling is horizontal.
  public var width: Double?
  /// Read if scrolling is vertical.
  public var height: Double?
  /// Inherited from the section by default.
  public var backgroundColor: ColorInput
  /// Inherited from the section by default.
  public var selectedBackgroundColor: ColorInput
  /// Returned but never interpreted.
  public var padding: LayoutInsets?
  /// Up to 256 bytes, returned but never interpreted.
  public var data: String?

  /// Creates a placeholder; values not given are omitted.
  public init(
    width: Double? = nil, height: Double? = nil, backgroundColor: ColorInput = .inherited,
    selectedBackgroundColor: ColorInput = .inherited, padding: LayoutInsets? = nil,
    data: String? = nil
  ) {
    self.width = width
    self.height = height
    self.backgroundColor = backgroundColor
    self.selectedBackgroundColor = selectedBackgroundColor
    self.padding = padding
    self.data = data
  }
}

// The synthesized coding of other types uses this function: null takes a placeholder away.
extension KeyedDecodingContainer {
  func decodeIfPresent(
    _ type: PlaceholderInput?.Type, forKey key: Key
  ) throws -> PlaceholderInput?? {
    guard contains(key) else { return nil }
    return .some(try decodeNil(forKey: key) ? nil : decode(PlaceholderInput.self, forKey: key))
  }
}
