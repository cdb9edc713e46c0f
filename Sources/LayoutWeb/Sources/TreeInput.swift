import ContentHash
import LayoutCore
import LayoutSources

/// Reads a snapshot with a source: the members of the snapshot as those of one without, then the nodes in order, then what
/// each gives.
final class TreeInput {
  /// The nodes, even if anything is wrong.
  private(set) var tree = SourceTree()
  private(set) var directions = TreeDirections(scroll: .vertical, layout: .ltr)
  private(set) var faults: [SourceFault] = []
  private(set) var warnings: ArraySlice<SourceWarning> = []
  private var engine = Engine.flow
  private var metrics = GivenMetrics()
  private var globalHeaders = NodeElements()
  private var settings = SnapshotSettings()
  private var resolver: SourceResolver
  private var builder = ContentTreeBuilder(naming: .sha256)
  private var itemsLeft = NumberInput.itemsMax
  private var list = SectionList(capacity: 0)
  private var keys: [[Int32]?] = []
  private var givesItems: [Bool] = []
  private var keyLists = KeyLists()
  private let isJudged: Bool
  private let hasFaults: Bool
  /// Whether all of it is read. If not, its nodes are none or too many, or its sections are.
  private(set) var isWhole = true
  /// The members of a node that are those of its sections.
  private static let keysOfNode: [SectionKey] = [
    .engine, .metrics, .headers, .footers, .placeholder,
  ]

  /// - Parameters:
  ///   - isJudged: Whether the page knows mistakes already, and asks for the others alone: items are not made.
  ///   - hasFaults: Whether the tree before it has mistakes.
  init(isJudged: Bool, hasFaults: Bool = false) {
    (self.isJudged, self.hasFaults) = (isJudged, hasFaults)
    resolver = SourceResolver(
      tree, isHorizontal: false, engine: engine, metrics: MetricsValues(), hasContentLength: false)
  }

  /// Reads everything.
  func read(_ input: inout NumberInput) throws(ModuleFailure) {
    try readMembers(&input)
    isWhole = try readNodes(&input)
    // A page that knows mistakes may lack a tree.
    if tree.nodes.isEmpty, !isJudged { throw .malformed }
    isWhole = isWhole && tree.finish(sectionsMax: ContentLimits.sections)
    faults += tree.takeFaults()
    guard isWhole else { return }
    resolver = SourceResolver(
      tree, isHorizontal: isHorizontal, engine: engine,
      metrics: MetricsValues().merged(with: metrics),
      hasContentLength: settings.minimumContentLength ?? 0 > 0)
    for node in tree.nodes.indices {
      try enter(node, &input)
      for number in 0..<tree[node].listedCount { try readSection(number, of: node, &input) }
    }
    resolver.warnOfUnreadMetrics(ofSnapshot: metrics)
    warnings = resolver.takeWarnings()
  }

  /// Reads the members of the snapshot.
  @inline(never)
  private func readMembers(_ input: inout NumberInput) throws(ModuleFailure) {
    for key in RootKey.allCases where key != .sections {
      guard try input.flag() else { continue }
      switch key {
      case .scrollDirection: directions.scroll = try input.optionalChoice(ScrollDirection.self)
      case .layoutDirection: directions.layout = try input.optionalChoice(LayoutDirection.self)
      case .engine: engine = try input.choice(Engine.self)
      case .metrics: metrics = try input.givenMetrics(isHorizontal: isHorizontal)
      case .globalHeaders: globalHeaders = try input.elements(isHorizontal: isHorizontal)
      case .globalHeaderBackgroundColor:
        settings.globalHeaderBackgroundColor = .some(try input.color())
      case .minimumContentLength: settings.minimumContentLength = try input.contentLength()
      case .sections: break
      case .member(let place): settings.members.append(try input.snapshotMember(place))
      }
    }
  }

