/// The column of a leaf for one member of its items. A member that all runs of a leaf leave at its default has none.
struct MemberColumn: Sendable {
  /// Of the member in the table.
  let place: Int
  /// Its values, which are numbers. The texts of a member that is one would stand here instead, as another kind of column.
  let values: LeafColumn
}

extension LeafContent {
  /// Writes the number of members that have a column, and for each its code with the form of its column, and the column;
  /// nothing where there are none.
  func writeMembers(to sink: any ContentSink) {
    guard !members.isEmpty else { return }
    sink.append(([UInt64(members.count)] as InlineArray<1, UInt64>).span)
    for member in members {
      let code = UInt64(ItemMember.all[member.place].code)
      let header: InlineArray<1, UInt64> = [code | UInt64(member.values.form) << 8]
      sink.append(header.span)
      member.values.write(to: sink)
    }
  }

  /// The columns of one run.
  static func columns(of members: ItemMembers?) -> [MemberColumn] {
    guard let members else { return [] }
    return members.entries.map { MemberColumn(place: $0.place, values: .equal($0.bits)) }
  }
}

extension Leaf {
  /// What the items of a run say beside their size. O(columns)
  func members(ofRun run: Int) -> ItemMembers? {
    if members.isEmpty { return nil }
    return ItemMembers(
      members.map { ItemMembers.Entry(place: $0.place, bits: $0.values.extent(run).bitPattern) })
  }

  /// The values of a member, by its place in the table.
  func values(ofMember place: Int) -> LeafColumn {
    for member in members where member.place == place { return member.values }
    return .equal(ItemMember.all[place].standardBits)
  }
}

/// What stretches of content say by members, as far as nodes have to know.
struct MemberTraits: OptionSet, Sendable {
  let rawValue: UInt8

  /// An item says a member.
  static let areSaid = MemberTraits(rawValue: 1)
  /// An item says a member that is geometry.
  static let haveGeometry = MemberTraits(rawValue: 2)
  /// Items differ in members that are geometry.
  static let differInGeometry = MemberTraits(rawValue: 4)
}

extension MemberTraits {
  /// Those of a leaf.
  init(_ columns: [MemberColumn]) {
    self = columns.isEmpty ? [] : .areSaid
    for column in columns where ItemMember.all[column.place].isGeometry {
      insert(.haveGeometry)
      if column.values.uniform == nil { insert(.differInGeometry) }
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

  /// Whether the first run of another child says the same members that are geometry. O(levels)
  func hasGeometry(of other: ContentChild) -> Bool {
    let leaf = leaf(before: ContentCounts()) { _ in true }.leaf
    let otherLeaf = other.leaf(before: ContentCounts()) { _ in true }.leaf
    return ItemMember.all.enumerated().allSatisfy { place, member in
      !member.isGeometry
        || leaf.values(ofMember: place).extent(0) == otherLeaf.values(ofMember: place).extent(0)
    }
  }
}

/// The numbers of one member of the runs in a buffer.
struct MemberRuns {
  /// Of the member in the table.
  let place: Int
  /// The bits of its default.
  let standard: UInt64
  /// What the sum that cuts takes it by.
  let factor: UInt64
  var values: RunColumn

  /// Makes the column of a member that all runs so far leave at its default.
  init(_ place: Int) {
    let member = ItemMember.all[place]
    self.place = place
    standard = member.standardBits
    factor = (2 * UInt64(member.code) + 1) &* 0x9FB2_1C65_1E98_DF25
    values = RunColumn(equal: standard)
  }

  /// What a run adds to the sum that cuts: nothing where it has the default.
  @inline(__always)
  func term(ofRun run: Int) -> UInt64 { (values[run] ^ standard) &* factor }

  /// The column of some runs; nil where all of them have the default. O(runs)
  func column(_ runs: Range<Int>) -> MemberColumn? {
    let column = LeafColumn(extents: values, runs)
    return column.uniform == standard ? nil : MemberColumn(place: place, values: column)
  }
}

extension [MemberRuns] {
  /// Makes a column for a member that has none. O(members)
  mutating func add(_ place: Int) {
    let next = firstIndex { $0.place >= place } ?? count
    if next == count || self[next].place != place { insert(MemberRuns(place), at: next) }
  }

  /// Sets what a run says, behind `count` others. O(members)
  mutating func append(_ members: ItemMembers?, at count: Int, capacity: Int) {
    for entry in members?.entries ?? [] { add(entry.place) }
    for place in indices {
      let bits = members?.bits(self[place].place) ?? self[place].standard
      self[place].values.append(bits, at: count, capacity: capacity)
    }
  }

  /// Sets the default for several runs that say nothing, at least one. O(runs · members)
  mutating func appendStandard(at places: Range<Int>, capacity: Int) {
    for place in indices {
      self[place].values.append(self[place].standard, at: places, capacity: capacity)
    }
  }

  /// Sets what some of a leaf's runs say, at least one, behind `count` others. O(runs · members)
  mutating func append(_ leaf: Leaf, _ runs: Range<Int>, at count: Int, capacity: Int) {
    for member in leaf.members { add(member.place) }
    for place in indices {
      self[place].values.append(
        leaf.values(ofMember: self[place].place), areExtents: true, runs, at: count,
        capacity: capacity)
    }
  }

  mutating func move(_ runs: Range<Int>, capacity: Int) {
    if runs.isEmpty { removeAll() }
    for place in indices { self[place].values.move(runs, capacity: capacity) }
  }
}
