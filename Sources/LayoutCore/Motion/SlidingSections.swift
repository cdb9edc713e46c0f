/// The sections that a change lets slide in and out (docs/rules.md#transition).
public struct SlidingSections: Sendable {
  private struct SlidingRange {
    let sections: Range<Int>
    let slide: Slide
  }

  /// Of the layout after, ascending.
  private var entering: [SlidingRange] = []
  /// Of the layout before, ascending.
  private var leaving: [SlidingRange] = []

  /// No section slides.
  public static let none = SlidingSections()

  private init() {}

  /// Collects those that slid in and are still there, and those of the layout before that slid out.
  /// O(runs log runs)
  ///
  /// - Parameter slide: What an entry of `insertSections` or `deleteSections` says.
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

  /// The first section after that has slid in.
  var firstEntering: Int? { entering.first?.sections.lowerBound }

  /// How a section of the layout after came in; nil where it did not slide. O(log sections)
  func entering(_ section: Int) -> Slide? { SlidingSections.slide(of: section, in: entering) }

  /// How a section of the layout before went out; nil where it did not slide. O(log sections)
  func leaving(_ section: Int) -> Slide? { SlidingSections.slide(of: section, in: leaving) }

  private static func slide(of section: Int, in parts: [SlidingRange]) -> Slide? {
    let next = partitionPoint(0..<parts.count) { parts[$0].sections.lowerBound > section }
    guard next > 0, parts[next - 1].sections.contains(section) else { return nil }
    return parts[next - 1].slide
  }
}
