internal import JSONText
internal import LayoutCore

/// The places in a text at which the unread items of a section begin: in a list of objects, or in lists of numbers.
struct CutItems {
  var rows: Int?
  var numbers: [(member: ItemKey, offset: Int)] = []
}

/// Some of the items of a list, member by member.
struct ItemPortion {
  /// The greatest number of items that are decoded at a time. It is lower if items have members beside their sizes, so
  /// that the number of values stays the same.
  static let roomMax = 1024
  static let members = JSONMembers(ItemKey.allCases.map { ($0.name, $0.kind) })
  private static let sizes = JSONMembers(ItemKey.ofSizes.map { ($0.name, $0.kind) })
  /// The bits of the members other than sizes.
  private static let membersBits = MemberRow.ofItems.indices.reduce(0) {
    $0 | 1 << ItemKey.member($1).place
  }

  /// The number of members that there is room for: those of sizes, until an item has another one.
  private var memberCount = ItemKey.ofSizes.count
  /// The number of items that there is room for.
  private(set) var room = 0
  /// For each member in turn, `room` numbers; 1 and 0 for true and false. If some items have a member and some lack it,
  /// it is NaN for the latter.
  private(set) var numbers: SpanArray<Double> = []
  private(set) var count = 0
  /// The values of members that are not numbers; `numbers` has their places.
  private(set) var values: [MetricValue] = []
  /// Whether the list has no more items after these.
  private(set) var isAtEnd = false
  /// Whether sizes are estimates for items without `estimated`.
  var areAllEstimated = false
  /// A bit for each member that some of the items have, and for each that some of them lack.
  private(set) var present = 0
  private var lacking = 0
  /// A bit for each member that was given for the item that is being added.
  private var given = 0

  init(room: Int) { makeRoom(for: room) }

  /// Makes room for items if there is less. There must be no items yet.
  mutating func makeRoom(for items: Int, sayMembers: Bool = false) {
    let members = sayMembers ? ItemKey.allCases.count : memberCount
    let most = ItemPortion.roomMax * ItemKey.ofSizes.count / members
    if members == memberCount, room >= min(items, most) { return }
    (memberCount, room) = (members, min(max(2 * items, room), most))
    numbers = SpanArray(repeating: 0, count: room * memberCount)
  }

  /// Removes the items.
  mutating func clear() {
    (count, present, lacking, given, isAtEnd) = (0, 0, 0, 0, false)
    values.removeAll(keepingCapacity: true)
  }

  /// Sets a member of the item that is being added, for which there must be room.
  mutating func say(_ number: Double, of member: ItemKey) {
    let place = member.place
    numbers[place * room + count] = number
    given |= 1 << place
  }

  /// Sets a member, whose value is not a number, of the item that is being added.
  mutating func say(_ value: MetricValue, of member: ItemKey) {
    say(Double(values.count), of: member)
    values.append(value)
  }

  /// Adds the item, with the members that have been set.
  mutating func endItem() {
    for place in 0..<memberCount where given >> place & 1 == 0 {
      numbers[place * room + count] = .nan
      lacking |= 1 << place
    }
    present |= given
    given = 0
    count += 1
  }

  /// Sets a member of all items.
  mutating func say(_ number: Double, ofAll member: ItemKey) {
    let start = member.place * room
    for place in start..<start + count { numbers[place] = number }
    if count > 0 { present |= 1 << member.place }
  }

  /// Whether the item that is being added has a member.
  func isGiven(_ member: ItemKey) -> Bool { given >> member.place & 1 == 1 }

  /// Whether one of the items has a member.
  func has(_ member: ItemKey) -> Bool { present >> member.place & 1 == 1 }

  /// Whether one of the items has a member beside its size.
  var hasMembers: Bool { present & ItemPortion.membersBits != 0 }

  /// Whether one of the items lacks a member.
  func lacks(_ member: ItemKey) -> Bool { lacking >> member.place & 1 == 1 }

  /// The values of a member, NaN for items that lack it; nil if no item has it.
  func values(_ member: ItemKey) -> ArraySlice<Double>? {
    let start = member.place * room
    return has(member) ? numbers[start..<start + count] : nil
  }

  /// The member of an item; nil if it lacks it.
  func number(_ member: ItemKey, _ item: Int) -> Double? {
    guard has(member) else { return nil }
    let number = numbers[member.place * room + item]
    return number.isNaN ? nil : number
  }

  /// The number of items that an entry describes.
  func itemCount(_ item: Int) -> Int { number(.count, item).map { Int($0) } ?? 1 }

