import Dispatch
import LayoutStore
import Synchronization

/// Who waits for records of documents' logs (docs/rules.md#log).
///
/// The log is the truth, and what the store tells of changes only wakes: then the records behind the earliest revision
/// that anybody has are read, once for all who follow a document, and everybody gets those that are new there.
final class Watchers: Sendable {
  /// Takes what is new in a log; nil where there is nothing, and the waiting is over.
  typealias Taker = @Sendable (LogAnswer?) -> Void

  fileprivate struct Watcher: Sendable {
    var after: Int
    let hasGone: @Sendable () -> Bool
    let take: Taker
  }

  /// Those who follow one document.
  fileprivate struct Followers: Sendable {
    var watchers: [Int: Watcher] = [:]
    /// Whether the log is being read for them, and whether it may have changed since that began.
    var isReading = false
    var mayHaveChanged = false
    /// Up to which revision it has been read.
    var revision: Int?
  }

  fileprivate struct State {
    var followers: [DocumentName: Followers] = [:]
    var count = 0
    var lastNumber = 0
    var isDraining = false
  }

  /// How many may wait.
  let countMax: Int
  private let store: (any Store)?
  private let state = Mutex(State())
  /// Where they are told, so that the store's threads go on.
  private let telling = DispatchQueue(label: "layoutd.watchers")
  /// How long a read may take, and the pause after one that failed.
  private static let readTimeout = Duration.seconds(2)
  private static let pause = DispatchTimeInterval.seconds(1)
  /// How many records are read at a time.
  private static let recordsMax = 1000

  init(_ store: (any Store)?, countMax: Int) {
    self.store = store
    self.countMax = countMax
    store?.follow { [weak self] name in self?.wake(name) }
  }

  /// How many wait.
  var count: Int { state.withLock { $0.count } }

  /// Calls `take` once: with what is new behind a revision, or with nil when the time is over or the program drains.
  /// False where as many wait as may; then it is not called.
  func wait(
    _ name: DocumentName, after revision: Int, until end: ContinuousClock.Instant,
    hasGone: @escaping @Sendable () -> Bool, _ take: @escaping Taker
  ) -> Bool {
    if state.withLock({ $0.count >= countMax }) { removeGone() }
    let (number, isDraining) = state.withLock { state -> (Int?, Bool) in
      if state.isDraining { return (nil, true) }
      guard state.count < countMax else { return (nil, false) }
      state.count += 1
      state.lastNumber += 1
      state.followers[name, default: Followers()].watchers[state.lastNumber] = Watcher(
        after: revision, hasGone: hasGone, take: take)
      return (state.lastNumber, false)
    }
    guard let number else {
      if isDraining { telling.async { take(nil) } }
      return isDraining
    }
    let left = max(.zero, ContinuousClock.now.duration(to: end))
    telling.asyncAfter(deadline: .now() + left.seconds) {
      self.state.withLock { $0.remove(number, of: name) }?(nil)
    }
    // What was written since the request has read the log.
    let isUpToDate = state.withLock { $0.followers[name]?.revision == revision }
    if !isUpToDate { wake(name) }
    return true
  }

  /// Ends the waiting of all, and of all who come later.
  func drain() {
    let takers = state.withLock { state in
      state.isDraining = true
      let takers = state.followers.values.flatMap { $0.watchers.values.map(\.take) }
      state.followers = [:]
      state.count = 0
      return takers
    }
    telling.async { for take in takers { take(nil) } }
  }

  /// Removes those whose clients have gone.
  private func removeGone() {
    let takers = state.withLock { state in
      var takers: [Taker] = []
      for (name, followers) in state.followers {
        for (number, watcher) in followers.watchers where watcher.hasGone() {
          if let take = state.remove(number, of: name) { takers.append(take) }
        }
      }
      return takers
    }
    telling.async { for take in takers { take(nil) } }
  }

  // MARK: Reading

  /// Has a log read that may have changed, where somebody follows it.
  private func wake(_ name: DocumentName) {
    let after = state.withLock { state -> Int? in
      guard let followers = state.followers[name] else { return nil }
      if followers.isReading {
        state.followers[name]?.mayHaveChanged = true
        return nil
      }
      state.followers[name]?.isReading = true
      return followers.earliest
    }
    if let after { read(name, after: after) }
  }

  private func read(_ name: DocumentName, after revision: Int) {
    store?.records(
      of: name, after: revision, limit: Watchers.recordsMax, until: .now + Watchers.readTimeout
    ) { result in
      self.telling.async { self.tell(name, result, readAfter: revision) }
    }
  }

  private func tell(
    _ name: DocumentName, _ result: Result<LogAnswer, StoreError>, readAfter: Int
  ) {
    guard case .success(let answer) = result else {
      state.withLock { $0.followers[name]?.isReading = false }
      telling.asyncAfter(deadline: .now() + Watchers.pause) { self.wake(name) }
      return
    }
    let (news, next) = state.withLock { $0.news(of: name, answer, readAfter: readAfter) }
    if let next { read(name, after: next) }
    for (take, answer) in news { take(answer) }
  }
}

extension Watchers.State {
  /// Takes one out; nil where it is not there any more.
  fileprivate mutating func remove(_ number: Int, of name: DocumentName) -> Watchers.Taker? {
    guard let watcher = followers[name]?.watchers.removeValue(forKey: number) else { return nil }
    count -= 1
    if followers[name]?.watchers.isEmpty == true { followers[name] = nil }
    return watcher.take
  }

  /// Who is to be told what of a log that was read, and from where to read on.
  fileprivate mutating func news(
    of name: DocumentName, _ answer: LogAnswer, readAfter: Int
  ) -> (news: [(Watchers.Taker, LogAnswer)], readsOnAfter: Int?) {
    guard let watchers = followers[name]?.watchers else { return ([], nil) }
    var news: [(Watchers.Taker, LogAnswer)] = []
    for (number, watcher) in watchers {
      guard let answer = answer.news(after: watcher.after, readAfter: readAfter) else { continue }
      if let take = remove(number, of: name) { news.append((take, answer)) }
    }
    // Nobody is left, and who comes next begins anew.
    guard let rest = followers[name] else { return (news, nil) }
    let isBehind = rest.mayHaveChanged || (answer.revision.map { rest.earliest < $0 } ?? false)
    followers[name]?.isReading = isBehind
    followers[name]?.mayHaveChanged = false
    followers[name]?.revision = isBehind ? nil : answer.revision
    return (news, isBehind ? rest.earliest : nil)
  }
}

extension Watchers.Followers {
  /// The earliest revision that anybody has.
  fileprivate var earliest: Int { watchers.values.lazy.map(\.after).min() ?? 0 }
}

extension LogAnswer {
  /// The revision that it was read up to.
  fileprivate var revision: Int? { if case .page(let page) = self { page.revision } else { nil } }

  /// What of it is news behind a revision; nil where nothing is, or where it was read behind a later one.
  fileprivate func news(after revision: Int, readAfter: Int) -> LogAnswer? {
    guard case .page(let page) = self else { return self }
    if page.lacks(recordsAfter: revision) { return self }
    if revision < readAfter { return nil }
    let records = page.records.filter { $0.revision > revision }
    return records.isEmpty
      ? nil : .page(LogPage(records: records, revision: page.revision, oldest: page.oldest))
  }
}

extension LogPage {
  /// Whether the log has no longer all records behind a revision, or has never had that one.
  func lacks(recordsAfter revision: Int) -> Bool {
    revision + 1 < oldest || revision > self.revision
  }
}

extension Duration {
  /// For the system's timers.
  fileprivate var seconds: Double { self / .seconds(1) }
}
