import LayoutCore
import LayoutSources

/// Writes the step of two trees, and the parts of the snapshot that it adds.
struct StepOutput {
  private let output: NumberOutput
  private let snapshot: Snapshot
  private let isHorizontal: Bool
  private var metricsCache = MetricsCache()
  /// The metrics that were written last, as they have to be given: neighbouring sections mostly share theirs.
  private var last: (metrics: SectionMetrics, given: [(key: MetricsKey, value: MetricValue)])?

  /// - Parameter snapshot: The snapshot after the step.
  init(_ snapshot: Snapshot, to output: NumberOutput) {
    (self.output, self.snapshot) = (output, snapshot)
    isHorizontal = snapshot.scrollDirection == .horizontal
  }

  private func append(_ number: Int) { output.append(Double(number)) }

  /// Writes the number of settings, and each after the position of its key; the number of entries; and of each the position of
  /// its list, its number of members, and each of these after the position of its key. O(entries and what they add)
  mutating func append(_ step: TreeStep) {
    let settings = step.settings
    let keys = SetKey.allCases.filter { settings.has($0) }
    append(keys.count)
    for key in keys {
      append(SetKey.allCases.firstIndex(of: key) ?? 0)
      switch key {
      case .globalHeaders:
        append(
          (settings.globalHeaders ?? .empty).given(isHorizontal: isHorizontal, inheriting: nil))
      case .globalHeaderBackgroundColor:
        output.append((settings.globalHeaderBackgroundColor ?? nil)?.text)
      case .minimumContentLength: output.append(settings.minimumContentLength ?? 0)
      }
    }
    append(step.entries.count)
    for entry in step.entries { append(entry) }
  }

  private mutating func append(_ entry: TreeStep.Entry) {
    switch entry {
    case .delete(let section, let items):
      begin(.delete, 3)
      place(section, items.lowerBound)
      number(.count, items.count)
    case .resize(let section, let first, let items, let columns):
      begin(.resize, 3)
      place(section, first)
      key(.items)
      append(items, columns)
    case .insert(let section, let first, let items, let columns):
      begin(.insert, 3)
      place(section, first)
      key(.items)
      append(items, columns)
    case .move(let section, let items, let target):
      begin(.move, 3)
      path(.from, ItemPath(section, items.lowerBound))
      path(.to, target)
      number(.count, items.count)
    case .setSections(let sections, let difference):
      begin(.setSections, 2 + difference.count)
      number(.section, sections.lowerBound)
      number(.count, sections.count)
      append(difference)
    case .deleteSections(let sections, let slide):
      begin(.deleteSections, slide == nil ? 2 : 3)
      number(.section, sections.lowerBound)
      number(.count, sections.count)
      append(slide)
    case .moveSections(let sections, let target):
      begin(.moveSections, 3)
      number(.from, sections.lowerBound)
      number(.to, target)
      number(.count, sections.count)
    case .reloadSection(let section, let other):
      begin(.reloadSections, 2)
      number(.section, section)
      key(.value)
      append(section: other)
    case .insertSections(let sections, let slide):
      begin(.insertSections, slide == nil ? 2 : 3)
      number(.section, sections.lowerBound)
      key(.sections)
      append(sections.count)
      for section in sections { append(section: section) }
      append(slide)
    }
  }

  private func begin(_ list: Step.List, _ memberCount: Int) {
    append(list.place)
    append(memberCount)
  }

  private func key(_ key: EntryKey) { append(EntryKey.all.firstIndex(of: key) ?? 0) }

  private func number(_ key: EntryKey, _ number: Int) {
    self.key(key)
    append(number)
  }

  private func place(_ section: Int, _ item: Int) {
    number(.section, section)
    number(.item, item)
  }

  private func path(_ key: EntryKey, _ path: ItemPath) {
    self.key(key)
    append(path.section)
    append(path.item)
  }

  private func append(_ slide: Slide?) {
    guard let slide else { return }
    number(.slide, Slide.allCases.firstIndex(of: slide) ?? 0)
  }

  // MARK: Sections

  private func append(_ difference: SectionDifference) {
    if let metrics = difference.metrics {
      key(.part(.metrics))
      append(metrics.values)
    }
    if let headers = difference.headers {
      key(.part(.headers))
      append(headers)
    }
    if let footers = difference.footers {
      key(.part(.footers))
      append(footers)
    }
    guard let placeholder = difference.placeholder else { return }
    key(.part(.placeholder))
    append(placeholder == nil ? 0 : 1)
    if let placeholder { append(placeholder) }
  }

