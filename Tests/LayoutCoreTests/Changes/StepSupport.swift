import LayoutCore
import Oracle

extension Step {
  /// The step that the oracle applies item by item.
  init(_ naive: NaiveStep) {
    self.init()
    func range(_ entry: NaiveStep.Entry) -> Range<ItemPath> {
      Range(ItemPath(entry.section, entry.item), count: entry.count)
    }
    func sections(_ entry: NaiveStep.Entry) -> Range<Int> {
      Range(entry.section, count: entry.count)
    }
    delete = naive["delete"].map(range)
    reload = naive["reload"].map(range)
    resize = naive["resize"].map { entry in
      entry.at.map { .items(section: entry.section, $0) } ?? .range(range(entry))
    }
    move = naive["move"].map {
      Move(from: range($0), to: ItemPath($0.toSection, $0.toItem))
    }
    insert = naive["insert"].map(range)
    deleteSections = naive["deleteSections"].map(sections)
    reloadSections = naive["reloadSections"].map {
      ReloadedSection(section: $0.section, itemCount: $0.itemCounts[0])
    }
    setSections = naive["setSections"].map(sections)
    moveSections = naive["moveSections"].map { Move(from: sections($0), to: $0.toSection) }
    insertSections = naive["insertSections"].map {
      InsertedSections(section: $0.section, itemCounts: $0.itemCounts)
    }
  }
}

extension StepFailure {
  /// The problems as the oracle writes them.
  var texts: [String] {
    guard case .problems(let problems) = self else { return ["steps used up"] }
    return problems.map {
      "/\($0.list?.rawValue ?? "")/\($0.entry) \($0.code.rawValue)"
    }
  }
}

extension AppliedSteps {
  /// The steps of a list of sections with so many items.
  init(_ itemCounts: [Int]) {
    self.init(
      sectionCount: itemCounts.count, itemCount: itemCounts.reduce(0, +),
      itemCount: { itemCounts[$0] })
  }

  /// Applies a step, however long that takes.
  @discardableResult
  mutating func apply(_ step: Step) throws(StepFailure) -> IndexMapping {
    var meter = WorkMeter.unlimited
    return try apply(step, meter: &meter)
  }

  /// How many items each section has now.
  var itemCounts: [Int] { (0..<sectionCount).map(itemCount(of:)) }
}

extension IndexMapping {
  /// The list after, item by item as the oracle has it.
  ///
  /// - Parameter itemCounts: How many items each section has after.
  func list(_ itemCounts: [Int]) -> [NaiveStep.ListedSection] {
    itemCounts.indices.map { number in
      let section = sections.run(from: number)
      let count = itemCounts[number]
      var list = NaiveStep.ListedSection(
        section: section.from, isMoved: section.isMoved, isReloaded: section.isReloaded,
        source: section.source?.text, items: [])
      if let items = items[number] {
        for run in items.runs {
          for offset in 0..<run.count {
            list.items.append(
              NaiveStep.Item(
                section: run.from?.section, item: run.from.map { $0.item + offset } ?? 0,
                isMoved: run.isMoved, isReloaded: run.isReloaded,
                comesWithReload: run.comesWithReload,
                source: run.source?.text(offset)))
          }
        }
      } else if let from = section.from, !section.isReloaded {
        list.items = (0..<count).map { NaiveStep.Item(section: from, item: $0) }
      } else {
        list.items = (0..<count).map { _ in
          NaiveStep.Item(comesWithReload: section.from != nil)
        }
      }
      return list
    }
  }
}

extension StepSource {
  fileprivate var text: String { text(0) }

  fileprivate func text(_ more: Int) -> String { "\(list.rawValue)/\(entry)/\(offset + more)" }
}