  func isEstimated(_ item: Int) -> Bool {
    number(.estimated, item).map { $0 == 1 } ?? areAllEstimated
  }

  /// The members of an item other than sizes; nil if each has its default.
  func members(_ item: Int) -> GivenMembers? {
    guard hasMembers else { return nil }
    var members = GivenMembers()
    for (place, row) in MemberRow.ofItems.enumerated() {
      guard let number = number(.member(place), item) else { continue }
      members = members.with(row.form.isNumber ? .number(number) : values[Int(number)], of: row)
    }
    return members.ofItem
  }

  /// Whether the members other than sizes are numbers.
  var haveNumbersAlone: Bool { values.isEmpty }

  /// The codes of the members that some item has, and the places of their numbers.
  func memberColumns(
    isHorizontal: Bool, where isKept: (MemberRow) -> Bool
  ) -> [(code: UInt8, numbers: Range<Int>)] {
    MemberRow.ofItems.enumerated().compactMap { place, row in
      let start = ItemKey.member(place).place * room
      guard has(.member(place)), isKept(row) else { return nil }
      return (isHorizontal ? row.transposed : row.code, start..<start + count)
    }
  }

  /// Parses the next items; false if lists have different lengths, or one has an unusual spelling. O(bytes)
  mutating func read(
    _ items: inout CutItems, in text: RawSpan, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Bool {
    clear()
    if var offset = items.rows {
      guard try readRows(from: &offset, in: text, &meter) else { return false }
      items.rows = offset
      return true
    }
    if items.numbers.contains(where: \.member.isMember) {
      makeRoom(for: room, sayMembers: true)
    }
    for list in items.numbers.indices {
      let (member, start) = items.numbers[list]
      let read = JSONList.readNumbers(
        member.kind, in: text, from: &items.numbers[list].offset, into: &numbers,
        at: member.place * room, room: room)
      guard let read, list == 0 || (read.count == count && read.isAtEnd == isAtEnd) else {
        return false
      }
      (count, isAtEnd) = read
      present |= count > 0 ? 1 << member.place : 0
      keep(member)
      try meter.take(DecodingCost.bytes(items.numbers[list].offset - start))
    }
    return true
  }

  /// Replaces the numbers of a text by those that are kept.
  private mutating func keep(_ member: ItemKey) {
    guard has(member), case .member(let place) = member else { return }
    let form = MemberRow.ofItems[place].form
    switch form {
    case .wholeOrAll, .place:
      let start = member.place * room
      for place in start..<start + count { numbers[place] = form.kept(numbers[place]) }
    case .number, .whole, .flag, .text, .matrix: break
    }
  }

  private mutating func readRows(
    from offset: inout Int, in text: RawSpan, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Bool {
    let start = offset
    let sayMembers = memberCount == ItemKey.allCases.count
    let known = sayMembers ? ItemPortion.members : ItemPortion.sizes
    guard let read = known.readItems(in: text, from: &offset, into: &numbers, room: room) else {
      if sayMembers { return false }
      makeRoom(for: room, sayMembers: true)
      return try readRows(from: &offset, in: text, &meter)
    }
    (count, isAtEnd) = (read.count, read.isAtEnd)
    for place in 0..<memberCount {
      if read.have(place) { present |= 1 << place }
      if read.lack(place) { lacking |= 1 << place }
      if sayMembers { keep(ItemKey.allCases[place]) }
    }
    try meter.take(DecodingCost.bytes(offset - start))
    return true
  }

  /// The places of a member's numbers, with `substitute` for items that lack it; a single one for all items if none has
  /// it, or if it is not read.
  mutating func numbers(_ member: ItemKey, isRead: Bool, substitute: Double) -> Range<Int> {
    let start = member.place * room
    guard isRead, has(member) else {
      numbers[start] = isRead ? substitute : 0
      return start..<start + 1
    }
    if lacks(member) {
      for place in start..<start + count where numbers[place].isNaN { numbers[place] = substitute }
    }
    return start..<start + count
  }
}

extension ItemKey {
  /// The name of the list that has its values.
  var listName: String { if case .one(let column) = self { column.listName } else { name } }

  /// The form of its values in a text.
  var kind: JSONMemberKind {
    switch self {
    case .one: .number
    case .count: .numberWithoutList
    case .estimated: .boolean
    case .member(let place):
      switch MemberRow.ofItems[place].form {
      case .flag: .optionalBoolean
      // A text with the word `all` is read in another way.
      case .number, .whole, .wholeOrAll, .place: .optionalNumber
      case .text, .matrix: .other
      }
    }
  }
}