  /// Writes a section with all that it has: the number of its members, and each after the position of its key.
  private mutating func append(section number: Int) {
    let section = snapshot.sections[number]
    let metrics = section.metrics
    if last?.metrics !== metrics {
      let rules = EngineRules.of(metrics.engine.name)
      let standard = metricsCache.standard(for: rules.engine)
      last = (metrics, MetricsValues(metrics).differing(from: standard, readBy: rules))
    }
    let look = metrics.cellAppearance
    let id = snapshot.idBytes(ofSection: number)
    append(5 + (id == nil ? 0 : 1) + (section.placeholder == nil ? 0 : 1))
    func key(_ key: SectionKey) { append(SectionKey.allCases.firstIndex(of: key) ?? 0) }
    if let id {
      key(.id)
      output.append(utf8: id)
    }
    key(.engine)
    append(Engine.allCases.firstIndex(of: metrics.engine.name) ?? 0)
    key(.metrics)
    append(last?.given ?? [])
    key(.headers)
    append(section.headers.given(isHorizontal: isHorizontal, inheriting: look))
    if let placeholder = section.placeholder {
      key(.placeholder)
      append(placeholder.given(isHorizontal: isHorizontal, inheriting: look))
    }
    key(.items)
    let rules = EngineRules.of(metrics.engine.name)
    append(section.items, ItemColumn.allCases.filter { rules.items[$0].isRead })
    key(.footers)
    append(section.footers.given(isHorizontal: isHorizontal, inheriting: look))
  }

  // MARK: Items

  /// Writes items as a page writes them (`ItemsInput`); no mark is NaN. O(runs)
  private func append(_ items: Items, _ columns: [ItemColumn]) {
    var runs: [ItemRun] = []
    var cursor = RunCursor(items)
    var item = 0
    while item < items.count {
      let run = cursor.run(from: item)
      runs.append(run)
      item += run.count
    }
    append(runs.count)
    for key in ItemKey.allCases {
      switch key {
      case .one(let column):
        let own = isHorizontal ? column.transposed : column
        guard columns.contains(own) else {
          append(0)
          continue
        }
        append(2)
        for run in runs { output.append(run.extent(own) ?? .nan) }
      case .count:
        append(2)
        for run in runs { append(run.count) }
      case .estimated:
        append(2)
        for run in runs { output.append(run.isEstimated ? 1 : .nan) }
      case .member(let place):
        append(2)
        for run in runs { output.append(run.members?.said(place) ?? .nan) }
      }
    }
  }

  // MARK: Values

  /// Writes the number of elements, with those that are hidden, and of each the number of its members, and each after the
  /// position of its key. A hidden element has −1 members.
  private func append(_ elements: [GivenElement]) {
    append((elements.last?.index ?? -1) + 1)
    var index = 0
    for element in elements {
      for _ in index..<element.index { append(-1) }
      append(element.values)
      index = element.index + 1
    }
  }

  private func append(_ values: [GivenValue]) {
    append(values.count)
    for given in values {
      append(SupplementaryKey.allCases.firstIndex(of: given.key) ?? 0)
      append(given.value, given.key.value)
    }
  }

  private func append(_ metrics: [(key: MetricsKey, value: MetricValue)]) {
    append(metrics.count)
    for (key, value) in metrics {
      append(key.rawValue)
      append(value, key.row.form)
    }
  }

  private func append(_ value: MetricValue, _ form: MetricForm) {
    switch value {
    case .number(let number): output.append(number)
    case .remainder: output.append(.nan)
    case .columns(let number), .choice(let number): append(number)
    case .size(let size):
      let own = isHorizontal ? Size(width: size.height, height: size.width) : size
      output.append(own.width)
      output.append(own.height)
    case .edges(let edges):
      var own = edges
      if isHorizontal, case .edges(areTurned: true) = form { own = edges.transposed }
      for edge in [own.top, own.left, own.bottom, own.right] { output.append(edge) }
    case .styles(let styles):
      append(styles.styles.count)
      for style in styles.styles { append(SegmentStyle.allCases.firstIndex(of: style) ?? 0) }
    case .flag(let flag): append(flag ? 1 : 0)
    case .color(let color): output.append(color.text)
    case .text(let text): output.append(utf8: text[...])
    case .none: output.append(String?.none)
    }
  }
}

extension SnapshotSettings {
  fileprivate func has(_ key: SetKey) -> Bool {
    switch key {
    case .globalHeaders: globalHeaders != nil
    case .globalHeaderBackgroundColor: globalHeaderBackgroundColor != nil
    case .minimumContentLength: minimumContentLength != nil
    }
  }
}

extension SectionDifference {
  /// The number of members.
  fileprivate var count: Int {
    (metrics == nil ? 0 : 1) + (headers == nil ? 0 : 1) + (footers == nil ? 0 : 1)
      + (placeholder == nil ? 0 : 1)
  }
}
