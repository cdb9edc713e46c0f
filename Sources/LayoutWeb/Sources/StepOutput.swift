import LayoutCore
import LayoutSources

/// Writes the step of two trees, and the parts of the snapshot that it adds.
final class StepOutput {
  private let output: NumberOutput
  private let snapshot: Snapshot
  private let isHorizontal: Bool
  private var metricsCache = MetricsCache()
  /// The metrics that were written last, as they have to be given: neighbouring sections mostly share theirs.
  private var last: (metrics: SectionMetrics, given: [GivenValue])?

  /// - Parameter snapshot: The snapshot after the step.
  init(_ snapshot: Snapshot, to output: NumberOutput) {
    (self.output, self.snapshot) = (output, snapshot)
    isHorizontal = snapshot.scrollDirection == .horizontal
  }

  private func append(_ number: Int) { output.append(number) }

  /// Writes the number of settings, and each after the position of its key; the number of entries; and of each the position of
  /// its list, its number of members, and each of these after the position of its key. O(entries and what they add)
  func append(_ step: TreeStep) {
    let settings = step.settings
    let keys = SetKey.allCases.filter { settings.has($0) }
    append(keys.count)
    for key in keys {
      append(SetKey.allCases.firstIndex(of: key) ?? 0)
      switch key {
      case .globalHeaders:
        append(elements: settings.globalHeaders ?? .empty, inheriting: nil)
      case .globalHeaderBackgroundColor:
        output.append((settings.globalHeaderBackgroundColor ?? nil)?.text)
      case .minimumContentLength: output.append(settings.minimumContentLength ?? 0)
      case .member(let place):
        guard MemberRow.areOfSectionsOrSnapshots else { continue }
        let setting = settings.members.first { $0.place == place }
        append(setting?.value ?? MetricValue.none, .member(MemberRow.ofSnapshots[place].form))
      }
    }
    append(step.entries.count)
    for entry in step.entries { append(entry) }
  }

  private func append(_ entry: TreeStep.Entry) {
    switch entry {
    case .delete(let section, let items):
      begin(.delete, 3)
      place(section, items.lowerBound)
      number(.count, items.count)
    case .resize(let section, let first, let places, let other):
      begin(.resize, 3)
      place(section, first)
      key(.items)
      append(itemsOf: other, in: 0..<places.count, at: places)
    case .adjust(let section, let first, let places, let other, let codes):
      begin(.adjust, 3)
      place(section, first)
      key(.items)
      append(codes, ofItemsOf: other, at: places)
    case .insert(let section, let items):
      begin(.insert, 3)
      place(section, items.lowerBound)
      key(.items)
      append(itemsOf: section, in: items)
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

  @inline(never)
  private func key(_ key: EntryKey) { append(EntryKey.all.firstIndex(of: key) ?? 0) }

  @inline(never)
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
      append(metrics.values[...], areMetrics: true)
    }
    if let headers = difference.headers {
      key(.part(.headers))
      append(elements: headers)
    }
    if let footers = difference.footers {
      key(.part(.footers))
      append(elements: footers)
    }
    if let placeholder = difference.placeholder {
      key(.part(.placeholder))
      append(placeholder == nil ? 0 : 1)
      if let placeholder { append(placeholder[...]) }
    }
    for setting in difference.members where MemberRow.areOfSectionsOrSnapshots {
      key(.part(.member(setting.place)))
      append(setting.value, .member(MemberRow.ofSections[setting.place].form))
    }
  }

