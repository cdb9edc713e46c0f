/// Where the sections and items of a list after steps come from, in runs: a billion items that stay together cost what
/// one does.
public struct IndexMapping: Sendable {
  /// The sections after. One that is new has a source; so has one that a single step reloads or sets.
  public let sections: OriginRuns<Int>
  /// The items of those sections after that do not simply have the items that their section had before, by their
  /// numbers.
  ///
  /// A section that is new or reloaded and not listed has the items that its source says. In the mapping of a single
  /// step an item has a source where an entry brings it, replaces it or gives it a size, in one of several steps not
  /// where it was resized.
  public let items: [Int: OriginRuns<ItemPath>]
  /// Of sections before that have been reloaded after their items had been changed, by their numbers before: the items
  /// that they had then.
  let replacedItems: [Int: OriginRuns<ItemPath>]

  init(
    sections: OriginRuns<Int>, items: [Int: OriginRuns<ItemPath>],
    replacedItems: [Int: OriginRuns<ItemPath>] = [:]
  ) {
    self.sections = sections
    self.items = items
    self.replacedItems = replacedItems
  }

  /// The mapping of this and then of another step. O(runs of the sections that either changes)
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
    var items: [Int: OriginRuns<ItemPath>] = [:]
    var replacedItems = self.replacedItems
    if !self.items.isEmpty {
      let forward = ForwardMapping(next)
      for (section, list) in self.items {
        let fate = forward.section(section)
        guard let after = fate.after else { continue }
        guard fate.isReloaded else {
          items[after + section - fate.range.lowerBound] = list
          continue
        }
        let own = self.sections.run(from: section)
        if let number = own.from, !own.isReloaded { replacedItems[number] = list }
      }
    }
    for (section, list) in next.items {
      var runs = OriginRuns<ItemPath>()
      for run in list.runs {
        if let from = run.from {
          append(run, from, to: &runs)
        } else {
          runs.append(run)
        }
      }
      items[section] = runs
    }
    return IndexMapping(sections: sections, items: items, replacedItems: replacedItems)
  }

  /// Adds what a run of items after this mapping was before it.
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
  /// What it is after a step in which `offset` elements of `next` stand before it.
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
