internal import LayoutCore

/// A place in a tree of sources: a node; with `section` an entry of its `sections`; with `key` a member of either; with
/// `entry` an element of that member's list.
package struct SourcePlace: Hashable, Sendable {
  package let node: Int
  package let section: Int?
  package let key: NodeKey?
  package var entry: Int?

  package init(_ node: Int, section: Int? = nil, _ key: NodeKey? = nil, entry: Int? = nil) {
    (self.node, self.section, self.key, self.entry) = (node, section, key, entry)
  }
}

/// A mistake in a tree of sources whose values have the right forms.
package final class SourceFault: Sendable {
  package enum Code: String, CaseIterable, Sendable {
    case wrongType = "wrong-type"
    case tooMany = "too-many"
    case notAllowed = "not-allowed"
    case duplicateKey = "duplicate-key"
    case outOfRange = "out-of-range"
    case illegalTransition = "illegal-transition"
    case sectionCountMismatch = "section-count-mismatch"
    case itemCountMismatch = "item-count-mismatch"
  }

  /// The greatest number of mistakes of an answer.
  package static let countMax = 20

  package let place: SourcePlace
  package let code: Code
  /// The predicate of a sentence whose subject is the place.
  package let detail: SourceDetail
  /// The place of the value that this one repeats.
  package let first: SourcePlace?
  /// Whether the place names a limit of sections.
  package let exceedsSections: Bool

  @inline(never)
  init(
    _ place: SourcePlace, _ code: Code, _ detail: SourceDetail, first: SourcePlace? = nil,
    exceedsSections: Bool = false
  ) {
    (self.place, self.code, self.detail, self.first) = (place, code, detail, first)
    self.exceedsSections = exceedsSections
  }

  /// The mistake of a tree that would make a step with too many entries.
  package static func tooManyEntries(_ countMax: Int) -> SourceFault {
    SourceFault(
      SourcePlace(-1), .tooMany, SourceDetail("makes a step of more than ", countMax, " entries"))
  }
}
