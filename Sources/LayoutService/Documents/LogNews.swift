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
