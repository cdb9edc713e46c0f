/// The stretch in which two layouts differ, along the scroll axis and measured from the leading side
/// (docs/rules.md#changed-stretch).
public struct ChangedStretch: Hashable, Sendable {
  public let before: ContentStretch
  public let after: ContentStretch
}

/// A part of one layout along the scroll axis, in points.
public struct ContentStretch: Hashable, Sendable {
  public let start: Double
  public let end: Double
}

extension LayoutChange {
  /// The stretch in which the layouts differ, compared without regard to the steps; nil if no cached element differs.
  ///
  /// Both layouts must have the same container width and directions. Throws if the meter runs out of steps. O(sections
  /// + log items + runs of leaves that differ + lines that differ or may differ)
  public func changedStretch(meter: inout StepMeter) throws(WalkStop) -> ChangedStretch? {
    var start = ChangedStart(self)
    try start.search(&meter)
    guard start.least < .infinity else { return nil }
    var end = ChangedEnd(self, start: start.least, near: start.doubtfulCell)
    try end.search(&meter)
    return ChangedStretch(
      before: ContentStretch(start: start.least, end: end.greatest),
      after: ContentStretch(start: start.least, end: end.greatest + end.distance))
  }
}

/// Compares elements of two layouts.
final class ElementComparison {
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

  /// Whether two sections are identical and all their cached elements have equal positions and looks.
  func areSame(_ old: Int, _ new: Int) -> Bool {
    let (before, after) = (change.before, change.after)
    guard before.snapshot.sections[old] === after.snapshot.sections[new],
      areEqual(before.sectionTops[old], after.sectionTops[new])
    else { return false }
    if before.snapshot.sectionSeparators.isEmpty, after.snapshot.sectionSeparators.isEmpty {
      return true
    }
    let (first, second) = (
      before.separators(before.placed(old)), after.separators(after.placed(new))
    )
    return first.count == second.count
      && zip(first, second).allSatisfy { areEqual($0, $1) }
  }

  func areEqual(_ old: PlacedSeparator, _ new: PlacedSeparator) -> Bool {
    areEqual(old.frame, new.frame) && old.color == new.color
  }

  /// Whether two supplementary elements that do not pin are equal, apart from their indices.
  func areEqual(_ old: PlacedSupplementary, _ new: PlacedSupplementary) -> Bool {
    areEqual(old.frame, new.frame) && old.appearance == new.appearance
      && old.isEstimated == new.isEstimated
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
    return old.columns.count == new.columns.count && old.style.isEqualButForInsets(to: new.style)
  }
}

/// A separator of a section, in the engines' space.
struct PlacedSeparator {
  let index: Int
  let frame: Rect
  let color: Color?
}

/// A supplementary element that does not pin, in the engines' space.
struct PlacedSupplementary {
  let index: Int
  let frame: Rect
  let appearance: Appearance?
  let isEstimated: Bool
}

extension Layout {
  /// The section separators of a section. O(log sections)
  func separators(_ placed: PlacedSection) -> [PlacedSeparator] {
    snapshot.separators(ofSection: placed.number).map {
      let separator = snapshot.sectionSeparators[$0]
      let metrics = snapshot.metrics(of: separator)
      return PlacedSeparator(
        index: Int(separator.index), frame: placed.sectionSeparatorFrame(separator, metrics),
        color: metrics.sectionSeparator?.color)
    }
  }
}

extension SupplementaryStack {
  /// Places the element at a position among those that do not pin.
  func resting(
    _ position: Int, _ frame: (Entry) -> Rect
  ) -> PlacedSupplementary {
    let entry = entries[resting[position]]
    return PlacedSupplementary(
      index: entry.element.index, frame: frame(entry), appearance: entry.element.appearance,
      isEstimated: entry.element.isEstimated)
  }
}
