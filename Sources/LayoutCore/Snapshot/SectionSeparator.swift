/// A line between two sections with items, or below the last one (docs/rules.md#section-separators).
struct SectionSeparator: Hashable, Sendable {
  /// The section to which it belongs: the lower of the two, or the last one.
  let section: Int32
  /// 0 at the top of its section, 1 at the bottom of the last section.
  let index: Int32
  /// The section whose metrics determine its style.
  let styleSection: Int32

  /// All separators of a snapshot, ordered by section and index. O(sections with items)
  static func all(in sections: [Section], withItems numbers: [Int32]) -> [SectionSeparator] {
    func hasColor(_ number: Int32) -> Bool {
      sections[Int(number)].metrics.sectionSeparator != nil
    }
    var separators: [SectionSeparator] = []
    let count = numbers.reduce(0) { $0 + (hasColor($1) ? 1 : 0) }
    // Each section with a colour draws at most two lines, and there is at most one line more than gaps.
    separators.reserveCapacity(count == 0 ? 0 : min(2 * count, numbers.count))
    for (upper, lower) in zip(numbers, numbers.dropFirst()) where hasColor(lower) || hasColor(upper)
    {
      separators.append(
        SectionSeparator(
          section: lower, index: 0, styleSection: hasColor(lower) ? lower : upper))
    }
    if let last = numbers.last, hasColor(last),
      sections[Int(last)].metrics.showsSectionSeparatorWhenLastSection
    {
      separators.append(SectionSeparator(section: last, index: 1, styleSection: last))
    }
    return separators
  }
}

extension Snapshot {
  /// The separators of a section, as positions in `sectionSeparators`. O(log sections)
  func separators(ofSection number: Int) -> Range<Int> {
    let first = partitionPoint(0..<sectionSeparators.count) {
      Int(sectionSeparators[$0].section) >= number
    }
    let end = partitionPoint(first..<sectionSeparators.count) {
      Int(sectionSeparators[$0].section) > number
    }
    return first..<end
  }

  /// The metrics that determine the style of a section separator.
  func metrics(of separator: SectionSeparator) -> SectionMetrics {
    sections[Int(separator.styleSection)].metrics
  }
}
