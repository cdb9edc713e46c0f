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
      let extent = run[column.column]
      guard extent >= 0 else {
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
    runs += members - 1
    marks += run.count * (run.isEstimated ? 5 : 6)
  }
}

/// How many bytes numbers have as JSON; the last one is remembered.
private struct NumberLengths {
  private var last = (bits: Double.nan.bitPattern, length: 0)
  private var writer = JSONWriter()

  mutating func length(of number: Double) -> Int {
    if number.bitPattern == last.bits { return last.length }
    writer.bytes.removeAll(keepingCapacity: true)
    writer.number(number)
    last = (number.bitPattern, writer.bytes.count)
    return last.length
  }
}
