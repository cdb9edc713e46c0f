/// The measured sizes of items of one section, and measured stacks in place of its own. It is equivalent to a step that
/// only resizes single items and sets headers and footers, without the lists that other steps need
/// (docs/rules.md#steps).
package struct MeasuredSection {
  package let section: Int
  /// Nil if the section keeps its own.
  package let headers: SupplementaryStack?
  package let footers: SupplementaryStack?
  /// Ascending.
  package let items: [Int]
  /// The sizes of each item, by the names of the members in the text; nil if they are not given.
  package let sizes: [ItemColumns<Double?>]

  /// Creates the sizes of a section.
  package init(
    section: Int, headers: SupplementaryStack?, footers: SupplementaryStack?, items: [Int],
    sizes: [ItemColumns<Double?>]
  ) {
    self.section = section
    self.headers = headers
    self.footers = footers
    self.items = items
    self.sizes = sizes
  }
}

extension Snapshot {
  /// The snapshot with measured sizes, the same as after equivalent steps. Sections and items keep their places and
  /// ids.
  ///
  /// O(sizes · log items + sections)
  ///
  /// - Parameters:
  ///   - measured: Ordered by section. All sections and items must exist.
  ///   - globalHeaders: Nil if the snapshot keeps its own.
  /// - Returns: Nil if a required size is missing.
  package func measured(
    _ measured: [MeasuredSection], globalHeaders: SupplementaryStack?, naming: ContentNaming,
    meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Snapshot? {
    try meter.take(sections.count)
    let headers = globalHeaders ?? self.globalHeaders
    var list = SectionList(capacity: sections.count)
    list.hold(headers)
    list.hold(globalHeaderBackgroundColor)
    var next = 0
    for number in sections.indices {
      guard next < measured.count, measured[next].section == number else {
        list.append(sections[number], idOf: number, in: self)
        continue
      }
      guard
        let section = try sections[number].measured(
          measured[next], isHorizontal: scrollDirection == .horizontal, naming: naming,
          meter: &meter)
      else { return nil }
      list.append(section, idOf: number, in: self)
      next += 1
    }
    return Snapshot(
      scrollDirection: scrollDirection, layoutDirection: layoutDirection, globalHeaders: headers,
      globalHeaderBackgroundColor: globalHeaderBackgroundColor,
      minimumContentLength: minimumContentLength, members: members, sections: list)
  }
}

extension Section {
  fileprivate func measured(
    _ measured: MeasuredSection, isHorizontal: Bool, naming: ContentNaming, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Section? {
    var items = items
    if !measured.items.isEmpty {
      let rules = SizeRules(self, nil, isHorizontal: isHorizontal)
      let conversion = SizeConversion(rules, from: self, givesSizesAlone: true)
      var edits: [ContentEdit] = []
      edits.reserveCapacity(measured.items.count)
      for (item, sizes) in zip(measured.items, measured.sizes) {
        let given = GivenItems.Run(count: 1, sizes: sizes)
        var replacement = ContentEdit.Replacement.changed { old in
          conversion.given = given
          return conversion.run(old)
        }
        if !self.items.hasMembers, let whole = rules.run(count: 1, given) {
          replacement = .run(whole)
        }
        edits.append(ContentEdit(items: item..<item + 1, replacement: replacement))
      }
      let tree = try items.tree(naming: naming).spliced(edits, naming: naming, meter: &meter)
      guard conversion.open.isEmpty else { return nil }
      items = Items(tree)
    }
    return Section(
      metrics: metrics, items: items, headers: measured.headers ?? headers,
      footers: measured.footers ?? footers, members: members)
  }
}

extension IndexMapping {
  /// Creates the mapping of a snapshot whose items are measured: all of them stay in place.
  package convenience init(measuring measured: [MeasuredSection], of snapshot: Snapshot) {
    var items = NumberedValues<OriginRuns<ItemPath>>()
    for section in measured where !section.items.isEmpty {
      let count = snapshot.sections[section.section].items.count
      items.set(
        OriginRuns(OriginRun(count: count, from: ItemPath(section.section, 0))),
        at: section.section)
    }
    self.init(
      sections: OriginRuns(OriginRun(count: snapshot.sections.count, from: 0)), items: items)
  }
}
