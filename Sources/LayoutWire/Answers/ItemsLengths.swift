internal import JSONText
internal import LayoutCore

/// A column with its names in the snapshot, as they are written.
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

/// How many bytes items take in each form.
struct ItemsLengths {
  /// A list of runs.
  var runs = 2
  /// The numbers of each column, with commas.
  var columns = ItemColumns { _ in 0 }
  /// The marks, with commas.
  var marks = 0
  /// What is said beside sizes, by the places of the members; empty where nothing is.
  private(set) var members: [MemberLengths] = []
  /// Whether an item of a waterfall has no width.
  var lackWidths = false
  private var numbers = NumberLengths()

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
    if let said = run.members {
      if self.members.isEmpty {
        self.members = ItemMember.all.map { MemberLengths(name: $0.name.utf8.count) }
      }
      for place in ItemMember.all.indices {
        guard let value = said.said(place) else { continue }
        let length = numbers.length(of: value, ItemMember.all[place].form)
        // The name in quotes, and a colon.
        runs += ItemMember.all[place].name.utf8.count + 3 + length
        members += 1
        self.members[place].add(value, length, count: run.count)
      }
    }
    runs += members - 1
    marks += run.count * (run.isEstimated ? 5 : 6)
  }
}

/// How many bytes the values of a member take in columns.
struct MemberLengths {
  /// Of its name.
  let name: Int
  /// How many items say it, and the bytes of what they say, with commas.
  private var count = 0
  private var bytes = 0
  /// What all say that say it; nil where that differs.
  private var value: Double?

  init(name: Int) { self.name = name }

  fileprivate mutating func add(_ value: Double, _ length: Int, count: Int) {
    self.value = self.count == 0 || self.value == value ? value : nil
    self.count += count
    bytes += count * (length + 1)
  }

  /// What all of some items say; nil where that differs.
  func uniform(of itemCount: Int) -> Double? { count == itemCount ? value : nil }

  /// How many bytes a member of some items takes: none where none says it.
  func length(of itemCount: Int) -> Int {
    if count == 0 { return 0 }
    // `null` and a comma where nothing is said.
    let values = uniform(of: itemCount) == nil ? bytes + (itemCount - count) * 5 + 1 : bytes / count
    return name + 4 + values
  }

  var isSaid: Bool { count > 0 }

  /// Whether the items say several values, or some of them none.
  func differ(among itemCount: Int) -> Bool { isSaid && uniform(of: itemCount) == nil }
}

/// How many bytes numbers have as JSON; the last one is remembered.
private struct NumberLengths {
  private var last = (bits: Double.nan.bitPattern, length: 0)
  private var writer = JSONWriter()

  mutating func length(of value: Double, _ form: MemberForm) -> Int {
    if case .flag = form { return value == 1 ? 4 : 5 }
    return length(of: value)
  }

  mutating func length(of number: Double) -> Int {
    if number.bitPattern == last.bits { return last.length }
    writer.bytes.removeAll(keepingCapacity: true)
    writer.number(number)
    last = (number.bitPattern, writer.bytes.count)
    return last.length
  }
}
