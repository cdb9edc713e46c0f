/// What the members of an item say about where and whether its cell is seen (docs/rules.md#attributes).
package struct CellAttributes: Sendable {
  /// What is added to the zIndex of cells.
  package var zIndex = 0
  /// Opacity, 0 to 1.
  package var alpha = 1.0
  /// Whether it is in no list.
  package var isHidden = false
  /// Nil for the identity.
  package var transform: Transform?

  /// Creates those of an item without members.
  package init() {}

  /// O(members)
  package init(_ members: GivenMembers?) {
    for member in members?.list ?? [] {
      switch (member.code, member.value) {
      case (MemberCode.alpha, .number(let number)): alpha = number
      case (MemberCode.zIndex, .number(let number)): zIndex = Int(number)
      case (MemberCode.hidden, _): isHidden = true
      case (MemberCode.transform, .matrix(let numbers)): transform = Transform { numbers[$0] }
      default: break
      }
    }
  }
}

extension GivenMembers {
  /// Where a cell of this frame, in content coordinates, is seen; nil without a transform, or behind the viewer.
  package func transformedFrame(of frame: Rect) -> Rect? {
    CellAttributes(self).transform?.transformedFrame(of: frame)
  }
}

/// Reads what the items of a section say about where and whether their cells are seen: neighbours fastest.
struct CellAttributesCursor {
  private var cursor: RunCursor
  private var end = 0
  private var start = 0
  private var attributes = CellAttributes()

  init(_ items: Items) { cursor = RunCursor(items) }

  /// O(1) in the run that was read last, else O(log runs + members)
  mutating func attributes(of item: Int) -> CellAttributes {
    if item < start || item >= end {
      let run = cursor.run(from: item)
      (start, end) = (item, item + run.count)
      attributes = CellAttributes(run.members)
    }
    return attributes
  }
}

extension Items {
  /// Whether an item is hidden. O(log runs), O(1) if none is
  @inline(never)
  func isHidden(_ item: Int) -> Bool {
    memberTraits.contains(.areHidden) && self[item].members?[MemberCode.hidden] != nil
  }
}
