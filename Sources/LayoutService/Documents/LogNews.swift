import LayoutStore

extension LogAnswer {
  /// The revision that it was read up to.
  var revision: Int? { if case .page(let page) = self { page.revision } else { nil } }

  /// The revision of the last record that was read; nil where none was.
  var lastRevision: Int? {
    if case .page(let page) = self { page.records.last?.revision } else { nil }
  }

  /// What of it is news behind a revision; nil where nothing is, or where it was read behind a later one. Without
  /// records, the log has no longer what comes next.
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
  /// Whether the log has no longer all records behind a revision, or has never had that one.
  func lacks(recordsAfter revision: Int) -> Bool {
    revision + 1 < oldest || revision > self.revision
  }
}
