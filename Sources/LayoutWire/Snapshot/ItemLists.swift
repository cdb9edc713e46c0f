internal import JSONText
internal import LayoutCore

/// The numbers of one member of the items of a list; 1 and 0 for true and false.
struct ItemNumbers {
  /// One for each item, NaN where it lacks the member; none where all lack it.
  private(set) var values: [Double] = []
  /// Whether some item has the member.
  private(set) var isPresent = false
  /// Whether some item lacks it.
  private(set) var isLacking = false

  /// Makes a list in which no item lacks the member.
  init(_ values: [Double] = []) {
    self.values = values
    isPresent = !values.isEmpty
  }

  /// Makes room for the numbers of so many items.
  mutating func reserve(_ count: Int) { values.reserveCapacity(count) }

  /// Adds the numbers of items that follow `itemCount` others.
  mutating func append(
    _ numbers: ArraySlice<Double>, after itemCount: Int, hasSome: Bool, lacksSome: Bool
  ) {
    isLacking = isLacking || lacksSome
    guard isPresent || hasSome else { return }
    if !isPresent { values.append(contentsOf: repeatElement(.nan, count: itemCount)) }
    isPresent = true
    if hasSome {
      values.append(contentsOf: numbers)
    } else {
      values.append(contentsOf: repeatElement(.nan, count: numbers.count))
    }
  }

  /// Adds the number of one item more, which is not kept where the member is not read. O(1)
  mutating func append(_ number: Double?, isRead: Bool) {
    if number == nil { isLacking = true } else { isPresent = true }
    if isRead { values.append(number ?? .nan) }
  }

  /// Gives back memory that is not used, where that is more than a sixteenth. O(count)
  mutating func trim() {
    guard values.capacity - values.count > values.count / 16 else { return }
    var trimmed: [Double] = []
    trimmed.reserveCapacity(values.count)
    trimmed.append(contentsOf: values)
    values = trimmed
  }

  /// The numbers, `substitute` where an item lacks the member. O(count) where one does
  consuming func extents(substitute: Double) -> Extents {
    guard isPresent else { return .uniform(substitute) }
    if isLacking {
      for place in values.indices where values[place].isNaN { values[place] = substitute }
    }
    return .explicit(values)
  }
}

/// The items of a list of objects, in columns.
struct ItemRows {
  var count = 0
  /// By the members' places.
  var numbers = ItemKey.allCases.map { _ in ItemNumbers() }

  subscript(member: ItemKey) -> ItemNumbers { numbers[member.place] }

  /// Takes the numbers of a member out.
  mutating func take(_ member: ItemKey) -> ItemNumbers {
    var taken = ItemNumbers()
    swap(&taken, &numbers[member.place])
    return taken
  }
}

/// The lists of items in a snapshot's text, read before the rest of it.
///
/// They are most of a large text, and a document of them would take more time and memory than all other work. So they
/// are cut out, and what is left, with an empty array in the place of each, is parsed as usual. If the rest is JSON
/// then the text is: where a list was cut out the rest has the key and an array, and the lists are JSON by themselves.
struct ItemLists {
  /// How deep the containers of a snapshot with lists are nested, the lists' objects included.
  static let depth = 5
  /// How many items are read at a time.
  private static let portion = 1024
  /// A text may have this number of lists of any length. With more lists, these have to have `bytesPerList` on average;
  /// otherwise reading a document costs no more.
  private static let listCountOfAnyLength = 1024
  private static let bytesPerList = 128
  private static let members = JSONMembers(ItemKey.allCases.map { ($0.name, $0.kind) })

  /// The text with empty lists, and `JSONDocument.slackByteCount` bytes behind it.
  private(set) var rest: [UInt8] = []
  /// The lists that have not been taken yet, the first one last.
  private var rows: [ItemRows] = []
  /// By the members' places.
  private var lists = [[ItemNumbers]](repeating: [], count: ItemKey.allCases.count)

