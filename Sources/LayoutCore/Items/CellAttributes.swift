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

extension CellAttributes {
  /// Those of a run of a leaf with these columns. O(columns)
  fileprivate init(_ columns: [MemberColumn], ofRun run: Int) {
    for column in columns where !column.kind.hasTexts {
      let number = column.values.extent(run)
      switch column.kind.code {
      case MemberCode.alpha: alpha = number
      case MemberCode.zIndex: zIndex = Int(number)
      case MemberCode.hidden: isHidden = number != 0
      case let code where column.kind.isOfMatrix:
        if number.bitPattern == column.kind.standardBits { continue }
        transform = transform ?? .identity
        transform?[Int(code - MemberCode.transform)] = number
      default: break
      }
    }
  }
}

/// Reads what the items of a section say about where and whether their cells are seen: neighbours fastest.
struct CellAttributesCursor {
  private let items: Items
  private var leaf: LeafPlace?
  /// The items that have the attributes.
  private var range = 0..<0
  /// Those of the item that it was moved to last.
  private(set) var attributes = CellAttributes()

  init(_ items: Items) { self.items = items }

  /// Reads an item. O(1) in the run that was read last, else O(log runs + members)
  @inline(__always)
  mutating func move(to item: Int) {
    if !range.contains(item) { read(item) }
  }

  @inline(never)
  private mutating func read(_ item: Int) {
    guard let tree = items.tree else {
      range = 0..<items.count
      attributes = CellAttributes(items[item].members)
      return
    }
    if leaf?.items.contains(item) != true { leaf = tree.leaf(ofItem: item) }
    guard let leaf else { return }
    let columns = leaf.leaf.members
    var run = 0
    range = leaf.items
    if columns.contains(where: { !$0.kind.hasTexts && $0.values.uniform == nil }) {
      let place = leaf.leaf.run(ofItem: item - range.lowerBound)
      run = place.run
      range = Range(range.lowerBound + place.firstItem, count: leaf.leaf.count(ofRun: run))
    }
    attributes = CellAttributes(columns, ofRun: run)
  }
}

extension Items {
  /// Whether an item is hidden. O(log runs), O(1) if none is
  @inline(never)
  func isHidden(_ item: Int) -> Bool {
    memberTraits.contains(.areHidden) && self[item].members?[MemberCode.hidden] != nil
  }
}
