/// A layout and the one that steps make of it, at one container width.
public struct NaiveComparison: Sendable {
  public let change: NaiveChange
  public let before: NaiveLayout
  public let after: NaiveLayout

  /// Lays out both.
  public init(_ change: NaiveChange, containerWidth: Double) {
    self.change = change
    before = NaiveLayout(snapshot: change.parent, containerWidth: containerWidth)
    after = NaiveLayout(snapshot: change.result, containerWidth: containerWidth)
  }

  /// By how much coordinates may differ and be equal.
  var tolerance: Double {
    let extents = [before, after].flatMap { [abs($0.contentWidth), abs($0.contentHeight)] }
    return 1e-6 * max(1, extents.max()! / 1000)
  }
}

/// What names an element in a layout.
struct NaiveName: Hashable {
  var category: String
  var kind: String?
  var section: Int?
  var index: Int
}

extension NaiveElement {
  var name: NaiveName { NaiveName(category: category, kind: kind, section: section, index: index) }

  /// Whether all is the same but the numbers, and the frames to within rounding, the other's moved down by `distance`.
  func isEqual(_ other: NaiveElement, movedBy distance: Double, tolerance: Double) -> Bool {
    var moved = other
    moved.y += distance
    let differences = [x - moved.x, y - moved.y, width - moved.width, height - moved.height]
    guard differences.allSatisfy({ abs($0) <= tolerance }) else { return false }
    moved.frame = frame
    (moved.section, moved.index) = (section, index)
    return moved == self
  }
}
