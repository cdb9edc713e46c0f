internal import JSONText
internal import LayoutCore

/// The lists of sizes of a snapshot's text, read before the rest of it.
///
/// They are most of a large text, and a document of them would take more time and memory than all else. So they are cut
/// out, and what is left, with an empty array in the place of each, is parsed as usual. If the rest is JSON then the text
/// is: where a list was cut out the rest has the key and an array, and the lists are JSON by themselves.
struct SizeLists {
  /// The sizes of a list of objects, in columns; NaN stands for what an object lacks.
  struct Sizes {
    var widths: [Double] = []
    var heights: [Double] = []
    /// Whether some object lacks something.
    var lacks = false
  }

  /// How deep the containers of a snapshot with lists are nested, the lists' objects included.
  static let depth = 5
  /// How many items are read at a time.
  private static let portion = 1024
  /// A text may have this number of lists of any length. With more lists, these have to have `bytesPerList` on average;
  /// otherwise reading a document costs no more.
  private static let listCountOfAnyLength = 1024
  private static let bytesPerList = 128

  /// The text with empty lists, and `JSONDocument.slackByteCount` bytes behind it.
  private(set) var rest: [UInt8] = []
  /// Those that have yet to be taken, the first one last.
  private var items: [Sizes] = []
  private var widths: [[Double]] = []
  private var heights: [[Double]] = []

  /// Cuts the lists out of a text; nil where it has none, many short ones, or one in an unusual spelling. O(bytes)
  init?(cutOutOf text: RawSpan, meter: inout StepMeter) throws(WalkStop) {
    try meter.take(DecodingCost.list)
    let whole = text.byteCount
    let text = text.extracting(first: byteCountWithoutSpace(of: text))
    try meter.take(DecodingCost.bytes(whole - text.byteCount))
    var offset = 0
    var restStart = 0
    var (listCount, listBytes) = (0, 0)
    var portion = Sizes(
      widths: Array(repeating: 0, count: SizeLists.portion),
      heights: Array(repeating: 0, count: SizeLists.portion))
    while let list = JSONList.next(in: text, from: &offset) {
      try meter.take(DecodingCost.list + DecodingCost.bytes(offset - restStart))
      appendBytes(restStart..<offset, of: text, to: &rest)
      let start = offset
      switch list {
      case .items:
        guard
          let sizes = try SizeLists.sizes(in: text, from: &offset, &portion, &meter)
        else { return nil }
        items.append(sizes)
      case .widths, .heights:
        guard
          let numbers = try SizeLists.numbers(
            in: text, from: &offset, &portion.widths, &meter)
        else { return nil }
        if list == .widths { widths.append(numbers) } else { heights.append(numbers) }
      }
      restStart = offset - 1
      listCount += 1
      listBytes += offset - start
      if listCount > SizeLists.listCountOfAnyLength,
        listBytes < listCount * SizeLists.bytesPerList
      {
        return nil
      }
    }
    guard restStart > 0 else { return nil }
    rest.reserveCapacity(rest.count + text.byteCount - restStart + JSONDocument.slackByteCount)
    appendBytes(restStart..<text.byteCount, of: text, to: &rest)
    rest.append(contentsOf: repeatElement(0, count: JSONDocument.slackByteCount))
    items.reverse()
    widths.reverse()
    heights.reverse()
  }

  private static func sizes(
    in text: RawSpan, from offset: inout Int, _ portion: inout Sizes, _ meter: inout StepMeter
  ) throws(WalkStop) -> Sizes? {
    var sizes = Sizes()
    while true {
      let start = offset
      guard
        let read = JSONList.readSizes(
          in: text, from: &offset, widths: &portion.widths, heights: &portion.heights,
          lacks: &sizes.lacks)
      else { return nil }
      try meter.take(DecodingCost.bytes(offset - start))
      if sizes.widths.isEmpty, !read.isAtEnd {
        let count = expectedCount(in: text, from: offset, after: offset - start)
        sizes.widths.reserveCapacity(count)
        sizes.heights.reserveCapacity(count)
      }
      sizes.widths.append(contentsOf: portion.widths[..<read.count])
      sizes.heights.append(contentsOf: portion.heights[..<read.count])
      if read.isAtEnd {
        sizes.widths.trim()
        sizes.heights.trim()
        return sizes
      }
    }
  }

  private static func numbers(
    in text: RawSpan, from offset: inout Int, _ portion: inout [Double], _ meter: inout StepMeter
  ) throws(WalkStop) -> [Double]? {
    var numbers: [Double] = []
    while true {
      let start = offset
      guard let read = JSONList.readNumbers(in: text, from: &offset, into: &portion) else {
        return nil
      }
      try meter.take(DecodingCost.bytes(offset - start))
      if numbers.isEmpty, !read.isAtEnd {
        numbers.reserveCapacity(expectedCount(in: text, from: offset, after: offset - start))
      }
      numbers.append(contentsOf: portion[..<read.count])
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
  var areAllTaken: Bool { items.isEmpty && widths.isEmpty && heights.isEmpty }

  /// The next list of objects, in the text's order.
  mutating func takeItems() -> Sizes? { items.popLast() }

  /// The next list of widths, in the text's order.
  mutating func takeWidths() -> [Double]? { widths.popLast() }

  /// The next list of heights, in the text's order.
  mutating func takeHeights() -> [Double]? { heights.popLast() }
}

extension [Double] {
  /// Gives back memory that is not used, where that is more than a sixteenth. O(count)
  fileprivate mutating func trim() {
    guard capacity - count > count / 16 else { return }
    var trimmed: [Double] = []
    trimmed.reserveCapacity(count)
    trimmed.append(contentsOf: self)
    self = trimmed
  }
}
