/// The items of a section: runs of equal items, named by the values that the section's engine reads
/// (docs/rules.md#items).
///
/// Extents that the engine does not read are 0. At most one run is stored without a tree, so that equal items have a
/// unique form.
public struct Items: Sendable {
  private enum Content {
    /// Equal items without members; a count of 0 if there are none.
    case run(SizedRun)
    /// No items, and what is shown in their place.
    case placeholder(Placeholder)
    /// Equal items with members. Indirect because they are rare, so that others need no more space.
    indirect case runWithMembers(ItemRun)
    /// At least two runs.
    case tree(ContentTree)
  }

  /// The size of an item without any given size, in points.
  public static let standardSize = Size(width: 50, height: 50)

  /// The height of an item of a column without any given height, in points.
  package static let standardRowHeight = 44.0

  private let content: Content

  /// No items.
  public static let none = Items(ItemRun(count: 0, width: 0, height: 0))

  /// Creates equal items, possibly none. O(1)
  public init(_ run: ItemRun) {
    guard run.count > 0 else {
      self.init(.run(SizedRun(count: 0, width: 0, height: 0)))
      return
    }
    var run = run
    // −0 is stored as 0.
    run.width += 0
    run.height += 0
    self.init(run.members == nil ? .run(run.sizes) : .runWithMembers(run))
  }

  /// Creates the items of a tree. O(log runs)
  public init(_ tree: ContentTree) {
    switch tree.runCount {
    case 0: self = .none
    case 1:
      var run = tree[0]
      run.count = tree.itemCount
      self.init(run)
    default: self.init(.tree(tree))
    }
  }

  private init(_ content: Content) { self.content = content }

  /// The same items or, if there are none, the placeholder in their place. O(1)
  func showing(_ placeholder: Placeholder?) -> Items {
    if count > 0 { return self }
    return placeholder.map { Items(.placeholder($0)) } ?? .none
  }

  /// What is shown in place of items; nil if there is nothing to show, or if there are items.
  var placeholder: Placeholder? {
    if case .placeholder(let placeholder) = content { return placeholder }
    return nil
  }

  /// The equal items; nil if there is a tree.
  @inline(__always)
  private var run: ItemRun? {
    switch content {
    case .run(let sizes): ItemRun(sizes, nil)
    case .runWithMembers(let run): run
    case .placeholder: ItemRun(count: 0, width: 0, height: 0)
    case .tree: nil
    }
  }

  /// The number of items, at most 2⁵³.
  public var count: Int {
    switch content {
    case .run(let sizes): sizes.count
    case .runWithMembers(let run): run.count
    case .placeholder: 0
    case .tree(let tree): tree.itemCount
    }
  }

  /// The number of items with an estimated size.
  public var estimatedCount: Int {
    switch content {
    case .run(let sizes): sizes.isEstimated ? sizes.count : 0
    case .runWithMembers(let run): run.isEstimated ? run.count : 0
    case .placeholder: 0
    case .tree(let tree): tree.estimatedCount
    }
  }

  /// The number of runs.
  public var runCount: Int {
    tree?.runCount ?? min(count, 1)
  }

  /// Whether any item has members. O(1)
  public var hasMembers: Bool {
    switch content {
    case .run, .placeholder: false
    case .runWithMembers: true
    case .tree(let tree): !tree.memberTraits.isEmpty
    }
  }

  /// Properties of the members of the items. O(1), O(members) for equal items
  var memberTraits: MemberTraits {
    switch content {
    case .run, .placeholder: []
    case .runWithMembers(let run): MemberTraits(run.members)
    case .tree(let tree): tree.memberTraits
    }
  }

  /// Memory that it uses besides its own and that of its tree, in bytes.
  var byteCount: Int {
    guard case .runWithMembers(let run) = content else { return 0 }
    return HeapBytes.object(ItemRun.self) + (run.members?.byteCount ?? 0)
  }

