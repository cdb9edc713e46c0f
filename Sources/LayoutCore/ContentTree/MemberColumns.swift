// The members of items other than sizes. A leaf has a column for each member that differs from its default in some run.
// Values are numbers; a member with texts would need another kind of column.

/// The values of one member for the runs of a leaf.
struct MemberColumn: Sendable {
  /// The member's place in the table.
  let place: Int
  let values: LeafColumn

  var member: MemberRow { MemberRow.ofItems[place] }
}

/// The members of the runs in a buffer; empty as long as no run has any.
struct RunMembers {
  /// The members of each run, up to the last run that has any.
  private var given: [ItemMembers?] = []

  /// Takes the members of one run.
  init(_ one: ItemMembers? = nil) { if one != nil { given = [one] } }

  /// Whether no run has members.
  @inline(__always)
  var areNone: Bool { !MemberRow.areOfItems || given.isEmpty }

  /// Sets the members of the run at a place. No run at or after that place has any yet.
  @inline(__always)
  mutating func append(_ members: ItemMembers?, at place: Int) {
    if MemberRow.areOfItems, members != nil { appendSaid(members, at: place) }
  }

  @inline(never)
  private mutating func appendSaid(_ members: ItemMembers?, at place: Int) {
    while given.count < place { given.append(nil) }
    given.append(members)
  }

  /// Sets the members of some runs of a leaf. O(runs), O(1) if the leaf has none
  mutating func append(_ leaf: Leaf, _ runs: Range<Int>, at place: Int) {
    if leaf.members.isEmpty { return }
    for run in runs { append(leaf.members(ofRun: run), at: place + run - runs.lowerBound) }
  }

  /// Moves the members of some runs, which are the last ones, to the front.
  mutating func move(_ runs: Range<Int>) {
    if !areNone { given.removeFirst(min(runs.lowerBound, given.count)) }
  }

  subscript(run: Int) -> ItemMembers? { run < given.count ? given[run] : nil }

  /// The columns of some runs. O(runs · members)
  func columns(_ runs: Range<Int>) -> [MemberColumn] {
    if areNone { return [] }
    return MemberRow.ofItems.indices.compactMap { place in
      let numbers = runs.map { self[$0]?.bits(place) ?? MemberRow.ofItems[place].standardBits }
      let all = RunColumn(equal: numbers[0], areEqual: false, numbers: SpanArray(numbers))
      let values = LeafColumn(extents: all, 0..<runs.count)
      let isStandard = values.uniform == MemberRow.ofItems[place].standardBits
      return isStandard ? nil : MemberColumn(place: place, values: values)
    }
  }

  /// The summand of a run's members in the sum that determines cuts. Defaults add nothing.
  @inline(never)
  func term(ofRun run: Int) -> UInt64 {
    guard let given = self[run] else { return 0 }
    return MemberRow.ofItems.indices.reduce(0) { sum, place in
      let member = MemberRow.ofItems[place]
      let difference = (given.bits(place) ?? member.standardBits) ^ member.standardBits
      return sum &+ difference &* (2 * UInt64(member.code) + 1) &* 0x9FB2_1C65_1E98_DF25
    }
  }
}

extension LeafContent {
  /// Writes the number of columns of members, then for each column the member's code, the form and the values.
  @inline(never)
  func writeMembers(to sink: any ContentSink) {
    sink.append(([UInt64(members.count)] as Array1).span)
    for column in members {
      let code = UInt64(column.member.code) | UInt64(column.values.form) << 8
      sink.append(([code] as Array1).span)
      column.values.write(to: sink)
    }
  }
}

/// The other data of a leaf, besides its columns of counts and sizes, in the size of one reference.
enum LeafRest: Sendable {
  case starts([Int])
  case members(LeafMembers)
}

/// The columns of the members of a leaf with members, and the starts of its runs.
final class LeafMembers: Sendable {
  let columns: [MemberColumn]
  let starts: [Int]

  init(_ columns: [MemberColumn], starts: [Int]) {
    self.columns = columns
    self.starts = starts
  }

  /// Bytes of memory of the columns, without the starts.
  static func byteCount(of columns: [MemberColumn]) -> Int {
    columns.reduce(HeapBytes.object(([MemberColumn], [Int]).self) + HeapBytes.array(columns)) {
      $0 + $1.values.byteCount
    }
  }
}

extension Leaf {
  /// The members of a run. O(members), O(1) if the leaf has none
  @inline(__always)
  func members(ofRun run: Int) -> ItemMembers? { members.isEmpty ? nil : saidMembers(ofRun: run) }

  @inline(never)
  private func saidMembers(ofRun run: Int) -> ItemMembers? {
    ItemMembers { values(ofMember: $0).extent(run) }
  }

  /// The values of a member, given its index in the table.
  func values(ofMember place: Int) -> LeafColumn {
    members.first { $0.place == place }?.values ?? .equal(MemberRow.ofItems[place].standardBits)
  }
}

/// Properties of the members below a node, which the node stores.
struct MemberTraits: OptionSet, Sendable {
  let rawValue: UInt8

  /// Some item has a member.
  static var areSaid: MemberTraits { MemberTraits(rawValue: 1) }
  /// Items differ in members that are geometry.
  static var differInGeometry: MemberTraits { MemberTraits(rawValue: 2) }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The traits of a leaf. O(members)
  init(_ columns: [MemberColumn]) {
    self = columns.isEmpty ? [] : .areSaid
    if columns.contains(where: { $0.member.isGeometry && $0.values.uniform == nil }) {
      insert(.differInGeometry)
    }
  }

  /// The traits of a node with children. O(children), O(children · levels) if some of them have members
  @inline(never)
  init(over children: [ContentChild]) {
    self = []
    for child in children { formUnion(child.memberTraits) }
    if isEmpty { return }
    let geometry = MemberRow.ofItems.indices.filter { MemberRow.ofItems[$0].isGeometry }
    let first = children[0].firstLeaf
    for child in children {
      let leaf = child.firstLeaf
      for place in geometry
      where leaf.values(ofMember: place).extent(0) != first.values(ofMember: place).extent(0) {
        insert(.differInGeometry)
      }
    }
  }
}

extension ContentChild {
  var memberTraits: MemberTraits {
    switch self {
    case .leaf(let leaf): leaf.memberTraits
    case .node(let node): node.memberTraits
    }
  }
}