  @inline(never)
  private func enter(_ node: Int, _ input: inout NumberInput) throws(ModuleFailure) {
    let contents = try input.contents(
      isHorizontal: isHorizontal, TreeInput.keysOfNode, areOfNode: true
    ).contents
    if node == 0 {
      settings.globalHeaders = resolver.globalHeaders(globalHeaders, ofRoot: contents.headers)
    }
    if let bare = resolver.enter(node, contents) { append(bare, nil, givesItems: false) }
  }

  /// Reads a section that a node lists.
  @inline(never)
  private func readSection(
    _ number: Int, of node: Int, _ input: inout NumberInput
  ) throws(ModuleFailure) {
    let place = SourcePlace(node, section: tree[node].listsSections ? number : nil, .keys)
    let read = try input.contents(isHorizontal: isHorizontal, SectionKey.allCases)
    let resolved = resolver.metrics(of: read.contents, place.section)
    let itemCount = read.items?.itemCount ?? 0
    itemsLeft -= itemCount
    if itemsLeft < 0 { throw .tooManyItems }
    var items = Items.none
    if !isJudged, let given = read.items {
      items = try given.items(resolved, isHorizontal: isHorizontal, &builder)
    }
    let numbers = try readKeys(&input, itemCount: itemCount, at: place)
    let section = resolver.section(
      read.contents, place.section, resolved, items: items, unreadCount: read.unreadCount)
    if let section { append(section, numbers, givesItems: read.items != nil) }
  }

  private var isHorizontal: Bool { directions.scroll == .horizontal }

  /// Reads the number of nodes, and each; false if there are none, or too many.
  @inline(never)
  private func readNodes(_ input: inout NumberInput) throws(ModuleFailure) -> Bool {
    let count = try input.count()
    var listedLeft = input.size
    for place in 0..<count {
      guard tree.mayGrow() else { return false }
      let parent = try input.optionalWhole()
      guard parent ?? -1 < place, (parent == nil) == (place == 0),
        parent.map({ tree[$0].hasChildren }) ?? true
      else { throw .malformed }
      var node = SourceNode(parent: parent, number: try input.whole())
      node.given = NodeKeys(bits: UInt32(try input.whole(upTo: 1 << NodeKey.allCases.count)))
      node.id = try input.optionalWhole()
      if node.id ?? 0 > input.size { throw .malformed }
      node.state = try input.optionalChoice(SourceState.self)
      node.isMovable = try input.flag()
      node.isEditable = try input.flag()
      node.listedCount = try input.whole(upTo: listedLeft)
      // Each takes some numbers.
      listedLeft -= node.listedCount
      node.selected = try input.optionalWhole()
      tree.append(node)
    }
    return count > 0
  }

  /// Reads 0 if the section has no keys; else 1; 1 if its number of items is known, 2 if it is unless there are mistakes, else
  /// 0; the number of its keys, and the number of each, −1 for what is no key.
  private func readKeys(
    _ input: inout NumberInput, itemCount: Int, at place: SourcePlace
  ) throws(ModuleFailure) -> [Int32]? {
    guard try input.flag() else { return nil }
    let form = try input.whole(upTo: 2)
    let isKnown = form == 1 || (form == 2 && !hasFaults && faults.isEmpty)
    let given = try input.list(try input.count())
    defer { faults += keyLists.takeFaults() }
    guard
      keyLists.mayRead(given.count, itemCount: isKnown ? itemCount : nil, at: place)
    else { return nil }
    var keys: [Int32] = []
    keys.reserveCapacity(given.count)
    for place in 0..<given.count {
      let key = given[place]
      guard key >= -1, key < Double(input.size), key.rounded(.down) == key else {
        throw .malformed
      }
      keys.append(Int32(key))
    }
    keyLists.read(keys, at: place)
    return keys
  }

  @inline(never)
  private func append(_ section: GivenSection, _ keys: [Int32]?, givesItems: Bool) {
    list.append(section)
    self.keys.append(keys)
    self.givesItems.append(givesItems)
  }

