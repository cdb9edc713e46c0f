import LayoutCore

/// The output for a page: numbers in sequence, and texts in UTF-8 that they refer to. Valid until the next call.
final class NumberOutput {
  private(set) var numbers: [Double] = []
  private(set) var texts: [UInt8] = []
  /// Device pixels for a point, to whose edges the frames of elements and sections are rounded in the next answer; 0 for
  /// none.
  var scale = 0.0

  /// The pixels for an answer about a snapshot; nil if its frames are not rounded.
  func grid(of snapshot: Snapshot) -> PixelGrid? {
    scale > 0 ? PixelGrid(scale: scale, of: snapshot) : nil
  }

  func removeAll() {
    numbers.removeAll(keepingCapacity: numbers.count <= NumberOutput.keptMax)
    texts.removeAll(keepingCapacity: texts.count <= NumberOutput.keptMax)
  }

  /// Memory for at most this many numbers and bytes is reused for the next call.
  private static let keptMax = 1 << 20

  func append(_ number: Double) { numbers.append(number) }

  @inline(never)
  func append(_ number: Int) { numbers.append(Double(number)) }

  func replace(at place: Int, by number: Double) { numbers[place] = number }

  /// Writes the start and the length of a text in bytes; −1 and 0 if it is nil.
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

  /// Writes the same for the bytes of a text.
  func append(utf8 bytes: ArraySlice<UInt8>?) {
    append(bytes == nil ? -1 : Double(texts.count))
    append(Double(bytes?.count ?? 0))
    if let bytes { texts.append(contentsOf: bytes) }
  }

  /// Writes a text that no number refers to.
  func append(text: some Sequence<UInt8>) { texts.append(contentsOf: text) }
}
