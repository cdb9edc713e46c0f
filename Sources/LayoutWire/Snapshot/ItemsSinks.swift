internal import LayoutCore

/// Takes the items that `SnapshotDecoder.read(items:)` finds in a text.
protocol ItemsSink {
  /// The rules of the section's engine; nil if it is not known yet, and items are kept as they are given.
  var rules: ItemRules? { get }

  /// Bytes of memory of members beside sizes; 0 if items are not kept as they are given.
  var memberByteCount: Int { get }

  /// Takes equal items: the only entry of a portion.
  mutating func addEqual(_ portion: ItemPortion)

  /// Takes all entries of a portion; those of a section go to a tree builder.
  mutating func add(
    _ portion: inout ItemPortion, to builder: inout ContentTreeBuilder?, naming: ContentNaming?)
}

/// An engine's rules for the members of its items, by their names in the snapshot.
struct ItemRules {
  private let engineRules: EngineRules
  private let members: ItemColumns<MemberValue>
  private let isHorizontal: Bool

  init(_ metrics: ResolvedMetrics, isHorizontal: Bool) {
    engineRules = metrics.rules
    let columns = metrics.items
    members = isHorizontal ? ItemColumns { columns[$0.transposed] } : columns
    self.isHorizontal = isHorizontal
  }

  var engine: Engine { engineRules.engine }

  subscript(member: ItemColumn) -> MemberValue { members[member] }

  /// Whether sizes are read at all; if they are not, none is an estimate.
  var readsSizes: Bool { ItemColumn.allCases.contains { members[$0].isRead } }

  /// Whether a member is read, or handed back.
  func reads(_ key: ItemKey) -> Bool {
    switch key {
    case .one(let column): members[column].isRead
    case .count, .estimated: true
    case .member(let place): reads(MemberRow.ofItems[place])
    }
  }

  /// Whether items keep a member beside their sizes.
  func reads(_ member: MemberRow) -> Bool { engineRules.reads(member) }

  /// The member that has the values of a column, and its rule.
  func member(_ column: ItemColumn) -> (member: ItemColumn, value: MemberValue) {
    let member = isHorizontal ? column.transposed : column
    return (member, members[member])
  }

  /// The columns of the members beside sizes that items keep.
  func memberColumns(of portion: ItemPortion) -> [(code: UInt8, numbers: Range<Int>)] {
    portion.memberColumns(isHorizontal: isHorizontal, where: reads)
  }

  /// The members beside sizes that items keep.
  func kept(_ members: GivenMembers?) -> GivenMembers? {
    members.flatMap { engineRules.kept($0.named(isHorizontal: isHorizontal)) }
  }
}

/// The items of a section, with the engine's defaults for missing values.
struct SectionItems: ItemsSink {
  private let engineRules: ItemRules
  /// Equal items; nil if a tree has been built.
  private(set) var equal: Items?

  init(_ rules: ItemRules) { engineRules = rules }

  var rules: ItemRules? { engineRules }
  var memberByteCount: Int { 0 }

  mutating func addEqual(_ portion: ItemPortion) {
    func number(_ column: ItemColumn) -> Double {
      let (member, value) = engineRules.member(column)
      return value.isRead ? portion.number(.one(member), 0) ?? value.number : 0
    }
    equal = Items(
      ItemRun(
        count: portion.itemCount(0), width: number(.width), height: number(.height),
        isEstimated: portion.isEstimated(0) && engineRules.readsSizes,
        members: engineRules.kept(portion.members(0))))
  }

  mutating func add(
    _ portion: inout ItemPortion, to builder: inout ContentTreeBuilder?, naming: ContentNaming?
  ) {
    guard portion.count > 0, let naming else { return }
    if builder == nil { builder = ContentTreeBuilder(naming: naming) }
    let readsSizes = engineRules.readsSizes
    let ranges = ItemColumns { column in
      let (member, value) = engineRules.member(column)
      return portion.numbers(.one(member), isRead: value.isRead, substitute: value.number)
    }
    guard (readsSizes && portion.has(.estimated)) || portion.has(.count) || portion.hasMembers
    else {
      return builder!.append(
        count: portion.count, widths: portion.numbers.span.extracting(ranges[.width]),
        heights: portion.numbers.span.extracting(ranges[.height]),
        isEstimated: portion.areAllEstimated && readsSizes)
    }
    let counts = portion.numbers(.count, isRead: true, substitute: 1)
    let marks = portion.numbers(
      .estimated, isRead: readsSizes, substitute: portion.areAllEstimated ? 1 : 0)
    if !portion.has(.count), portion.haveNumbersAlone {
      return builder!.append(
        ListedItems(
          count: portion.count, widths: ranges[.width], heights: ranges[.height], marks: marks,
          members: engineRules.memberColumns(of: portion)), portion.numbers.span)
    }
    let hasMembers = portion.hasMembers
    func number(_ range: Range<Int>, _ item: Int) -> Double {
      portion.numbers[range.lowerBound + (range.count == 1 ? 0 : item)]
    }
    for item in 0..<portion.count {
      builder!.append(
        ItemRun(
          count: Int(number(counts, item)), width: number(ranges[.width], item),
          height: number(ranges[.height], item), isEstimated: number(marks, item) == 1,
          members: hasMembers ? engineRules.kept(portion.members(item)) : nil))
    }
  }
}

extension GivenItems: ItemsSink {
  var rules: ItemRules? { nil }

  mutating func addEqual(_ portion: ItemPortion) { append(portion.given(0)) }

  mutating func add(
    _ portion: inout ItemPortion, to _: inout ContentTreeBuilder?, naming _: ContentNaming?
  ) {
    for item in 0..<portion.count { append(portion.given(item)) }
  }
}

extension ItemPortion {
  /// The members of an entry.
  fileprivate func given(_ item: Int) -> GivenItems.Run {
    GivenItems.Run(
      count: itemCount(item), sizes: ItemColumns { number(.one($0), item) },
      isEstimated: isEstimated(item), members: members(item))
  }
}
