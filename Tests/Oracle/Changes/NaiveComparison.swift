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

/// Elements by where they start, so that one that is equal but for its numbers is found without a look at all.
struct NaivePlaces {
  private let byStart: [Int: [NaiveElement]]

  init(_ elements: [NaiveElement]) {
    byStart = Dictionary(grouping: elements) { Int($0.y.rounded(.down)) }
  }

  /// Whether one of them, moved down by `distance`, is this one.
  func have(_ element: NaiveElement, movedBy distance: Double, tolerance: Double) -> Bool {
    let start = Int((element.y - distance).rounded(.down))
    let reach = Int(tolerance.rounded(.up))
    return (start - reach...start + reach).contains { place in
      (byStart[place] ?? []).contains {
        element.isEqual($0, movedBy: distance, tolerance: tolerance)
      }
    }
  }
}
