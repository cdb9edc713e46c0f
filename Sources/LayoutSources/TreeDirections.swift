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
  package func differences(
    from other: TreeDirections, named name: String
  ) -> [(key: RootKey, detail: String)] {
    var differences: [(key: RootKey, detail: String)] = []
    if let own = scroll, let expected = other.scroll, own != expected {
      differences.append(
        (.scrollDirection, "is \(own.rawValue), that of \(name) is \(expected.rawValue)"))
    }
    if let own = layout, let expected = other.layout, own != expected {
      differences.append(
        (.layoutDirection, "is \(own.rawValue), that of \(name) is \(expected.rawValue)"))
    }
    return differences
  }
}
