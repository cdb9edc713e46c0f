internal import JSONText
internal import LayoutCore

/// The text of a step, written entry by entry in any order of the lists. Bytes for which there is no memory are only
/// counted.
struct StepText {
  private var lists = [JSONWriter](repeating: JSONWriter(), count: Step.List.allCases.count)
  private var settings = JSONWriter()
  /// The bytes written so far, also those that are only counted.
  private(set) var byteCount = 0
  /// The greatest number of bytes that are kept.
  private let keptMax: Int
  /// What is not in its list yet of the entry that is written: members, each after a comma.
  var entry = JSONWriter()
  /// The list of the entry, and whether nothing of the entry is there.
  private var list = Step.List.delete
  private var isNew = false

  init(keptMax: Int) { self.keptMax = keptMax }

  /// Appends an entry: its members, each after a comma.
  mutating func append(to list: Step.List, _ write: (inout JSONWriter) -> Void) {
    begin(list)
    write(&entry)
    end()
  }

  /// Begins an entry, of which at least one member has to be written before a part of it is put into the list.
  mutating func begin(_ list: Step.List) {
    (self.list, isNew) = (list, true)
    entry.mark(",")
  }

  /// Puts a part of the entry into the list.
  mutating func endPart() {
    if isNew { entry.bytes[1] = UInt8(ascii: "{") }
    isNew = false
    byteCount += entry.bytes.count
    if byteCount > keptMax {
      lists[list.place] = JSONWriter()
    } else {
      lists[list.place].json(entry.bytes)
    }
    entry.bytes.removeAll(keepingCapacity: true)
  }

  mutating func end() {
    entry.mark("}")
    endPart()
  }

  /// Sets a member of the snapshot.
  mutating func set(_ key: SetKey, _ json: [UInt8]) {
    settings.member(key)
    settings.json(json)
    byteCount += json.count
  }

  /// The object of the step, all of which is kept.
  mutating func json() -> [UInt8] {
    entry = JSONWriter()
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
