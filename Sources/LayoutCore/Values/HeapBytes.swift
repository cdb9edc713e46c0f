/// The memory that values take from the allocator, in bytes; every `byteCount` is a sum of these.
///
/// The allocator is that of the GNU C library. It puts a word before each block and hands out multiples of 16 bytes, 32
/// at least. An object begins with two words, an array's elements stand behind four. In the module for pages nobody asks for
/// the memory of values: there everything has 0 bytes, so that nothing of the counting is compiled.
public enum HeapBytes {
  /// Whether values have their memory counted.
  static var areCounted: Bool {
    #if hasFeature(Embedded)
      false
    #else
      true
    #endif
  }

  /// A block of `bytes` bytes.
  public static func block(_ bytes: Int) -> Int { areCounted ? max(32, (bytes + 23) & ~15) : 0 }

  /// An object whose stored properties are laid out like this tuple.
  public static func object<Properties>(_ properties: Properties.Type) -> Int {
    block(16 + MemoryLayout<Properties>.size)
  }

  /// An array, with the room that it keeps; what its elements refer to is left out.
  public static func array<Element>(_ array: [Element]) -> Int {
    array.capacity == 0 ? 0 : block(32 + array.capacity * MemoryLayout<Element>.stride)
  }

  /// A text. Up to 15 bytes stand in the value itself.
  public static func text(_ text: String) -> Int {
    guard areCounted else { return 0 }
    let count = text.utf8.span.count
    return count <= 15 ? 0 : block(33 + count)
  }

  /// A place of a table with many entries of a type, as tables are filled on the average: three to six eighths.
  public static func tablePlace<Entry>(of entry: Entry.Type) -> Int {
    areCounted ? 2 * MemoryLayout<Entry>.stride : 0
  }

  /// A dictionary of this capacity, with `entryBytes` bytes for a key and its value.
  public static func table(capacity: Int, entryBytes: Int) -> Int {
    guard areCounted, capacity > 0 else { return 0 }
    // Three quarters of the places may be taken, whose number is a power of two; a bit says which are.
    let placesMin = (4 * capacity + 2) / 3
    let places = 1 << (Int.bitWidth - (placesMin - 1).leadingZeroBitCount)
    return block(64 + max(8, places / 8) + places * entryBytes)
  }
}