  /// Writes a section with all that it has: the number of its members, and each after the position of its key.
  private func append(section number: Int) {
    let section = snapshot.sections[number]
    let metrics = section.metrics
    if last?.metrics !== metrics {
      let rules = EngineRules.of(metrics.engine.name)
      let standard = metricsCache.standard(for: rules.engine)
      last = (metrics, MetricsValues(metrics).differing(from: standard, readBy: rules))
    }
    let look = metrics.cellAppearance
    let id = snapshot.idBytes(ofSection: number)
    let members = section.members.given.differing(from: GivenMembers(), of: MemberRow.ofSections)
    append(5 + (id == nil ? 0 : 1) + (section.placeholder == nil ? 0 : 1) + members.count)
    if let id {
      member(.id)
      output.append(utf8: id)
    }
    member(.engine)
    append(Engine.allCases.firstIndex(of: metrics.engine.name) ?? 0)
    member(.metrics)
    append((last?.given ?? [])[...], areMetrics: true)
    member(.headers)
    append(elements: section.headers, inheriting: look)
    if let placeholder = section.placeholder {
      member(.placeholder)
      append(placeholder.given(isHorizontal: isHorizontal, inheriting: look)[...])
    }
    member(.items)
    append(itemsOf: number, in: 0..<section.items.count)
    member(.footers)
    append(elements: section.footers, inheriting: look)
    for setting in members where MemberRow.areOfSectionsOrSnapshots {
      member(.member(setting.place))
      append(setting.value, .member(MemberRow.ofSections[setting.place].form))
    }
  }

  @inline(never)
  private func member(_ key: SectionKey) { append(SectionKey.allCases.firstIndex(of: key) ?? 0) }

  // MARK: Items

  /// Writes items of a section of the new tree as a page writes them (`ItemsInput`); no mark is NaN. O(runs)
  ///
  /// - Parameter places: Where the items are in the section, if they are apart, and keep their members.
  private func append(itemsOf section: Int, in range: Range<Int>, at places: [Int]? = nil) {
    let section = snapshot.sections[section]
    let rules = EngineRules.of(section.metrics.engine.name)
    var runs: [ItemRun] = []
    var cursor = RunCursor(section.items)
    var item = range.lowerBound
    while item < range.upperBound {
      var run = cursor.run(from: places?[item] ?? item)
      run.count = places == nil ? min(run.count, range.upperBound - item) : 1
      if places != nil { run.members = nil }
      item += run.count
      if let last = runs.last, last.joins(run) {
        runs[runs.count - 1].count += run.count
      } else {
        runs.append(run)
      }
    }
    append(runs.count)
    for key in ItemKey.allCases {
      if case .one(let column) = key, !rules.items[own(column)].isRead {
        append(0)
        continue
      }
      append(2)
      if case .member(let place) = key, !MemberRow.ofItems[place].form.isNumber {
        append(MemberRow.ofItems[place], of: runs)
      } else {
        for run in runs { output.append(number(key, of: run)) }
      }
    }
  }

  /// Writes some members of items as items without sizes.
  private func append(_ codes: [UInt8], ofItemsOf section: Int, at places: [Int]) {
    var cursor = RunCursor(snapshot.sections[section].items)
    let runs = places.map { cursor.run(from: $0) }
    append(runs.count)
    let given = codes.compactMap { code in
      MemberForm.row(ofCode: code) { form in
        runs.allSatisfy { form.isSpelling($0.members?[code]) }
      }
    }
    for key in ItemKey.allCases {
      guard case .member(let named) = key else {
        append(0)
        continue
      }
      let place = isHorizontal ? MemberRow.transposedPlaces[named] : named
      guard given.contains(place) else {
        append(0)
        continue
      }
      append(2)
      if MemberRow.ofItems[place].form.isNumber {
        for run in runs { output.append(number(key, of: run)) }
      } else {
        append(MemberRow.ofItems[place], of: runs, isWhole: true)
      }
    }
  }

  /// Writes the number of values of a member, the values, and for each run the place of its value, NaN for the default.
  ///
  /// - Parameter isWhole: Whether values in any spelling are written in this one.
  private func append(_ row: MemberRow, of runs: [ItemRun], isWhole: Bool = false) {
    var (values, places): ([MetricValue], [Double]) = ([], [])
    for run in runs {
      var value = run.members?.value(of: row)
      if isWhole, case .matrix(let numbers) = run.members?[row.code] { value = .matrix(numbers) }
      places.append(value == nil ? .nan : Double(values.count))
      if let value { values.append(value) }
    }
    append(values.count)
    for value in values { output.append(value, row.form) }
    for place in places { output.append(place) }
  }

