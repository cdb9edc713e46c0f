// The columns of a leaf for the members of its items other than sizes: none if no item has members, or one for each
// member of the table. Values are numbers; a member with texts would need another kind of column.

extension LeafContent {
  /// The columns of some runs. O(runs · members)
  ///
  /// - Parameter members: The members of each run; runs after the last entry have none.
  @inline(never)
  static func columns(of members: [ItemMembers?], _ runs: Range<Int>) -> [LeafColumn] {
    guard ItemMember.areThere else { return [] }
    var columns: [LeafColumn] = []
    var areSaid = false
    for place in ItemMember.all.indices {
      let standard = ItemMember.all[place].standardBits
      var numbers: [UInt64] = []
      for run in runs {
        let said = run < members.count ? members[run] : nil
        numbers.append(said?.bits(place) ?? standard)
      }
      let all = RunColumn(equal: standard, areEqual: false, numbers: numbers)
      let column = LeafColumn(extents: all, 0..<runs.count)
      if column.uniform != standard { areSaid = true }
      columns.append(column)
    }
    return areSaid ? columns : []
  }

  /// Writes the number of members that differ from their default in some run, and for each its code with the form of
  /// its column, and the column. Writes nothing if members do not exist.
  @inline(never)
  func writeMembers(to sink: any ContentSink) {
    guard ItemMember.areThere else { return }
    var written = 0
    for place in members.indices where !isStandard(place) { written += 1 }
    sink.append(([UInt64(written)] as InlineArray<1, UInt64>).span)
    for place in members.indices where !isStandard(place) {
      let code = UInt64(ItemMember.all[place].code)
      let header: InlineArray<1, UInt64> = [code | UInt64(members[place].form) << 8]
      sink.append(header.span)
      members[place].write(to: sink)
    }
  }

  /// Whether all runs have the default of a member.
  private func isStandard(_ place: Int) -> Bool {
    members[place].uniform == ItemMember.all[place].standardBits
  }
}

/// The other data of a leaf, besides its columns of counts and sizes, in the size of one reference.
enum LeafRest: Sendable {
  case starts([Int])
  case members(LeafMembers)
}

/// The columns of the members of a leaf with members, and the starts of its runs.
final class LeafMembers: Sendable {
  let columns: [LeafColumn]
  let starts: [Int]

  init(_ columns: [LeafColumn], starts: [Int]) {
    self.columns = columns
    self.starts = starts
  }

  /// Bytes of memory of the columns, without the starts.
  static func byteCount(of columns: [LeafColumn]) -> Int {
    columns.reduce(HeapBytes.object(([LeafColumn], [Int]).self) + HeapBytes.array(columns)) {
      $0 + $1.byteCount
    }
  }
}

extension Leaf {
  /// The members of a run's items other than sizes. O(members)
  @inline(never)
  func members(ofRun run: Int) -> ItemMembers? {
    ItemMember.areThere && !members.isEmpty ? ItemMembers { members[$0].extent(run) } : nil
  }

  /// The values of a member, given its index in the table.
  func values(ofMember place: Int) -> LeafColumn {
    members.isEmpty ? .equal(ItemMember.all[place].standardBits) : members[place]
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
  init(_ columns: [LeafColumn]) {
    self = columns.isEmpty ? [] : .areSaid
    guard ItemMember.areThere else { return }
    for place in columns.indices
    where ItemMember.all[place].isGeometry && columns[place].uniform == nil {
      insert(.differInGeometry)
    }
  }

  /// The traits of a node with children, some of which have members. O(children · levels)
  init(over children: [ContentChild]) {
    self = .areSaid
    guard ItemMember.areThere else { return }
    let first = children[0].firstLeaf
    for child in children {
      let leaf = child.firstLeaf
      formUnion(child.memberTraits)
      for place in ItemMember.all.indices
      where ItemMember.all[place].isGeometry
        && leaf.values(ofMember: place).extent(0) != first.values(ofMember: place).extent(0)
      {
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

extension LeafCut {
  /// The number that the members of a run add to the sum for cuts: 0 for defaults.
  @inline(never)
  static func term(ofRun run: Int, _ members: [ItemMembers?]) -> UInt64 {
    guard ItemMember.areThere, run < members.count, let said = members[run] else { return 0 }
    var sum: UInt64 = 0
    for place in ItemMember.all.indices {
      let member = ItemMember.all[place]
      let difference = (said.bits(place) ?? member.standardBits) ^ member.standardBits
      sum &+= difference &* (2 * UInt64(member.code) + 1) &* 0x9FB2_1C65_1E98_DF25
    }
    return sum
  }
}
