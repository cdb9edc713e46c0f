import Dispatch
public import LayoutCore
import Synchronization

/// What an SQLite store does now and then.
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

  /// Where there is no room for more, forgets the logs of deleted documents before their time, bit by bit; and what else
  /// nothing needs, in a file as far as it is of earlier rules.
  func makeRoom() {
    guard !isMakingRoom.exchange(true, ordering: .relaxed) else { return }
    collect(
      usedBefore: isDurable ? Day(number: 0) : SQLiteStore.tomorrow,
      deletedFor: limits.documents.deletionsKeptWhenFull, withEarlierRules: true
    ) { self.isMakingRoom.store(false, ordering: .relaxed) }
  }

  /// What has been used before that day is all there is.
  static var tomorrow: Day { Day(number: Day.today.number + 1) }

  /// With how long the logs of deleted documents are kept, whether all layouts of earlier rules go, and what is done when
  /// nothing is left to be deleted.
  func collect(
    usedBefore day: Day, deletedFor age: Duration, withEarlierRules: Bool = false,
    ended: @escaping @Sendable () -> Void = {}
  ) {
    let start = ContinuousClock.now
    let rules = limits.documents.rules
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
          return (records, layouts, try connection.documentCount())
        },
        done: noting(.collect) { result in
          guard case .success((let records, let layouts, let documents)) = result else {
            return ended()
          }
          self.published.withLock { published in
            published.figures.collected += layouts
            // Some that were counted otherwise may not have been done, or late.
            published.figures.documents = documents
          }
          guard records + layouts > 0 else { return ended() }
          // Half of the time is left to others.
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
  /// What nobody waits for may take so long.
  private static let upkeepTime = Duration.seconds(60)
}