  private func own(_ column: ItemColumn) -> ItemColumn {
    isHorizontal ? column.transposed : column
  }

  private func number(_ key: ItemKey, of run: ItemRun) -> Double {
    switch key {
    case .one(let column): run.extent(own(column)) ?? .nan
    case .count: Double(run.count)
    case .estimated: run.isEstimated ? 1 : .nan
    case .member(let place):
      run.members?.named(isHorizontal: isHorizontal).number(MemberRow.ofItems[place].code) ?? .nan
    }
  }

  // MARK: Values

  private func append(elements stack: SupplementaryStack, inheriting look: Appearance?) {
    append(elements: stack.given(isHorizontal: isHorizontal, inheriting: look))
  }

  /// Writes the number of elements, with those that are hidden, and of each the number of its members, and each after the
  /// position of its key. A hidden element has −1 members.
  private func append(elements values: [GivenValue]) {
    append((values.last?.element ?? -1) + 1)
    var (start, index) = (0, 0)
    while start < values.count {
      let element = values[start].element
      for _ in index..<element { append(-1) }
      var end = start
      while end < values.count, values[end].element == element { end += 1 }
      append(values[start..<end])
      (start, index) = (end, element + 1)
    }
  }

  private func append(_ values: ArraySlice<GivenValue>, areMetrics: Bool = false) {
    append(values.count)
    for given in values {
      append(given.key)
      append(given.value, areMetrics ? given.metric.row.form : given.member.value)
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
      if isHorizontal, case .edges(areTurned: true, _) = form { own = edges.transposed }
      for edge in [own.top, own.left, own.bottom, own.right] { output.append(edge) }
    case .styles(let styles):
      append(styles.styles.count)
      for style in styles.styles { append(SegmentStyle.allCases.firstIndex(of: style) ?? 0) }
    case .flag(let flag): append(flag ? 1 : 0)
    case .color(let color): output.append(color.text)
    case .text(let text): output.append(utf8: text[...])
    case .matrix(let numbers): for number in numbers { output.append(number) }
    case .background, .shelf, .effect:
      append(1)
      append(membersOf: value, form)
    case .origin, .stop, .part: append(membersOf: value, form)
    case .groups(let groups): append(groups.groups, .group)
    case .parts(let parts): append(parts, .part)
    case .stops(let stops):
      append(stops.count)
      for stop in stops { append(membersOf: .stop(stop), .stop) }
    case .none:
      if form.members.isEmpty { output.append(String?.none) } else { append(0) }
    }
  }

  /// Writes the number of groups or parts, and each.
  private func append(_ parts: [GroupPart], _ form: MetricForm) {
    append(parts.count)
    for part in parts { append(membersOf: .part(part), form) }
  }

  /// Writes the members of an object, each after 1, or 0 for its default; those that it must have without that.
  private func append(membersOf value: MetricValue, _ form: MetricForm) {
    let (members, forms) = (value.members(form), form.members)
    let standard = form.value(of: members.map { _ in .none }).members(form)
    for place in members.indices {
      let isGiven = members[place] != standard[place]
      if !form.isRequired(place) { append(isGiven ? 1 : 0) }
      if isGiven { append(members[place], forms[place]) }
    }
  }
}

extension SnapshotSettings {
  fileprivate func has(_ key: SetKey) -> Bool {
    switch key {
    case .globalHeaders: globalHeaders != nil
    case .globalHeaderBackgroundColor: globalHeaderBackgroundColor != nil
    case .minimumContentLength: minimumContentLength != nil
    case .member(let place):
      MemberRow.areOfSectionsOrSnapshots && members.contains { $0.place == place }
    }
  }
}

extension SectionDifference {
  /// The number of members.
  fileprivate var count: Int {
    (metrics == nil ? 0 : 1) + (headers == nil ? 0 : 1) + (footers == nil ? 0 : 1)
      + (placeholder == nil ? 0 : 1) + members.count
  }
}
