/// Adds up the memory of objects that may be shared, counting each only once.
///
/// It remembers the last thousand objects. An object that occurs again later is counted again.
public struct HeapCounter {
  private static let rememberedMax = 1024

  /// Whether to count the texts of colours. The decoder counts them itself, because inherited colours share a text, and
  /// here this looks the same as equal texts.
  let countsTexts: Bool
  private(set) var bytes = 0
  /// The part of these bytes that a table of content counts too.
  var countedBytes = 0
  #if !hasFeature(Embedded)
    private var met: Set<ObjectIdentifier> = []
  #endif

  init(countsTexts: Bool) { self.countsTexts = countsTexts }

  mutating func add(_ bytes: Int) { self.bytes += bytes }

  /// Whether an object occurs for the first time. It must live at least as long as the counter.
  mutating func meets(_ object: some AnyObject) -> Bool {
    #if hasFeature(Embedded)
      return false
    #else
      if met.count >= HeapCounter.rememberedMax { met.removeAll(keepingCapacity: true) }
      return met.insert(ObjectIdentifier(object)).inserted
    #endif
  }

  mutating func add(_ appearance: Appearance) {
    guard meets(appearance) else { return }
    add(Appearance.objectBytes)
    add(appearance.backgroundColor)
    add(appearance.selectedBackgroundColor)
    add(appearance.members.byteCount)
  }

  mutating func add(_ color: Color?) {
    if countsTexts, let color { add(HeapBytes.text(color.text)) }
  }
}
