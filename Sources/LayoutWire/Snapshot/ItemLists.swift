internal import JSONText
internal import LayoutCore

/// The lists of items in a snapshot's text, cut out before the rest of it is read.
///
/// They are most of a large text, and a document of them would take more time and memory than all other work. So they
/// are cut out, and what is left, with an empty array in the place of each, is parsed as usual; then each list is read
/// from the text itself. If the rest is JSON and the lists are, up to their first closing bracket, then the text is:
/// where a list was cut out the rest has the key and an array.
struct ItemLists {
  /// How deep the containers of a snapshot with lists are nested, the lists' objects included.
  static let depth = 5
  /// A text may have this number of lists of any length. With more lists, these have to have `bytesPerList` on average;
  /// otherwise reading a document costs no more.
  private static let listCountOfAnyLength = 1024
  private static let bytesPerList = 128

  /// The text with empty lists, and `JSONDocument.slackByteCount` bytes behind it.
  private(set) var rest: [UInt8] = []
  /// The bytes of the text, without white space at its end.
  let textByteCount: Int
  /// Where the lists of objects that have not been taken yet begin in the text, the first one last.
  private var rows: [Int] = []
  /// The same for lists of numbers, by the members' places.
  private var numbers = [[Int]](repeating: [], count: ItemKey.allCases.count)

  /// Cuts the lists out of a text; nil where it has none, or many short ones. O(bytes)
  init?(cutOutOf text: RawSpan, meter: inout StepMeter) throws(WalkStop) {
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

  /// Gives back the memory of the rest, once it has been parsed.
  mutating func forgetRest() { rest = [] }

  /// Whether each list has been taken.
  var areAllTaken: Bool { rows.isEmpty && numbers.allSatisfy(\.isEmpty) }

  /// Takes the next list of objects, in the text's order.
  mutating func takeRows() -> CutItems? { rows.popLast().map { CutItems(rows: $0) } }

  /// Takes the next lists of some members' numbers, in the text's order; nil where one has none.
  mutating func takeNumbers(_ members: [ItemKey]) -> CutItems? {
    var items = CutItems()
    for member in members {
      guard let offset = numbers[member.place].popLast() else { return nil }
      items.numbers.append((member, offset))
    }
    return items
  }
}
