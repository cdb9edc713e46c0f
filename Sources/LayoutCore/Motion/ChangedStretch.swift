/// The part of two layouts in which they differ, along the scroll axis from the leading side
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
  /// What differs between the layouts, whatever the steps; nil where no cached element does.
  ///
  /// Both have one container width and one pair of directions. Throws when the meter grants no more steps.
  /// O(sections + log items + runs of leaves that differ + lines that differ or may differ)
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
struct ElementComparison {
  let change: LayoutChange
  /// How far elements of the layout after stand behind those that they are compared with, in points.
  let distance: Double
  /// Places along the scroll axis that differ by no more are equal: sums of some hundred numbers, in another order, may
  /// do so.
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

  /// Whether two places along the scroll axis are one.
  func areEqual(_ old: Double, _ new: Double) -> Bool { (old + distance - new).magnitude <= slack }

  /// Whether two frames of the engines' space are one.
  func areEqual(_ old: Rect, _ new: Rect) -> Bool {
    areEqual(old.y, new.y) && areClose(old.x, new.x) && areClose(old.width, new.width)
      && areClose(old.height, new.height)
  }

  /// Whether two numbers are one that are not sums along the scroll axis.
  private func areClose(_ old: Double, _ new: Double) -> Bool {
    (old - new).magnitude <= ElementComparison.rounding * max(old, new, extentAcross)
  }

  /// Whether two sections and all their cached elements are the same.
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

  /// Whether two supplementary elements that do not pin are equal but for their index.
  func areEqual(_ old: PlacedSupplementary, _ new: PlacedSupplementary) -> Bool {
    areEqual(old.frame, new.frame) && old.appearance == new.appearance
      && old.isEstimated == new.isEstimated
  }

  /// Whether the separators between rows look the same in both sections.
  func haveEqualRowSeparators(_ old: CellSeparators?, _ new: CellSeparators?) -> Bool {
    let count = (old?.rowSeparatorCount ?? 0, new?.rowSeparatorCount ?? 0)
    return count == (0, 0) || old?.style == new?.style
  }

  /// Whether the separators between columns look the same in both sections, and stand in as many columns.
  func haveEqualColumnSeparators(_ old: CellSeparators?, _ new: CellSeparators?) -> Bool {
    let (oldCount, newCount) = (old?.columnSeparatorCount ?? 0, new?.columnSeparatorCount ?? 0)
    guard let old, let new, oldCount > 0, newCount > 0 else { return oldCount == newCount }
    // Insets are those of row separators.
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
  /// An element that does not pin, placed by a function.
  func resting(
    _ position: Int, _ frame: (Entry) -> Rect
  ) -> PlacedSupplementary {
    let entry = entries[resting[position]]
    return PlacedSupplementary(
      index: entry.element.index, frame: frame(entry), appearance: entry.element.appearance,
      isEstimated: entry.element.isEstimated)
  }
}
