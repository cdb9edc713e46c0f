import Dispatch
public import LayoutCore
import Synchronization

/// Maintenance of an SQLite store.
extension SQLiteStore {
  public func stamp(_ ids: [ContentDigest], day: Day) {
    for start in stride(from: 0, to: ids.count, by: SQLiteStore.stampsOfOneWrite) {
      let some = ids[start..<min(ids.count, start + SQLiteStore.stampsOfOneWrite)]
      submit(
        Write(
          until: .now + SQLiteStore.upkeepTime,
          { (connection) throws(SQLiteFailure) in
            for id in some { try connection.stamp(id, day: day) }
          }, done: noting(.stamp) { _ in }))
    }
  }

  public func collect(usedBefore day: Day) {
    collect(usedBefore: day, deletedFor: DocumentLimits.deletionsKept)
  }

  /// Makes room in a full store: deletes, in small parts, logs of deleted documents before their time, and layouts that
  /// nothing needs. In a file, only layouts of earlier rules.
  func makeRoom() {
    guard !isMakingRoom.exchange(true, ordering: .relaxed) else { return }
    collect(
      usedBefore: isDurable ? Day(number: 0) : SQLiteStore.tomorrow,
      deletedFor: limits.documents.deletionsKeptWhenFull, withEarlierRules: true
    ) { self.isMakingRoom.store(false, ordering: .relaxed) }
  }

  /// Everything was last used before this day.
  static var tomorrow: Day { Day(number: Day.today.number + 1) }

  /// Collects with another time limit for the logs of deleted documents.
  ///
  /// - Parameters:
  ///   - withEarlierRules: Deletes all layouts of earlier rules that nothing needs.
  ///   - ended: Runs when there is nothing left to delete.
  func collect(
    usedBefore day: Day, deletedFor age: Duration, withEarlierRules: Bool = false,
    ended: @escaping @Sendable () -> Void = {}
  ) {
    let start = ContinuousClock.now
    let rules = limits.documents.rules.lowerBound
    let (isDurable, namesMax) = (isDurable, limits.documents.signedNamesMax)
    submit(
      Write(
        until: start + SQLiteStore.upkeepTime,
        { (connection) throws(SQLiteFailure) in
          let records = try connection.forgetDeletions(olderThan: age)
          var layouts = try connection.collect(
            usedBefore: day, rowsMax: SQLiteStore.collectedRows,
            bytesMax: SQLiteStore.collectedBytes)
          if withEarlierRules {
            layouts += try connection.collect(
              rulesBefore: rules, rowsMax: SQLiteStore.collectedRows,
              bytesMax: SQLiteStore.collectedBytes)
          }
          // Last, because it looks at many names, and not if room is needed. No earlier release writes to a store in
          // memory.
          let looksForStrays = isDurable && !withEarlierRules && records + layouts == 0
          let isStray =
            looksForStrays ? try connection.deleteStraySignatures(namesMax: namesMax) : false
          return (records + layouts + (isStray ? 1 : 0), layouts, try connection.documentCount())
        },
        done: noting(.collect) { result in
          guard case .success((let deleted, let layouts, let documents)) = result else {
            return ended()
          }
          self.published.withLock { published in
            published.figures.collected += layouts
            // Corrects the count: some counted writes may have failed or come late.
            published.figures.documents = documents
          }
          guard deleted > 0 else { return ended() }
          // Leaves half of the time to others.
          let pause = min(max(ContinuousClock.now - start, .milliseconds(10)), .seconds(10))
          self.watching.asyncAfter(deadline: .now() + pause / .seconds(1)) {
            self.collect(
              usedBefore: day, deletedFor: age, withEarlierRules: withEarlierRules, ended: ended)
          }
        }))
  }

  private static let stampsOfOneWrite = 1000
  private static let collectedRows = 200
  private static let collectedBytes = 64 << 20
  /// The time limit of maintenance. No request waits for it.
  private static let upkeepTime = Duration.seconds(60)
}
