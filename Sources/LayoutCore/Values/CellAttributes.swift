/// What a cell's item says of the way it is shown.
public struct CellAttributes: Equatable, Sendable {
  /// From 0 to 1.
  public var alpha = 1.0
  /// Added to that of cells.
  public var zIndex = 0
  /// Whether the cell is in no list, although it takes room.
  public var isHidden = false
  /// About the centre of the frame, given as seen; nil for the identity.
  public var transform: Transform?

  /// Creates the attributes of an item that says nothing.
  public init() {}
}