  /// The tree with its snapshot, if nothing is wrong.
  func compared() throws(ModuleFailure) -> ComparedTree {
    let color = settings.globalHeaderBackgroundColor ?? nil
    list.hold(settings.globalHeaders ?? .empty)
    list.hold(color)
    let snapshot = Snapshot(
      scrollDirection: directions.scroll ?? .vertical, layoutDirection: directions.layout ?? .ltr,
      globalHeaders: settings.globalHeaders ?? .empty, globalHeaderBackgroundColor: color,
      minimumContentLength: settings.minimumContentLength ?? 0,
      members: GivenMembers().with(settings.members, of: MemberRow.ofSnapshots), sections: list)
    guard snapshot.explicitItemCount <= ContentLimits.explicitItems else { throw .tooManyItems }
    return ComparedTree(snapshot, tree, keys: keys, givesItems: givesItems)
  }
}

extension NumberInput {
  /// A whole number that is written increased by 1; nil for 0.
  @inline(never)
  fileprivate mutating func optionalWhole() throws(ModuleFailure) -> Int? {
    let number = try whole(upTo: NumberInput.itemsMax)
    return number == 0 ? nil : number - 1
  }

  /// A value, by its position in the list of cases increased by 1; nil for 0.
  fileprivate mutating func optionalChoice<Choice: CaseIterable>(
    _: Choice.Type
  ) throws(ModuleFailure) -> Choice? where Choice.AllCases == [Choice] {
    let cases = Choice.allCases
    let place = try whole(upTo: cases.count)
    return place == 0 ? nil : cases[place - 1]
  }

  /// Reads headers or footers; of headers of a node also whether a section that shows a placeholder shows them.
  @inline(never)
  fileprivate mutating func elements(
    isHorizontal: Bool, areOfNode: Bool = false
  ) throws(ModuleFailure) -> NodeElements {
    let count = try count()
    var elements = NodeElements()
    for _ in 0..<count {
      let values = try supplementaryValues(isHorizontal: isHorizontal)
      var isVisible = false
      if areOfNode, try flag() { isVisible = try flag() }
      elements.append(
        values, isHorizontal: isHorizontal, isVisibleWhileShowingPlaceholder: isVisible)
    }
    return elements
  }

  /// Reads members of a section that a node lists, or of a node itself: for each 1 and the value, or 0. After items is the
  /// number of warnings of their sizes.
  fileprivate mutating func contents(
    isHorizontal: Bool, _ keys: [SectionKey], areOfNode: Bool = false
  ) throws(ModuleFailure) -> (contents: NodeContents, items: ItemsInput?, unreadCount: Int) {
    let contents = NodeContents()
    var (items, unreadCount): (ItemsInput?, Int) = (nil, 0)
    for key in keys {
      guard try flag() else { continue }
      switch key {
      case .id: contents.id = try text(bytesMax: SectionKey.idByteCounts.upperBound)
      case .engine: contents.engine = try choice(Engine.self)
      case .metrics: contents.metrics = try givenMetrics(isHorizontal: isHorizontal)
      case .headers:
        contents.headers = try elements(isHorizontal: isHorizontal, areOfNode: areOfNode)
      case .footers: contents.footers = try elements(isHorizontal: isHorizontal)
      case .placeholder: contents.placeholder = try placeholderValues(isHorizontal: isHorizontal)
      case .items:
        items = try ItemsInput(&self)
        unreadCount = try whole()
      case .member(let place):
        guard MemberRow.areOfSectionsOrSnapshots else { throw .malformed }
        let row = MemberRow.ofSections[place]
        contents.members.given = contents.members.given.with(try member(row), of: row)
      }
    }
    return (contents, items, unreadCount)
  }

  /// Reads metrics as they are given.
  @inline(never)
  fileprivate mutating func givenMetrics(
    isHorizontal: Bool
  ) throws(ModuleFailure) -> GivenMetrics {
    let read = try metrics(over: MetricsValues(), isHorizontal: isHorizontal)
    var given = GivenMetrics()
    for key in read.keys { given.append(read.values[key], for: key) }
    return given
  }
}
