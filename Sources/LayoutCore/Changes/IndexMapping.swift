/// The origins of the sections and items of a list after steps, as runs. A run of a billion items costs as much as one
/// of a single item.
public final class IndexMapping: Sendable {
  /// The new sections. A section that is new, or that a single step reloads or sets, has a source.
  public let sections: OriginRuns<Int>
  /// The items of those new sections whose items differ from those that the section had before, by section number.
  ///
  /// A new or reloaded section that is not listed has the items that its source describes. In the mapping of a single
  /// step, an item has a source if an entry inserts, reloads or resizes it. In the mapping of several steps, resized
  /// items have none.
  public let items: NumberedValues<OriginRuns<ItemPath>>
  /// The items that sections had when they were reloaded after their items had been changed, by the sections' old
  /// numbers.
  let replacedItems: NumberedValues<OriginRuns<ItemPath>>

  init(
    sections: OriginRuns<Int>, items: NumberedValues<OriginRuns<ItemPath>> = NumberedValues(),
    replacedItems: NumberedValues<OriginRuns<ItemPath>> = NumberedValues()
  ) {
    self.sections = sections
    self.items = items
    self.replacedItems = replacedItems
  }

  /// The mapping of this step followed by another one. O(runs of the sections that either changes)
  func followed(by next: IndexMapping) -> IndexMapping {
    var sections = OriginRuns<Int>()
    for run in next.sections.runs {
      guard let from = run.from else {
        sections.append(run)
        continue
      }
      sections.append(from..<from + run.count, of: self.sections) { part in
        if part.from == nil && run.isReloaded { part.insertedBy = part.insertedBy ?? part.source }
        part.take(run, offset: part.start - from)
      }
    }
    var items = NumberedValues<OriginRuns<ItemPath>>()
    var replacedItems = self.replacedItems
    if !self.items.values.isEmpty {
      let forward = ForwardMapping(next)
      for (section, list) in zip(self.items.numbers, self.items.values) {
        let fate = forward.section(section)
        guard let after = fate.after else { continue }
        guard fate.isReloaded else {
          items.set(list, at: after + section - fate.range.lowerBound)
          continue
        }
        let own = self.sections.run(from: section)
        if let number = own.from, !own.isReloaded { replacedItems.set(list, at: number) }
      }
    }
    for (section, list) in zip(next.items.numbers, next.items.values) {
      var runs = OriginRuns<ItemPath>()
      for run in list.runs {
        if let from = run.from {
          append(run, from, to: &runs)
        } else {
          runs.append(run)
        }
      }
      items.set(runs, at: section)
    }
    return IndexMapping(sections: sections, items: items, replacedItems: replacedItems)
  }

  /// Appends the origins of a run of items after this mapping.
  private func append(
    _ run: OriginRun<ItemPath>, _ from: ItemPath, to runs: inout OriginRuns<ItemPath>
  ) {
    let range = from.item..<from.item + run.count
    if let list = items[from.section] {
      runs.append(range, of: list) { $0.take(run, offset: $0.start - from.item) }
      return
    }
    let section = sections.run(from: from.section)
    var part = OriginRun<ItemPath>(count: run.count)
    if let number = section.from {
      part.from = section.isReloaded ? nil : ItemPath(number, from.item)
      part.comesWithReload = section.isReloaded
    }
    part.take(run, offset: 0)
    runs.append(part)
  }
}

extension OriginRun {
  /// Applies a step to this run, which begins at element `offset` of `next`.
  fileprivate mutating func take(_ next: OriginRun, offset: Int) {
    isMoved = isMoved || next.isMoved
    if next.isReloaded {
      source = next.source
      source?.offset += offset
    } else if from != nil && !isReloaded {
      source = nil
    }
    isReloaded = isReloaded || next.isReloaded
  }
}
