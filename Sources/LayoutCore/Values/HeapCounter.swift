/// Adds up the memory of objects that may be shared: each counts once.
///
/// It knows the last thousand objects; one that comes again later counts again.
public struct HeapCounter {
  private static let rememberedMax = 1024

  /// Whether the texts of colours count. The decoder counts them itself: inherited colours share one text, which cannot
  /// be told from an equal one here.
  let countsTexts: Bool
  private(set) var bytes = 0
  /// Those of them that a table of content counts, too.
  var countedBytes = 0
  private var met: Set<ObjectIdentifier> = []

  init(countsTexts: Bool) { self.countsTexts = countsTexts }

  mutating func add(_ bytes: Int) { self.bytes += bytes }

  /// Whether an object is met for the first time. It has to live as long as the counter.
  mutating func meets(_ object: some AnyObject) -> Bool {
    guard HeapBytes.areCounted else { return false }
    if met.count >= HeapCounter.rememberedMax { met.removeAll(keepingCapacity: true) }
    return met.insert(ObjectIdentifier(object)).inserted
  }

  mutating func add(_ appearance: Appearance) {
    guard meets(appearance) else { return }
    add(Appearance.objectBytes)
    add(appearance.backgroundColor)
    add(appearance.selectedBackgroundColor)
  }

  mutating func add(_ color: Color?) {
    if countsTexts, let color { add(HeapBytes.text(color.text)) }
  }
}
