/// What values take from the allocator, in bytes: what every `byteCount` is made of.
///
/// The allocator is that of the GNU C library. It puts a word before each block and hands out multiples of 16 bytes, 32
/// at least. An object begins with two words, an array's elements stand behind four.
public enum HeapBytes {
  /// A block of so many bytes.
  public static func block(_ bytes: Int) -> Int { max(32, (bytes + 23) & ~15) }

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
    text.utf8.count <= 15 ? 0 : block(33 + text.utf8.count)
  }

  /// A place of a table with many entries of a type, as tables are filled on the average: three to six eighths.
  public static func tablePlace<Entry>(of entry: Entry.Type) -> Int {
    2 * MemoryLayout<Entry>.stride
  }

  /// A dictionary of this capacity, with so many bytes for a key and its value.
  public static func table(capacity: Int, entryBytes: Int) -> Int {
    guard capacity > 0 else { return 0 }
    // Three quarters of the places may be taken, whose number is a power of two; a bit says which are.
    let placesMin = (4 * capacity + 2) / 3
    let places = 1 << (Int.bitWidth - (placesMin - 1).leadingZeroBitCount)
    return block(64 + max(8, places / 8) + places * entryBytes)
  }
}

/// Adds up what objects take that may be shared: each counts once.
///
/// It remembers a thousand of those it has met last, and what is shared over a longer distance counts again.
struct HeapCounter {
  private static let rememberedMax = 1024

  /// Whether the colours' texts count with what has them. Those who have inherited one refer to the same text, which no
  /// comparison tells from an equal one; so who reads them counts them.
  let countsTexts: Bool
  private(set) var bytes = 0
  private var met: Set<ObjectIdentifier> = []

  init(countsTexts: Bool) { self.countsTexts = countsTexts }

  mutating func add(_ bytes: Int) { self.bytes += bytes }

  /// Whether an object is met for the first time. It has to live as long as the counter is asked.
  private mutating func meets(_ object: AnyObject) -> Bool {
    if met.count >= HeapCounter.rememberedMax { met.removeAll(keepingCapacity: true) }
    return met.insert(ObjectIdentifier(object)).inserted
  }

  /// A section that nothing else has been counted of, with all that it refers to but its metrics.
  mutating func add(_ section: Section) {
    add(Section.objectBytes + section.items.byteCount)
    add(section.headers)
    add(section.footers)
  }

  mutating func add(_ metrics: SectionMetrics) {
    guard meets(metrics) else { return }
    add(SectionMetrics.objectBytes)
    if let appearance = metrics.cellAppearance { add(appearance) }
    if let style = metrics.sectionSeparator { add(style) }
    switch metrics.engine {
    case .column(let column):
      if let style = column.separator { add(style) }
    case .mosaic(let mosaic):
      for styles in [mosaic.leading, mosaic.cycle] where !styles.isStandard && meets(styles) {
        add(styles.byteCount)
      }
    case .flow, .waterfall: break
    }
  }

  /// O(elements)
  mutating func add(_ stack: SupplementaryStack) {
    guard let contents = stack.contents, meets(contents) else { return }
    add(contents.byteCount)
    var previous: Appearance?
    for entry in contents.entries {
      guard let appearance = entry.element.appearance, appearance !== previous else { continue }
      add(appearance)
      previous = appearance
    }
  }

  private mutating func add(_ appearance: Appearance) {
    guard meets(appearance) else { return }
    add(Appearance.objectBytes)
    add(appearance.backgroundColor)
    add(appearance.selectedBackgroundColor)
  }

  private mutating func add(_ style: SeparatorStyle) {
    guard meets(style) else { return }
    add(SeparatorStyle.objectBytes)
    add(style.color)
  }

  private mutating func add(_ color: Color?) {
    if countsTexts, let color { add(HeapBytes.text(color.text)) }
  }
}
