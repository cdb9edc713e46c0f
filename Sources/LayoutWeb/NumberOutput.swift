import LayoutCore

/// What a page reads: numbers one after the other, and texts in UTF-8 that they refer to; valid until the next call.
final class NumberOutput {
  private(set) var numbers: [Double] = []
  private(set) var texts: [UInt8] = []

  func removeAll() {
    numbers.removeAll(keepingCapacity: numbers.count <= NumberOutput.keptMax)
    texts.removeAll(keepingCapacity: texts.count <= NumberOutput.keptMax)
  }

  /// How many numbers and bytes keep their memory for the next call.
  private static let keptMax = 1 << 20

  func append(_ number: Double) { numbers.append(number) }

  func replace(at place: Int, by number: Double) { numbers[place] = number }

  /// Writes where a text starts and how many bytes it has; −1 and 0 where there is none.
  func append(_ text: String?) {
    guard let text else {
      append(-1)
      return append(0)
    }
    let start = texts.count
    texts.append(utf8: text)
    append(Double(start))
    append(Double(texts.count - start))
  }

  /// The same of a text that is there as its bytes.
  func append(utf8 bytes: ArraySlice<UInt8>?) {
    append(bytes == nil ? -1 : Double(texts.count))
    append(Double(bytes?.count ?? 0))
    if let bytes { texts.append(contentsOf: bytes) }
  }

  /// Writes a text that no number refers to.
  func append(text: some Sequence<UInt8>) { texts.append(contentsOf: text) }
}
