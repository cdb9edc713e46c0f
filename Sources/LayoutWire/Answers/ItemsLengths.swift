internal import JSONText
internal import LayoutCore

/// A column, with its names in the snapshot as they are written.
struct ListedColumn {
  let column: ItemColumn
  let name: [UInt8]
  let listName: [UInt8]

  init(_ column: ItemColumn, isHorizontal: Bool) {
    self.column = column
    let member = isHorizontal ? column.transposed : column
    name = Array("\"\(member.name)\":".utf8)
    listName = Array("\"\(member.listName)\":[".utf8)
  }
}

/// The number of bytes that items take in each form.
struct ItemsLengths {
  /// A list of runs.
  var runs = 2
  /// The numbers of each column, with commas.
  var columns = ItemColumns { _ in 0 }
  /// The marks, with commas.
  var marks = 0
  /// The members beside sizes, in the order of `MemberRow.ofItems`; empty if no item has one.
  private(set) var members: [MemberLengths] = []
  /// Whether an item of a waterfall lacks a width.
  var lackWidths = false
  private var numbers = NumberLengths()

  /// Whether some items have a matrix of the plane, and others one of space.
  var spellMatricesTwice: Bool {
    zip(MemberRow.ofItems, members).count { row, lengths in
      if case .matrix = row.form { lengths.isGiven } else { false }
    } > 1
  }

  /// Adds a run. O(1)
  mutating func add(_ run: ItemRun, _ list: [ListedColumn]) {
    var members = 0
    // The braces and a comma.
    runs += 3
    if run.count > 1 {
      runs += 8 + numbers.length(of: Double(run.count))
      members += 1
    }
    for column in list {
      guard let extent = run.extent(column.column) else {
        lackWidths = true
        continue
      }
      let length = numbers.length(of: extent)
      runs += column.name.count + length
      columns[column.column] += run.count * (length + 1)
      members += 1
    }
    if run.isEstimated {
      runs += 16
      members += 1
    }
    if let given = run.members {
      if self.members.isEmpty {
        self.members = MemberRow.ofItems.map { MemberLengths(name: $0.name.utf8.count) }
      }
      for place in MemberRow.ofItems.indices {
        let row = MemberRow.ofItems[place]
        guard let value = given.value(of: row) else { continue }
        let length = numbers.length(of: value, row.form)
        // The name in quotes, and a colon.
        runs += MemberRow.ofItems[place].name.utf8.count + 3 + length
        members += 1
        self.members[place].add(value, length, count: run.count)
      }
    }
    runs += members - 1
    marks += run.count * (run.isEstimated ? 5 : 6)
  }
}

/// The number of bytes that the values of a member take in columns.
struct MemberLengths {
  /// The length of its name.
  let name: Int
  /// The number of items that have the member, and the length of their values, with commas.
  private var count = 0
  private var bytes = 0
  /// The value that all of these have; nil if their values differ.
  private var value: MetricValue?

  init(name: Int) { self.name = name }

  fileprivate mutating func add(_ value: MetricValue, _ length: Int, count: Int) {
    self.value = self.count == 0 || self.value == value ? value : nil
    self.count += count
    bytes += count * (length + 1)
  }

  /// The value that all items have; nil if values differ, or an item has none.
  func uniform(of itemCount: Int) -> MetricValue? { count == itemCount ? value : nil }

  /// The number of bytes that the member takes; 0 if no item has it.
  func length(of itemCount: Int) -> Int {
    if count == 0 { return 0 }
    // Items without the member take `null` and a comma.
    let values = uniform(of: itemCount) == nil ? bytes + (itemCount - count) * 5 + 1 : bytes / count
    return name + 4 + values
  }

  var isGiven: Bool { count > 0 }

  /// Whether items have different values, or only some of them have one.
  func differ(among itemCount: Int) -> Bool { isGiven && uniform(of: itemCount) == nil }
}

extension MemberForm {
  /// Whether a value is written as the number that is kept.
  fileprivate var isWrittenAsKept: Bool {
    switch self {
    case .number, .whole: true
    case .wholeOrAll, .place, .flag, .text, .matrix: false
    }
  }
}

/// The lengths of numbers as JSON; the last one is remembered.
private struct NumberLengths {
  private var last = (bits: Double.nan.bitPattern, length: 0)
  private var writer = JSONWriter()

  mutating func length(of value: MetricValue, _ form: MemberForm) -> Int {
    if case .number(let number) = value, form.isWrittenAsKept { return length(of: number) }
    writer.bytes.removeAll(keepingCapacity: true)
    last = (Double.nan.bitPattern, 0)
    writer.value(value, .member(form), isHorizontal: false)
    return writer.bytes.count
  }

  mutating func length(of number: Double) -> Int {
    if number.bitPattern == last.bits { return last.length }
    writer.bytes.removeAll(keepingCapacity: true)
    writer.number(number)
    last = (number.bitPattern, writer.bytes.count)
    return last.length
  }
}
