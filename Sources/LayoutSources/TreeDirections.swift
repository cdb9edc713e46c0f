package import LayoutCore

/// The directions of a snapshot; nil for one that is invalid.
package struct TreeDirections: Sendable {
  package var scroll: ScrollDirection?
  package var layout: LayoutDirection?

  package init(scroll: ScrollDirection?, layout: LayoutDirection?) {
    (self.scroll, self.layout) = (scroll, layout)
  }

  package init(of snapshot: Snapshot) {
    self.init(scroll: snapshot.scrollDirection, layout: snapshot.layoutDirection)
  }

  /// The members that say another direction than those of something else, with the predicate of a sentence whose subject is
  /// the member.
  ///
  /// - Parameter end: What the sentence says between its own direction and the other one.
  package func differences(
    from other: TreeDirections, sayingOther end: String
  ) -> [(key: RootKey, detail: SourceDetail)] {
    var differences: [(key: RootKey, detail: SourceDetail)] = []
    func detail(_ own: String, _ expected: String) -> SourceDetail {
      SourceDetail("is ", own, end, expected)
    }
    if let own = scroll, let expected = other.scroll, own != expected {
      differences.append((.scrollDirection, detail(own.rawValue, expected.rawValue)))
    }
    if let own = layout, let expected = other.layout, own != expected {
      differences.append((.layoutDirection, detail(own.rawValue, expected.rawValue)))
    }
    return differences
  }
}
