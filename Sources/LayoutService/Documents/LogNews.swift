import ContentHash
import JSONText
import LayoutStore

extension LogAnswer {
  /// The revision of the log when it was read.
  var revision: Int? { if case .page(let page) = self { page.revision } else { nil } }

  /// The revision of the last record that was read; nil if there is none.
  var lastRevision: Int? {
    if case .page(let page) = self { page.records.last?.revision } else { nil }
  }

  /// The part that is new after a revision; nil if there is none, or if only records after a later revision were read.
  /// Without records, it means that the log no longer has the next one.
  func news(after revision: Int, readAfter: Int) -> LogAnswer? {
    guard case .page(let page) = self else { return self }
    if page.lacks(recordsAfter: revision) {
      return .page(page.with([]))
    }
    if revision < readAfter { return nil }
    guard let last = page.records.last, last.revision > revision else { return nil }
    if let first = page.records.first, first.revision > revision { return self }
    return .page(page.with(page.records.filter { $0.revision > revision }))
  }
}

extension LogPage {
  /// Whether the log no longer has all records after a revision, or has never had that revision.
  func lacks(recordsAfter revision: Int) -> Bool {
    revision + 1 < oldest || revision > self.revision
  }
}

extension LogRecord.Kind {
  /// The kind's name in JSON and events.
  var name: String {
    switch self {
    case .replace: "replace"
    case .change: "change"
    case .delete: "delete"
    }
  }
}

extension JSONWriter {
  /// Writes a record of a log; false if its steps are damaged.
  mutating func record(_ record: LogRecord) -> Bool {
    literal("{\"revision\":")
    integer(record.revision)
    literal(",\"kind\":")
    string(record.kind.name)
    if let layout = record.layout {
      literal(",\"layout\":")
      string(layout.hexadecimal)
    }
    if let parent = record.parent {
      literal(",\"parent\":")
      string(parent.hexadecimal)
    }
    if let steps = record.steps {
      literal(",\"steps\":")
      let isWhole: Void? = steps.withBytes(slack: 0) { text in
        appendBytes(0..<text.byteCount, of: text, to: &bytes)
      }
      if isWhole == nil { return false }
    }
    literal(",\"time\":")
    time(record.time)
    if let author = record.by {
      literal(",\"by\":")
      string(author)
    }
    literal("}")
    return true
  }

  /// Writes a time in milliseconds since 1970.
  mutating func time(_ milliseconds: Int) {
    let time = CalendarTime(milliseconds: Int64(milliseconds))
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let date = "\(digits(time.year, 4))-\(digits(time.month, 2))-\(digits(time.day, 2))"
    let ofDay = "\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2))"
    string("\(date)T\(ofDay).\(digits(time.millisecond, 3))Z")
  }
}
