extension HeapCounter {
  /// Adds a section with its items and stacks, without its metrics.
  mutating func add(_ section: Section) {
    add(Section.objectBytes + section.items.byteCount)
    if let tree = section.items.tree {
      add(tree.byteCount)
      countedBytes += tree.countedByteCount
    }
    add(section.headers)
    add(section.footers)
    add(section.members.given.byteCount)
    guard let placeholder = section.placeholder, meets(placeholder) else { return }
    add(Placeholder.objectBytes)
    if let appearance = placeholder.appearance { add(appearance) }
  }

  mutating func add(_ metrics: SectionMetrics) {
    guard meets(metrics) else { return }
    add(SectionMetrics.objectBytes)
    if let appearance = metrics.cellAppearance { add(appearance) }
    if let style = metrics.sectionSeparator { add(style) }
    if let style = metrics.cellSeparator { add(style) }
    if let extras = metrics.extras, meets(extras) { add(extras.byteCount) }
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

  private mutating func add(_ style: SeparatorStyle) {
    guard meets(style) else { return }
    add(SeparatorStyle.objectBytes)
    add(style.color)
  }
}
