internal import JSONText
internal import LayoutCore

/// Writes the items of a section: equal items as a count, others as a list of runs or as columns, whichever is shorter.
struct ItemsEncoder {
  private let items: Items
  /// The number of items that only columns would list one by one.
  private let moreInColumns: Int
  /// Whether items may have the size that the metrics define.
  private let readsItemSize: Bool
  /// The columns that the engine reads.
  private let columns: [ListedColumn]
  private let isHorizontal: Bool
  private let bytesMax: Int
  /// The columns that are listed; nil if runs are listed.
  private var listed: [ListedColumn]?
  /// The size of items that have no size of their own, in the vertical layout; nil if all have one, or the engine
  /// defines it.
  private(set) var itemSize: Size?
  private var lengths = ItemsLengths()

  /// The cost of measuring or writing a run.
  private static let stepsPerRun = 12
  /// The cost of writing a value of a column.
  private static let stepsPerValue = 6

  init(_ section: Section, isHorizontal: Bool, bytesMax: Int) {
    items = section.items
    moreInColumns = max(0, items.count - section.explicitItemCount)
    let rules = EngineRules.of(section.metrics.engine.name)
    readsItemSize = rules.reads(.itemSize)
    columns = rules.readColumns
      .map { ListedColumn($0, isHorizontal: isHorizontal) }
    self.isHorizontal = isHorizontal
    self.bytesMax = bytesMax
  }

  /// Creates an encoder of items of a step, for which no metrics define a size.
  ///
  /// - Parameter columns: The columns that the engine reads.
  init(ofStep items: Items, _ columns: [ListedColumn], isHorizontal: Bool, bytesMax: Int) {
    self.items = items
    moreInColumns = items.count - items.runCount
    readsItemSize = false
    self.columns = columns
    self.isHorizontal = isHorizontal
    self.bytesMax = bytesMax
  }

  // MARK: Choosing the form

  /// Chooses the form. O(runs)
  ///
  /// - Parameter spareItems: The number of further items that may be listed one by one.
  /// - Throws: `.visitor` if each form would be too long.
  mutating func measure(spareItems: inout Int, meter: inout WorkMeter) throws(WalkInterrupted) {
    guard let tree = items.tree else { return }
    for place in tree.leaves() {
      try meter.take(place.leaf.runCount * ItemsEncoder.stepsPerRun)
      for number in 0..<place.leaf.runCount {
        lengths.add(place.leaf[number], columns)
      }
      // The measured part of the shorter form is too long already.
      let least = columns.map { lengths.columns[$0.column] }.min() ?? 0
      if min(lengths.runs, least) > bytesMax { throw .visitor }
    }
    if moreInColumns <= spareItems, let form = columnForm, form.length < lengths.runs {
      spareItems -= moreInColumns
      (listed, itemSize) = (form.listed, form.itemSize)
      if form.length > bytesMax { throw .visitor }
    } else if lengths.runs > bytesMax {
      throw .visitor
    }
  }

  /// The columns that have to be listed, the size for the metrics, and the length of both in bytes. Nil if items lack a
  /// width that others have, if matrices have two spellings, or if no list would give the number of items.
  private var columnForm: (listed: [ListedColumn], itemSize: Size?, length: Int)? {
    var (listed, itemSize, length) = ([ListedColumn](), Size?.none, 2)
    for column in columns {
      let uniform = items.uniform(column.column)
      if uniform != nil, items[0].extent(column.column) == nil { continue }
      if let uniform, readsItemSize {
        var size = itemSize ?? Items.standardSize
        switch column.column {
        case .width: size.width = uniform
        case .height: size.height = uniform
        }
        itemSize = size
        length += ItemsEncoder.itemSizeBytes
        continue
      }
      if uniform == nil, column.column == .width, lengths.lackWidths { return nil }
      length += column.listName.count + lengths.columns[column.column] + 1
      listed.append(column)
    }
    if listed.isEmpty, !lengths.members.contains(where: { $0.differ(among: items.count) }) {
      return nil
    }
    if lengths.spellMatricesTwice { return nil }
    if items.estimatedCount > 0 {
      length += items.estimatedCount == items.count ? 17 : 15 + lengths.marks
    }
    for member in lengths.members { length += member.length(of: items.count) }
    return (listed, itemSize, length)
  }

