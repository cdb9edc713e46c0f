/// What the metrics of few sections say (docs/rules.md#backgrounds-and-shelves, docs/rules.md#effects). Metrics without any
/// of it have no such object.
public final class SectionExtras: Sendable {
  /// The background; nil if there is none.
  public let background: SectionBackground?
  /// The shelves of lines, rows or segments; nil if there are none.
  public let shelf: Shelf?
  /// What becomes of cells by their distance from a line; nil if nothing does.
  public let effect: Effect?

  private init(background: SectionBackground?, shelf: Shelf?, effect: Effect?) {
    self.background = background
    self.shelf = shelf
    self.effect = effect
  }

  /// The object with some of it; nil if none is given. No initializer returns nil: in the module for pages, the memory of
  /// the object that it has begun would be lost.
  public static func given(
    background: SectionBackground?, shelf: Shelf?, effect: Effect? = nil
  ) -> SectionExtras? {
    background == nil && shelf == nil && effect == nil
      ? nil : SectionExtras(background: background, shelf: shelf, effect: effect)
  }

  static let objectBytes = HeapBytes.object((SectionBackground?, Shelf?, Effect?).self)

  /// The greatest distance by which a decoration is moved, in points.
  var greatestInset: Double {
    func greatest(_ insets: EdgeInsets?) -> Double {
      greater(0, greater(insets?.top ?? 0, insets?.left ?? 0))
    }
    return greater(greatest(background?.insets), greatest(shelf?.insets))
  }
}

extension SectionExtras: Equatable {
  public static func == (left: SectionExtras, right: SectionExtras) -> Bool {
    left === right
      || (left.background == right.background && left.shelf == right.shelf
        && left.effect == right.effect)
  }
}

/// The background of a section.
public final class SectionBackground: Sendable {
  public let color: Color?
  /// Distances from the edges of what it is behind, in points, at least 0, in the vertical layout.
  public let insets: EdgeInsets
  public let place: BackgroundPlace

  /// Creates a background from checked values.
  public init(color: Color?, insets: EdgeInsets, place: BackgroundPlace) {
    (self.color, self.insets, self.place) = (color, insets, place)
  }

  static let objectBytes = HeapBytes.object((Color?, EdgeInsets, BackgroundPlace).self)
}

extension SectionBackground: Equatable {
  public static func == (left: SectionBackground, right: SectionBackground) -> Bool {
    left === right
      || (left.color == right.color && left.insets == right.insets && left.place == right.place)
  }
}

/// What a background is behind: the whole section, or all between its headers and its footers.
public enum BackgroundPlace: String, CaseIterable, Sendable {
  case section, items
}

/// The look of the shelves of a section.
public final class Shelf: Sendable {
  /// The least inset, in points.
  package static let leastInset = -10_000.0

  public let color: Color?
  /// Distances from the edges of the line, in points, in the vertical layout; negative ones lead outwards.
  public let insets: EdgeInsets
  /// The extent of the part of a line behind which it stands, counted from the line's bottom, in points; nil for the
  /// whole line.
  public let height: Double?

  /// Creates shelves from checked values.
  public init(color: Color?, insets: EdgeInsets, height: Double?) {
    (self.color, self.insets, self.height) = (color, insets, height)
  }

  static let objectBytes = HeapBytes.object((Color?, EdgeInsets, Double?).self)

  /// The part of a line that it takes along the scroll axis, before it is cut off at its section.
  var part: RowPart { .lowest(height ?? .infinity, top: insets.top, bottom: insets.bottom) }
}

extension Shelf: Equatable {
  public static func == (left: Shelf, right: Shelf) -> Bool {
    left === right
      || (left.color == right.color && left.insets == right.insets && left.height == right.height)
  }
}
