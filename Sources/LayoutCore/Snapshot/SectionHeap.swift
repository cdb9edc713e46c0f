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
    metrics.engine.countBytes(in: &self)
    if let extras = metrics.extras, meets(extras) { add(extras) }
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

  private mutating func add(_ extras: SectionExtras) {
    add(SectionExtras.objectBytes)
    if let background = extras.background, meets(background) {
      add(SectionBackground.objectBytes)
      add(background.color)
    }
    if let shelf = extras.shelf, meets(shelf) {
      add(Shelf.objectBytes)
      add(shelf.color)
    }
    if let effect = extras.effect, meets(effect) { add(effect.byteCount) }
  }

  private mutating func add(_ style: SeparatorStyle) {
    guard meets(style) else { return }
    add(SeparatorStyle.objectBytes)
    add(style.color)
  }
}