  /// The approximate length of a size in the metrics.
  private static let itemSizeBytes = 48

  // MARK: Writing

  /// Writes the items in the chosen form. O(runs)
  func write(to writer: inout JSONWriter, meter: inout WorkMeter) throws(WalkInterrupted) {
    guard let tree = items.tree else {
      let nothing = ItemRun.number(nil)
      var run = items.count > 0 ? items[0] : ItemRun(count: 0, width: nothing, height: nothing)
      run.count = items.count
      write(run, alwaysCounts: true, to: &writer)
      return
    }
    if let listed { return try write(tree, in: listed, to: &writer, &meter) }
    if writer.bytes.count + lengths.runs > bytesMax { throw .visitor }
    writer.mark("[")
    for place in tree.leaves() {
      try meter.take(place.leaf.runCount * ItemsEncoder.stepsPerRun)
      for number in 0..<place.leaf.runCount {
        write(place.leaf[number], alwaysCounts: false, to: &writer)
        writer.mark(",")
      }
    }
    writer.replaceLast(by: "]")
  }

  private func write(_ run: ItemRun, alwaysCounts: Bool, to writer: inout JSONWriter) {
    writer.item(
      count: alwaysCounts || run.count > 1 ? run.count : nil, isEstimated: run.isEstimated,
      run.members?.named(isHorizontal: isHorizontal)
    ) { writer in
      for column in columns {
        guard let extent = run.extent(column.column) else { continue }
        writer.mark(",")
        writer.json(column.name)
        writer.number(extent)
      }
    }
  }

  private func write(
    _ tree: ContentTree, in listed: [ListedColumn], to writer: inout JSONWriter,
    _ meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    let start = writer.bytes.count
    for column in listed {
      writer.mark(",")
      writer.json(column.listName)
      try list(tree, to: &writer, &meter) { run, writer in
        writer.number(run.sizes[column.column])
      }
    }
    if items.estimatedCount > 0 { writer.member(ItemKey.estimated) }
    if items.estimatedCount == items.count {
      writer.literal("true")
    } else if items.estimatedCount > 0 {
      writer.mark("[")
      try list(tree, to: &writer, &meter) { run, writer in
        writer.literal(run.isEstimated ? "true" : "false")
      }
    }
    for (place, lengths) in lengths.members.enumerated() where lengths.isGiven {
      let row = MemberRow.ofItems[place]
      writer.member(ItemKey.member(isHorizontal ? MemberRow.transposedPlaces[place] : place))
      if let value = lengths.uniform(of: items.count) {
        writer.value(value, .member(row.form), isHorizontal: false)
        continue
      }
      writer.mark("[")
      try list(tree, to: &writer, &meter) { run, writer in
        writer.value(
          run.members?.value(of: row) ?? .none, .member(row.form), isHorizontal: false)
      }
    }
    writer.closeObject(from: start)
  }

  /// Writes a value for each item, and the end of the array. O(items)
  private func list(
    _ tree: ContentTree, to writer: inout JSONWriter, _ meter: inout WorkMeter,
    _ write: (ItemRun, inout JSONWriter) -> Void
  ) throws(WalkInterrupted) {
    for place in tree.leaves() {
      try meter.take(place.leaf.itemCount * ItemsEncoder.stepsPerValue)
      for number in 0..<place.leaf.runCount {
        let run = place.leaf[number]
        for _ in 0..<run.count {
          write(run, &writer)
          writer.mark(",")
        }
      }
      if writer.bytes.count > bytesMax { throw .visitor }
    }
    writer.replaceLast(by: "]")
  }
}

extension JSONWriter {
  /// Writes the object of an item, or of several equal ones.
  ///
  /// - Parameter extents: Writes the extents, each after a comma.
  @inline(__always)
  mutating func item(
    count: Int?, isEstimated: Bool, _ members: GivenMembers?,
    extents: (inout JSONWriter) -> Void
  ) {
    let start = bytes.count
    if let count {
      member(ItemKey.count)
      integer(count)
    }
    extents(&self)
    if isEstimated {
      member(ItemKey.estimated)
      literal("true")
    }
    if let members { self.members(members, of: MemberRow.ofItems) }
    closeObject(from: start)
  }
}
