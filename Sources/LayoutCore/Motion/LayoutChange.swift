/// Two layouts, and the mapping of each section and item from the old to the new one (docs/rules.md#changed-stretch,
/// docs/rules.md#scroll-anchor, docs/rules.md#transition).
public final class LayoutChange {
  public let before: Layout
  public let after: Layout
  let mapping: IndexMapping
  let forward: ForwardMapping
  let slides: SlidingSections

  /// Creates a change from the mapping of its steps. O(runs log runs)
  ///
  /// - Parameter mapping: The combined mapping of all steps.
  public init(
    before: Layout, after: Layout, mapping: IndexMapping, slides: SlidingSections = .none
  ) {
    self.before = before
    self.after = after
    self.mapping = mapping
    self.slides = slides
    forward = ForwardMapping(mapping)
  }

  /// Creates a change that matches sections and items by number: those with a number in both layouts are the same.
  /// O(sections), O(1) for layouts of one snapshot
  public convenience init(
    matchingPlacesOf before: Layout, _ after: Layout,
    meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    let (old, new) = (before.snapshot.sections, after.snapshot.sections)
    let common = min(old.count, new.count)
    let compared = before.snapshot === after.snapshot ? 0 : common
    try meter.take(compared)
    var items = NumberedValues<OriginRuns<ItemPath>>()
    for number in 0..<compared where old[number].items.count != new[number].items.count {
      let kept = min(old[number].items.count, new[number].items.count)
      var list = OriginRuns(OriginRun(count: kept, from: ItemPath(number, 0)))
      list.append(OriginRun(count: new[number].items.count - kept))
      items.set(list, at: number)
    }
    var sections = OriginRuns(OriginRun(count: common, from: 0))
    sections.append(OriginRun(count: new.count - common))
    self.init(
      before: before, after: after, mapping: IndexMapping(sections: sections, items: items))
  }
}
