/// The memory of values on the heap, in bytes. Every `byteCount` is a sum of these.
///
/// The allocator is that of the GNU C library. It adds a word to each block and allocates multiples of 16 bytes, at
/// least 32. An object begins with two words; the elements of an array come after four words. The module for pages does
/// not count memory: there, everything has 0 bytes, so that no code for counting is compiled.
public enum HeapBytes {
  /// Whether memory is counted.
  static var areCounted: Bool {
    #if hasFeature(Embedded)
      false
    #else
      true
    #endif
  }

  /// A block of `bytes` bytes.
  public static func block(_ bytes: Int) -> Int { areCounted ? max(32, (bytes + 23) & ~15) : 0 }

  /// An object whose stored properties have the layout of a tuple.
  public static func object<Properties>(_ properties: Properties.Type) -> Int {
    block(16 + MemoryLayout<Properties>.size)
  }

  /// An array with its capacity, without the objects that its elements refer to.
  public static func array<Element>(_ array: [Element]) -> Int {
    array.capacity == 0 ? 0 : block(32 + array.capacity * MemoryLayout<Element>.stride)
  }

  /// A text. Up to 15 bytes are stored in the value itself.
  public static func text(_ text: String) -> Int {
    guard areCounted else { return 0 }
    let count = text.withUTF8Span { $0.count }
    return count <= 15 ? 0 : block(33 + count)
  }

  /// The memory per entry of a large table, at the average load of three to six eighths.
  public static func tablePlace<Entry>(of entry: Entry.Type) -> Int {
    areCounted ? 2 * MemoryLayout<Entry>.stride : 0
  }

  /// A dictionary with this capacity, and `entryBytes` bytes for a key and its value.
  public static func table(capacity: Int, entryBytes: Int) -> Int {
    guard areCounted, capacity > 0 else { return 0 }
    // The number of places is a power of two, of which at most three quarters are used. Each place also has a bit.
    let placesMin = (4 * capacity + 2) / 3
    let places = 1 << (Int.bitWidth - (placesMin - 1).leadingZeroBitCount)
    return block(64 + max(8, places / 8) + places * entryBytes)
  }
}