  /// Cuts the lists out of a text; nil where it has none, many short ones, or one in an unusual spelling. O(bytes)
  init?(cutOutOf text: RawSpan, meter: inout StepMeter) throws(WalkStop) {
    try meter.take(DecodingCost.list)
    let whole = text.byteCount
    let text = text.extracting(first: byteCountWithoutSpace(of: text))
    try meter.take(DecodingCost.bytes(whole - text.byteCount))
    var offset = 0
    var restStart = 0
    var (listCount, listBytes) = (0, 0)
    var portion = [Double](
      repeating: 0, count: ItemLists.portion * ItemKey.allCases.count)
    while let list = ItemLists.members.nextList(in: text, from: &offset) {
      try meter.take(DecodingCost.list + DecodingCost.bytes(offset - restStart))
      appendBytes(restStart..<offset, of: text, to: &rest)
      let start = offset
      switch list {
      case .items:
        guard let items = try ItemLists.rows(in: text, from: &offset, &portion, &meter) else {
          return nil
        }
        rows.append(items)
      case .numbers(let member):
        guard
          let numbers = try ItemLists.numbers(
            ItemKey.allCases[member].kind, in: text, from: &offset, &portion, &meter)
        else { return nil }
        lists[member].append(numbers)
      }
      restStart = offset - 1
      listCount += 1
      listBytes += offset - start
      if listCount > ItemLists.listCountOfAnyLength,
        listBytes < listCount * ItemLists.bytesPerList
      {
        return nil
      }
    }
    guard restStart > 0 else { return nil }
    rest.reserveCapacity(rest.count + text.byteCount - restStart + JSONDocument.slackByteCount)
    appendBytes(restStart..<text.byteCount, of: text, to: &rest)
    rest.append(contentsOf: repeatElement(0, count: JSONDocument.slackByteCount))
    rows.reverse()
    for member in lists.indices { lists[member].reverse() }
  }

  private static func rows(
    in text: RawSpan, from offset: inout Int, _ portion: inout [Double], _ meter: inout StepMeter
  ) throws(WalkStop) -> ItemRows? {
    var rows = ItemRows()
    var expected = 0
    while true {
      let start = offset
      guard
        let read = members.readItems(
          in: text, from: &offset, into: &portion, room: ItemLists.portion)
      else { return nil }
      try meter.take(DecodingCost.bytes(offset - start))
      if rows.count == 0, !read.isAtEnd {
        expected = expectedCount(in: text, from: offset, after: offset - start)
      }
      for place in rows.numbers.indices {
        let first = place * ItemLists.portion
        if read.have(place), !rows.numbers[place].isPresent {
          rows.numbers[place].reserve(max(expected, rows.count + read.count))
        }
        rows.numbers[place].append(
          portion[first..<(first + read.count)], after: rows.count, hasSome: read.have(place),
          lacksSome: read.lack(place))
      }
      rows.count += read.count
      if read.isAtEnd {
        for place in rows.numbers.indices { rows.numbers[place].trim() }
        return rows
      }
    }
  }

  private static func numbers(
    _ kind: JSONMemberKind, in text: RawSpan, from offset: inout Int, _ portion: inout [Double],
    _ meter: inout StepMeter
  ) throws(WalkStop) -> ItemNumbers? {
    var numbers = ItemNumbers()
    while true {
      let start = offset
      guard
        let read = JSONList.readNumbers(
          kind, in: text, from: &offset, into: &portion, room: ItemLists.portion)
      else { return nil }
      try meter.take(DecodingCost.bytes(offset - start))
      if !numbers.isPresent, !read.isAtEnd {
        numbers.reserve(expectedCount(in: text, from: offset, after: offset - start))
      }
      numbers.append(
        portion[..<read.count], after: numbers.values.count, hasSome: read.count > 0,
        lacksSome: false)
      if read.isAtEnd {
        numbers.trim()
        return numbers
      }
    }
  }

  /// How many elements a list probably has whose first portion takes so many bytes, and a few more.
  private static func expectedCount(
    in text: RawSpan, from offset: Int, after portionBytes: Int
  ) -> Int {
    let portions = JSONList.byteCount(in: text, from: offset) / portionBytes + 2
    return portion * (portions + portions / 64)
  }

  /// Gives back the memory of the rest, once it has been parsed.
  mutating func forgetRest() { rest = [] }

  // MARK: Taking them

  /// Whether each list has been taken.
  var areAllTaken: Bool { rows.isEmpty && lists.allSatisfy(\.isEmpty) }

  /// The next list of objects, in the text's order.
  var nextRows: ItemRows? { rows.last }

  /// The next list of a member's numbers, in the text's order.
  func next(_ member: ItemKey) -> ItemNumbers? { lists[member.place].last }

  /// Takes the next list of objects.
  mutating func takeRows() -> ItemRows? { rows.popLast() }

  /// Takes the next list of a member's numbers.
  mutating func take(_ member: ItemKey) -> ItemNumbers? { lists[member.place].popLast() }
}
