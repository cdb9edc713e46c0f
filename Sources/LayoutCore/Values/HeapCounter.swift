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
  private(set) var countedBytes = 0
  private var met: Set<ObjectIdentifier> = []

  init(countsTexts: Bool) { self.countsTexts = countsTexts }

  mutating func add(_ bytes: Int) { self.bytes += bytes }

  /// Whether an object is met for the first time. It has to live as long as the counter.
  mutating func meets(_ object: some AnyObject) -> Bool {
    guard HeapBytes.areCounted else { return false }
    if met.count >= HeapCounter.rememberedMax { met.removeAll(keepingCapacity: true) }
    return met.insert(ObjectIdentifier(object)).inserted
  }

  /// Adds a section with its items and stacks, without its metrics.
  mutating func add(_ section: Section) {
    add(Section.objectBytes)
    if let tree = section.items.tree {
      add(tree.byteCount)
      countedBytes += tree.countedByteCount
    }
    add(section.headers)
    add(section.footers)
  }

  mutating func add(_ metrics: SectionMetrics) {
    guard meets(metrics) else { return }
    add(SectionMetrics.objectBytes)
    if let appearance = metrics.cellAppearance { add(appearance) }
    if let style = metrics.sectionSeparator { add(style) }
    if let style = metrics.engine.separator { add(style) }
    metrics.engine.countBytes(in: &self)
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
