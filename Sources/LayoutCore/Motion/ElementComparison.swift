/// Compares elements of two layouts.
struct ElementComparison {
  let change: LayoutChange
  /// Distance from elements of the old layout to those of the new layout that they are compared with, in points.
  let distance: Double
  /// Tolerance for positions along the scroll axis, in points: the same few hundred numbers, summed in another order,
  /// may differ by this much.
  let slack: Double
  private let extentAcross: Double

  init(_ change: LayoutChange, distance: Double) {
    let (old, new) = (change.before.axis, change.after.axis)
    self.change = change
    self.distance = distance
    extentAcross = old.contentExtentAcross
    slack =
      ElementComparison.rounding
      * max(old.contentExtentAlong, new.contentExtentAlong, extentAcross)
  }

  private static let rounding = 0x1p-44

  /// Whether two positions along the scroll axis are equal within the slack.
  func areEqual(_ old: Double, _ new: Double) -> Bool { (old + distance - new).magnitude <= slack }

  /// Whether two frames in the engines' space are equal within the tolerances.
  func areEqual(_ old: Rect, _ new: Rect) -> Bool {
    areEqual(old.y, new.y) && areClose(old.x, new.x) && areClose(old.width, new.width)
      && areClose(old.height, new.height)
  }

  /// Whether two numbers that are not sums along the scroll axis are equal within rounding.
  private func areClose(_ old: Double, _ new: Double) -> Bool {
    (old - new).magnitude <= ElementComparison.rounding * max(old, new, extentAcross)
  }

  /// Whether two elements are equal, apart from their indices.
  func areEqual(_ old: RestingElement, _ new: RestingElement) -> Bool {
    areEqual(old.frame, new.frame) && old.zIndex == new.zIndex && old.color == new.color
      && old.appearance == new.appearance && old.isEstimated == new.isEstimated
  }

  /// Whether two sections are identical and all their cached elements have equal positions and looks.
  func areSame(_ old: Int, _ new: Int) -> Bool {
    let (before, after) = (change.before, change.after)
    guard before.snapshot.sections[old] === after.snapshot.sections[new],
      before.sectionLayouts[old].extent == after.sectionLayouts[new].extent,
      areEqual(before.sectionTops[old], after.sectionTops[new])
    else { return false }
    if before.snapshot.sectionSeparators.isEmpty, after.snapshot.sectionSeparators.isEmpty {
      return true
    }
    let first = before.separators(before.placed(old))
    let second = after.separators(after.placed(new))
    return first.count == second.count && zip(first, second).allSatisfy { areEqual($0, $1) }
  }

  /// Whether the separators between rows look the same in both sections.
  func haveEqualRowSeparators(_ old: CellSeparators?, _ new: CellSeparators?) -> Bool {
    let count = (old?.rowSeparatorCount ?? 0, new?.rowSeparatorCount ?? 0)
    return count == (0, 0) || old?.style == new?.style
  }

  /// Whether the separators between columns look the same in both sections and both have the same number of columns.
  func haveEqualColumnSeparators(_ old: CellSeparators?, _ new: CellSeparators?) -> Bool {
    let (oldCount, newCount) = (old?.columnSeparatorCount ?? 0, new?.columnSeparatorCount ?? 0)
    guard let old, let new, oldCount > 0, newCount > 0 else { return oldCount == newCount }
    // Insets apply to row separators only.
    return old.columns.count == new.columns.count && old.isMirrored == new.isMirrored
      && old.style.isEqualButForInsets(to: new.style)
  }
}
