internal import JSONText
internal import LayoutCore

/// The text of a step, written entry by entry in any order of the lists.
struct StepText {
  private var lists = [JSONWriter](repeating: JSONWriter(), count: Step.List.allCases.count)
  private var settings = JSONWriter()
  private(set) var entryCount = 0
  /// Whether there are more entries than a step may have.
  var isFull: Bool { entryCount > ContentLimits.stepEntries }
  /// The bytes written so far.
  private(set) var byteCount = 0

  /// Appends an entry: its members, each after a comma.
  mutating func append(to list: Step.List, _ write: (inout JSONWriter) -> Void) {
    entryCount += 1
    let before = lists[list.place].bytes.count
    lists[list.place].mark(",")
    let start = lists[list.place].bytes.count
    write(&lists[list.place])
    lists[list.place].closeObject(from: start)
    byteCount += lists[list.place].bytes.count - before
  }

  /// Sets a member of the snapshot.
  mutating func set(_ key: SetKey, _ json: [UInt8]) {
    settings.member(key)
    settings.json(json)
  }

  /// The object of the step.
  mutating func json() -> [UInt8] {
    var writer = JSONWriter(capacity: byteCount + 256)
    for list in Step.List.allCases where !lists[list.place].bytes.isEmpty {
      writer.member(StepKey.list(list))
      lists[list.place].bytes[0] = UInt8(ascii: "[")
      writer.json(lists[list.place].bytes)
      lists[list.place] = JSONWriter()
      writer.mark("]")
    }
    if !settings.bytes.isEmpty {
      writer.member(StepKey.set)
      settings.closeObject(from: 0)
      writer.json(settings.bytes)
    }
    writer.closeObject(from: 0)
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes neighbouring sections as members of an entry.
  mutating func sections(_ sections: Range<Int>) {
    member(EntryKey.section)
    integer(sections.lowerBound)
    neighbors(sections.count)
  }

  /// Writes a comma and the name of a member of an entry, before its value.
  mutating func member(_ key: EntryKey) {
    mark(",")
    string(key.name)
    mark(":")
  }

  /// Writes the number of neighbours of an entry, unless it is one.
  mutating func neighbors(_ count: Int) {
    guard count > 1 else { return }
    member(EntryKey.count)
    integer(count)
  }

  mutating func slide(_ slide: Slide?) {
    guard let slide else { return }
    member(EntryKey.slide)
    string(slide.rawValue)
  }
}
