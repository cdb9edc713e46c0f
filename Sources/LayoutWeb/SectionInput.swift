import ContentHash
import LayoutCore

/// Reads the parts that snapshots and steps have in common.
struct SectionInput {
  let isHorizontal: Bool
  var metricsCache: MetricsCache
  private var builder: ContentTreeBuilder
  /// The placeholder read last, which is shared if it is equal.
  private var lastPlaceholder: Placeholder?
  /// The number of items that sections may still have, and of those that they may still list one by one.
  private(set) var itemsLeft = NumberInput.itemsMax
  private(set) var explicitItemsLeft = ContentLimits.explicitItems

  init(isHorizontal: Bool, inherited: MetricsValues) {
    self.isHorizontal = isHorizontal
    metricsCache = MetricsCache(inherited: inherited)
    builder = ContentTreeBuilder(naming: .sha256)
  }

  /// Reads the members of a section: for each 1 and the value, or 0.
  ///
  /// - Parameter engine: The engine if the section does not name one.
  mutating func section(
    _ input: inout NumberInput, engine: Engine
  ) throws(ModuleFailure) -> GivenSection {
    var engine = engine
    var metrics = metricsCache.resolvedInherited(for: engine)
    var values = metricsCache.inherited
    var id: String?
    var (headers, footers) = (SupplementaryStack.empty, SupplementaryStack.empty)
    var placeholder: Placeholder?
    var items = Items.none
    var members = SectionMembers()
    for key in SectionKey.allCases {
      let isGiven = try input.flag()
      switch key {
      case .id: if isGiven { id = try input.text(bytesMax: SectionKey.idByteCounts.upperBound) }
      case .engine: if isGiven { engine = try input.choice(Engine.self) }
      case .metrics:
        if isGiven { values = try input.metrics(over: values, isHorizontal: isHorizontal).values }
        metrics = metricsCache.resolved(values, for: engine)
      case .headers: if isGiven { headers = try stack(&input, metrics) }
      case .footers: if isGiven { footers = try stack(&input, metrics) }
      case .placeholder:
        if isGiven {
          placeholder = try self.placeholder(
            &input, inheriting: metrics.supplementaryAppearance)
        }
      case .items:
        guard isGiven else { continue }
        let listed = try ItemsInput(&input)
        try take(listed)
        items = try listed.items(metrics, isHorizontal: isHorizontal, &builder)
      case .member(let place):
        guard isGiven, MemberRow.areOfSectionsOrSnapshots else { continue }
        let row = MemberRow.ofSections[place]
        members.given = members.given.with(try input.member(row), of: row)
      }
    }
    return GivenSection(
      id: id, metrics: metrics.section, items: items, headers: headers, footers: footers,
      placeholder: placeholder, members: members)
  }

  /// Reads a placeholder; nil if it takes no room.
  mutating func placeholder(
    _ input: inout NumberInput, inheriting look: Appearance?
  ) throws(ModuleFailure) -> Placeholder? {
    var last: Appearance?
    let placeholder = try input.placeholderValues(isHorizontal: isHorizontal).placeholder(
      isHorizontal: isHorizontal, inheriting: look, sharing: &last)
    if placeholder != lastPlaceholder { lastPlaceholder = placeholder }
    return lastPlaceholder
  }

  private func stack(
    _ input: inout NumberInput, _ metrics: ResolvedMetrics
  ) throws(ModuleFailure) -> SupplementaryStack {
    try input.stack(inheriting: metrics.supplementaryAppearance, isHorizontal: isHorizontal)
  }

  /// Reads items of a step. They count together with those of its sections.
  ///
  /// - Returns: The items, and the codes of the members that they give.
  mutating func given(
    _ input: inout NumberInput
  ) throws(ModuleFailure) -> (items: GivenItems, codes: [UInt8]) {
    let items = try ItemsInput(&input)
    try take(items)
    return (items.given(), items.memberCodes)
  }

  /// Restarts the count of items.
  mutating func beginStep() {
    itemsLeft = NumberInput.itemsMax
    explicitItemsLeft = ContentLimits.explicitItems
  }

  private mutating func take(_ items: ItemsInput) throws(ModuleFailure) {
    itemsLeft -= items.itemCount
    explicitItemsLeft -= items.entryCount
    if itemsLeft < 0 || explicitItemsLeft < 0 { throw .tooManyItems }
  }
}

extension Snapshot {
  /// Reads the members of a snapshot: for each that may be left out 1 and the value, or 0.
  static func read(_ input: inout NumberInput) throws(ModuleFailure) -> Snapshot {
    var (scrollDirection, layoutDirection) = (ScrollDirection.vertical, LayoutDirection.ltr)
    var engine = Engine.flow
    var inherited = MetricsValues()
    var settings = SnapshotSettings()
    var list = SectionList(capacity: 0)
    for key in RootKey.allCases {
      if !key.isRequired {
        guard try input.flag() else { continue }
      }
      let isHorizontal = scrollDirection == .horizontal
      switch key {
      case .scrollDirection: scrollDirection = try input.choice(ScrollDirection.self)
      case .layoutDirection: layoutDirection = try input.choice(LayoutDirection.self)
      case .engine: engine = try input.choice(Engine.self)
      case .metrics:
        inherited = try input.metrics(over: inherited, isHorizontal: isHorizontal).values
      case .globalHeaders:
        settings.globalHeaders = try input.stack(inheriting: nil, isHorizontal: isHorizontal)
      case .globalHeaderBackgroundColor:
        settings.globalHeaderBackgroundColor = .some(try input.color())
      case .minimumContentLength: settings.minimumContentLength = try input.contentLength()
      case .sections:
        let count = try input.whole(upTo: ContentLimits.sections)
        var parts = SectionInput(isHorizontal: isHorizontal, inherited: inherited)
        list = SectionList(capacity: min(count, input.left))
        for _ in 0..<count { list.append(try parts.section(&input, engine: engine)) }
      case .member(let place): settings.members.append(try input.snapshotMember(place))
      }
    }
    guard input.left == 0 else { throw .malformed }
    let globalHeaders = settings.globalHeaders ?? .empty
    let backgroundColor = settings.globalHeaderBackgroundColor ?? nil
    list.hold(globalHeaders)
    list.hold(backgroundColor)
    let snapshot = Snapshot(
      scrollDirection: scrollDirection, layoutDirection: layoutDirection,
      globalHeaders: globalHeaders, globalHeaderBackgroundColor: backgroundColor,
      minimumContentLength: settings.minimumContentLength ?? 0,
      members: GivenMembers().with(settings.members, of: MemberRow.ofSnapshots), sections: list)
    guard snapshot.explicitItemCount <= ContentLimits.explicitItems else { throw .tooManyItems }
    return snapshot
  }
}