  /// The tree of the runs; nil if there is at most one.
  public var tree: ContentTree? {
    if case .tree(let tree) = content { return tree }
    return nil
  }

  /// The tree of the runs. Makes one if there is a single run. O(1)
  public func tree(naming: ContentNaming) -> ContentTree {
    if let tree { return tree }
    var builder = ContentTreeBuilder(naming: naming)
    builder.append(run!)
    return builder.finish()
  }

  /// The size, the mark and the members of an existing item. The count is that of its run, as far as it is known at
  /// once. O(log runs)
  public subscript(item: Int) -> ItemRun {
    tree.map { $0[item] } ?? run!
  }

  /// The same without members. O(log runs)
  func sizes(ofItem item: Int) -> SizedRun {
    tree.map { $0.sizes(ofItem: item) } ?? run!.sizes
  }

  /// The equal neighbours of an existing item in its leaf, including the item. O(log runs)
  func run(ofItem item: Int) -> Range<Int> {
    guard let tree else { return 0..<count }
    let place = tree.leaf(ofItem: item)
    let (run, first) = place.leaf.run(ofItem: item - place.before.items)
    return Range(place.before.items + first, count: place.leaf.count(ofRun: run))
  }

  /// Whether the size of an existing item is an estimate. O(log runs) if some are
  public func isEstimated(_ item: Int) -> Bool {
    estimatedCount > 0 && sizes(ofItem: item).isEstimated
  }

  /// The extent of all items, estimated or not; nil if they differ, 0 if there are none. O(1)
  public func uniform(_ column: ItemColumn) -> Double? {
    switch content {
    case .run(let sizes): sizes[column]
    case .runWithMembers(let run): run.sizes[column]
    case .placeholder: 0
    case .tree(let tree): tree.uniform(column)
    }
  }

  /// The size of all items, so that frames can be computed by arithmetic. Marks and attributes may differ. Nil if sizes
  /// or geometry members differ. O(1)
  public var uniformSize: Size? {
    guard let width = uniform(.width), let height = uniform(.height),
      tree?.differsInGeometry != true
    else { return nil }
    return Size(width: width, height: height)
  }

  /// Whether both have the same items. O(1)
  package func isEqual(to other: Items) -> Bool {
    switch (tree, other.tree) {
    case (let tree?, let other?): tree.digest == other.digest
    case (nil, nil): run == other.run
    default: false
    }
  }

  /// Whether there is at most one run.
  public var isOneRun: Bool { tree == nil }

  /// The first item wider than `width` points; nil if there is none. O(runs)
  func firstItem(widerThan width: Double) -> Int? {
    guard let tree else { return uniform(.width)! > width ? 0 : nil }
    for place in tree.leaves() where place.leaf.greatest(.width) > width {
      let leaf = place.leaf
      let run = (0..<leaf.runCount).first { leaf.extent(.width, ofRun: $0) > width }
      return run.map { place.before.items + leaf.firstItem(ofRun: $0) }
    }
    return nil
  }

  /// The tree. It exists because sizes differ.
  var treeOfSeveralRuns: ContentTree {
    guard let tree else { preconditionFailure("sizes that differ are several runs") }
    return tree
  }

  /// Writes the bytes that identify the items: a run itself, or the digest of a tree.
  func writeCanonicalBytes(by writer: inout CanonicalWriter) {
    guard let run else {
      writer.byte(1)
      writer.digest(tree!.digest)
      return
    }
    writer.byte(run.members == nil ? 0 : 2)
    writer.count(run.count)
    writer.number(run.width)
    writer.number(run.height)
    writer.flag(run.isEstimated)
    if let members = run.members { writer.columns(of: members) }
  }
}

extension ContentTreeBuilder {
  /// The items of everything appended since the last call, without a tree if there is at most one run. O(1) on average
  /// for each leaf
  public mutating func finishItems() -> Items {
    guard hasOneRun else { return Items(finish()) }
    return takeLastRun().map(Items.init) ?? .none
  }
}
