import LayoutCore
import Synchronization

/// Documents in an SQLite file.
extension SQLiteStore {
  public func document(
    _ name: DocumentName, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<DocumentHead?>
  ) {
    readRows(.document, until: deadline, done) { try $0.head(name) }
  }

  public func state(
    of name: DocumentName, key: String?, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<DocumentState?>
  ) {
    readRows(.document, until: deadline, done) { connection in
      guard let head = try connection.head(name) else { return nil }
      return DocumentState(
        head: head, record: try key.flatMap { try connection.record(name, key: $0) })
    }
  }

  public func documents(
    prefixes: [String], after name: DocumentName?, limit: Int,
    until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<[DocumentHead]>
  ) {
    readRows(.documents, until: deadline, done) {
      try $0.heads(prefixes: prefixes, after: name, limit: limit)
    }
  }

  public func outdated(
    after name: DocumentName?, limit: Int, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<OutdatedHeads>
  ) {
    let rules = limits.documents.rules.lowerBound
    readRows(.documents, until: deadline, done) {
      try $0.outdated(after: name, limit: limit, before: rules)
    }
  }

  public func records(
    of name: DocumentName, after revision: Int, limit: Int, bytesMax: Int,
    until deadline: ContinuousClock.Instant, _ done: @escaping StoreAnswer<LogAnswer>
  ) {
    readRows(.records, until: deadline, done) {
      try self.holding(
        try $0.records(of: name, after: revision, limit: limit, bytesMax: bytesMax))
    }
  }

  /// Reads in one transaction on a reading thread.
  private func readRows<Value: Sendable>(
    _ operation: StoreOperation, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<Value>,
    _ work: @escaping @Sendable (SQLiteConnection) throws -> Value
  ) {
    read(operation, until: deadline, done) { (connection) throws(StoreError) in
      try self.transact(connection) { try work(connection) }
    }
  }

  public func write(
    _ write: DocumentWrite, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<WriteOutcome>
  ) {
    let done = telling(of: write.name, done, revision: \.revision)
    self.write(
      write, leaving: .log, until: deadline,
      noting(.write, refusal: \.refusal) { result in
        if case .success(let outcome) = result { self.count(outcome.countChange(of: write)) }
        done(result)
      })
  }

  /// Writes. If there is no room for a deletion, it is repeated with a smaller part of the log left.
  private func write(
    _ write: DocumentWrite, leaving left: Tombstone, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<WriteOutcome>
  ) {
    let limits = limits.documents
    submit(
      Write(
        until: deadline, bytes: write.row?.body.kept.count ?? 0,
        { (connection) throws(SQLiteFailure) in
          try connection.write(
            write, of: try connection.head(write.name), limits, leaving: left)
        },
        done: { result in
          if result.isFull, write.layout == nil, let less = left.less {
            return self.write(write, leaving: less, until: deadline, done)
          }
          done(result)
        }))
  }

  public func change(
    _ change: DocumentChange, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<ChangeOutcome>
  ) {
    let limits = limits.documents
    let done = telling(of: change.name, done, revision: \.revision)
    submit(
      Write(
        until: deadline,
        bytes: change.row.body.kept.count + (change.steps?.kept.count ?? 0),
        { (connection) throws(SQLiteFailure) in
          try connection.change(change, of: try connection.head(change.name), limits)
        },
        done: noting(.change, done)))
  }

  /// Notifies followers of a write before its writer gets the result.
  private func telling<Outcome>(
    of name: DocumentName, _ done: @escaping StoreAnswer<Outcome>,
    revision: @escaping @Sendable (Outcome) -> Int?
  ) -> StoreAnswer<Outcome> {
    { result in
      // A failed write may have been done.
      let isToBeTold =
        if case .success(let outcome) = result { revision(outcome) != nil } else { true }
      if isToBeTold { self.tell(name) }
      self.tidyMemory()
      done(result)
    }
  }

  /// Deletes data in memory that documents do not need any more, in small parts. Does so only now and then.
  private func tidyMemory() {
    guard !isDurable else { return }
    let count = writesInMemory.add(1, ordering: .relaxed).newValue
    guard count % SQLiteStore.writesBetweenTidying == 0 else { return }
    collect(usedBefore: SQLiteStore.tomorrow)
  }

  private static let writesBetweenTidying = 64
}

extension Result where Failure == StoreError {
  var isFull: Bool { if case .failure(.full) = self { true } else { false } }
}
