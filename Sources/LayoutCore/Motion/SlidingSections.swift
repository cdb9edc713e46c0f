/// The sections that slide in and out during a change (docs/rules.md#transition).
public struct SlidingSections: Sendable {
  private struct SlidingRange {
    let sections: Range<Int>
    let slide: Slide
  }

  /// Sections of the new layout, ascending.
  private var entering: [SlidingRange] = []
  /// Sections of the old layout, ascending.
  private var leaving: [SlidingRange] = []

  /// No section slides.
  public static let none = SlidingSections()

  private init() {}

  /// Collects the sections that slid in and still exist, and the sections of the old layout that slid out. O(runs log
  /// runs)
  ///
  /// - Parameter slide: Returns the slide of an entry of `insertSections` or `deleteSections`.
  public init(_ applied: AppliedSteps, slide: (StepSource) -> Slide?) {
    for run in applied.mapping.sections.runs {
      guard run.from == nil, let source = run.insertedBy ?? run.source,
        source.list == .insertSections, let slide = slide(source)
      else { continue }
      entering.append(SlidingRange(sections: Range(run.start, count: run.count), slide: slide))
    }
    for gone in applied.gone {
      guard let slide = slide(gone.source) else { continue }
      leaving.append(SlidingRange(sections: gone.sections, slide: slide))
    }
    leaving = leaving.inOrder { $0.sections.lowerBound.rank }
  }

  /// The first section of the new layout that slid in.
  var firstEntering: Int? { entering.first?.sections.lowerBound }

  /// The slide with which a section of the new layout came in; nil if it did not slide. O(log sections)
  func entering(_ section: Int) -> Slide? { SlidingSections.slide(of: section, in: entering) }

  /// The slide with which a section of the old layout went out; nil if it did not slide. O(log sections)
  func leaving(_ section: Int) -> Slide? { SlidingSections.slide(of: section, in: leaving) }

  private static func slide(of section: Int, in parts: [SlidingRange]) -> Slide? {
    let next = partitionPoint(0..<parts.count) { parts[$0].sections.lowerBound > section }
    guard next > 0, parts[next - 1].sections.contains(section) else { return nil }
    return parts[next - 1].slide
  }
}
