internal import JSONText
internal import LayoutCore

/// The lists of items in a snapshot's text, cut out before the rest is parsed.
///
/// Lists are most of a large text, and a document of them would take more time and memory than all other work. So they
/// are cut out, the rest is parsed as usual, with an empty array in the place of each list, and then each list is
/// parsed directly from the text. The whole text is valid JSON if the rest is, and each list up to its first closing
/// bracket is, since the rest has the key and an array in the place of each list.
struct ItemLists {
  /// The depth of the containers of a snapshot with lists, including the objects in the lists.
  static let depth = 5
  /// A text with at most this many lists may have lists of any length. With more, the lists must have `bytesPerList` on
  /// average; otherwise a document of the whole text is just as fast.
  private static let listCountOfAnyLength = 1024
  private static let bytesPerList = 128

  /// The text with empty lists, followed by `JSONDocument.slackByteCount` bytes.
  private(set) var rest: [UInt8] = []
  /// The length of the text in bytes, without white space at its end.
  let textByteCount: Int
  /// The places in the text of the lists of objects that have not been taken yet, the first one last.
  private var rows: [Int] = []
  /// The places of the lists of numbers, for each member.
  private var numbers = [[Int]](repeating: [], count: ItemKey.allCases.count)

  /// Cuts the lists out of a text; nil if it has none, or many short ones. O(bytes)
  init?(cutOutOf text: RawSpan, meter: inout WorkMeter) throws(WalkInterrupted) {
    try meter.take(DecodingCost.list)
    let whole = text.byteCount
    let text = text.extracting(first: byteCountWithoutSpace(of: text))
    textByteCount = text.byteCount
    try meter.take(DecodingCost.bytes(whole - text.byteCount))
    var offset = 0
    var restStart = 0
    var (listCount, listBytes) = (0, 0)
    while let list = ItemPortion.members.nextList(in: text, from: &offset) {
      let bytes = JSONList.byteCount(in: text, from: offset)
      guard offset + bytes < text.byteCount else { return nil }
      try meter.take(
        DecodingCost.list + DecodingCost.bytes(offset - restStart)
          + DecodingCost.skippedBytes(bytes))
      appendBytes(restStart..<offset, of: text, to: &rest)
      switch list {
      case .items: rows.append(offset)
      case .numbers(let member): numbers[member].append(offset)
      }
      restStart = offset + bytes
      offset = restStart + 1
      listCount += 1
      listBytes += bytes + 1
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
    for member in numbers.indices { numbers[member].reverse() }
  }

  /// Releases the memory of the rest after it has been parsed.
  mutating func forgetRest() { rest = [] }

  /// Whether each list has been taken.
  var areAllTaken: Bool { rows.isEmpty && numbers.allSatisfy(\.isEmpty) }

  /// Takes the next list of objects, in the order of the text.
  mutating func takeRows() -> CutItems? { rows.popLast().map { CutItems(rows: $0) } }

  /// Takes the next lists of the numbers of members, in the order of the text; nil if a member has no list left.
  mutating func takeNumbers(_ members: [ItemKey]) -> CutItems? {
    var items = CutItems()
    for member in members {
      guard let offset = numbers[member.place].popLast() else { return nil }
      items.numbers.append((member, offset))
    }
    return items
  }
}
