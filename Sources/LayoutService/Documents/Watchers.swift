import Dispatch
import LayoutStore
import Synchronization

/// Who follows documents: polls that wait, and streams of events (docs/rules.md#log).
///
/// The log is the truth, and what the store tells of changes only wakes: then the records behind the earliest revision
/// that anybody has are read, once for all who follow a document, and everybody gets those that are new there.
final class Watchers: Sendable {
  /// What a watcher is told.
  enum News: Sendable {
    /// What is new in the log behind the watcher's revision, or that it has no longer what comes next. The texts of
    /// events are shared by all who are told of one read.
    case log(LogAnswer, EventTexts)
    /// Nothing has happened for a while.
    case heartbeat(revision: Int)
    /// The time of a poll is over.
    case timeOver
    /// The client of a poll has gone.
    case clientGone
    /// The program drains: nobody is told anything any more.
    case draining
  }

  typealias Taker = @Sendable (News) -> Void

  fileprivate struct Watcher: Sendable {
    /// Up to which revision it has been told.
    var after: Int
    /// The number of the first read that it is told of: those that began before know less than it does.
    var firstRead = 0
    /// Whether it goes on when it has been told.
    let isStream: Bool
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
    /// How many places are taken.
    var count = 0
    var lastNumber = 0
    /// How many reads have begun.
    var readCount = 0
    var isDraining = false
    /// Whether the next heartbeat, or the next look for polls whose clients have gone, is due at some time.
    var beats = false
    var looksForGone = false
  }

  /// How many may follow.
  let countMax: Int
  private let store: (any Store)?
  private let state = Mutex(State())
  private let noticeCount = Atomic(0)
  /// Where they are told, so that the store's threads go on.
  private let telling = DispatchQueue(label: "layoutd.watchers")
  /// How long a read may take, and the pause after one that failed, and between two looks for polls that have gone.
  private static let readTimeout = Duration.seconds(2)
  private static let pause = Duration.seconds(1)
  /// How many records are read at a time.
  static let recordsMax = 1000
  /// The time between two heartbeats.
  private let heartbeat: Duration

  init(_ store: (any Store)?, countMax: Int, heartbeat: Duration) {
    self.store = store
    self.countMax = countMax
    self.heartbeat = heartbeat
    store?.follow { [weak self] name in
      self?.noticeCount.add(1, ordering: .sequentiallyConsistent)
      self?.wake(name)
    }
  }

  /// How often the store has told of a change. What was read after asking is still so as long as this is the same.
  var notices: Int { noticeCount.load(ordering: .sequentiallyConsistent) }

  /// How many follow.
  var count: Int { state.withLock { $0.count } }

  // MARK: Places

  /// Takes a place; false where as many follow as may.
  func takePlace() -> Bool {
    if state.withLock({ $0.count >= countMax }) { removeGone() }
    return state.withLock { state in
      guard state.count < countMax else { return false }
      state.count += 1
      return true
    }
  }

  /// Gives a place back.
  func leavePlace() { state.withLock { $0.count -= 1 } }

  /// Removes the polls whose clients have gone.
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
    for take in takers { take(.clientGone) }
  }

  /// Removes the polls whose clients have gone, every second for as long as anybody polls.
  private func lookForGone() {
    let begins = state.withLock { state in
      defer { state.looksForGone = true }
      return !state.looksForGone
    }
    guard begins else { return }
    every(Watchers.pause) { watchers in
      watchers.removeGone()
      return watchers.state.withLock { state in
        state.looksForGone = state.followers.values.contains { followers in
          followers.watchers.values.contains { !$0.isStream }
        }
        return state.looksForGone
      }
    }
  }

  /// Does something again and again, for as long as it says that it is of use.
  private func every(_ time: Duration, _ work: @escaping @Sendable (Watchers) -> Bool) {
    telling.asyncAfter(deadline: .now() + time / .seconds(1)) { [weak self] in
      if let self, work(self) { self.every(time, work) }
    }
  }

  // MARK: Following

  /// Has a poll, which has a place, told once: of what is new behind a revision, or why there is nothing. It leaves its
  /// place then.
  ///
  /// - Parameter notices: What they were before it was read that there is nothing new.
  func wait(
    _ name: DocumentName, after revision: Int, since notices: Int,
    until end: ContinuousClock.Instant,
    hasGone: @escaping @Sendable () -> Bool, _ take: @escaping Taker
  ) {
    let leave: Taker = { news in
      self.leavePlace()
      take(news)
    }
    let watcher = Watcher(after: revision, isStream: false, hasGone: hasGone, take: leave)
    let number = newNumber()
    guard add(watcher, number, name, since: notices) else {
      return telling.async { leave(.draining) }
    }
    lookForGone()
    let left = max(.zero, ContinuousClock.now.duration(to: end))
    telling.asyncAfter(deadline: .now() + left / .seconds(1)) {
      self.state.withLock { $0.remove(number, of: name) }?(.timeOver)
    }
  }

  /// A number that a stream is to have in the table.
  func newNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Has a stream, which has a place, told of everything that is new behind a revision, until it is removed, the
  /// document is deleted, its log has no longer what comes next, or the program drains.
  ///
  /// - Parameter notices: What they were before it was read that there is nothing new; nil where there may be.
  func follow(
    _ name: DocumentName, after revision: Int, since notices: Int?, as number: Int,
    _ take: @escaping Taker
  ) {
    let watcher = Watcher(after: revision, isStream: true, hasGone: { false }, take: take)
    guard add(watcher, number, name, since: notices) else {
      return telling.async { take(.draining) }
    }
    beat()
  }

  /// Tells a stream no more.
  func remove(_ number: Int, of name: DocumentName) {
    state.withLock { _ = $0.remove(number, of: name) }
  }

  /// False where the program drains.
  private func add(
    _ watcher: Watcher, _ number: Int, _ name: DocumentName, since notices: Int?
  ) -> Bool {
    let (isAdded, isUpToDate) = state.withLock { state in
      if state.isDraining { return (false, true) }
      var watcher = watcher
      watcher.firstRead = state.readCount + 1
      // Who tells of a change later finds it in the table.
      let isStillSo = notices == self.notices
      return (
        true,
        state.followers[name, default: Followers()].add(watcher, number, isUpToDate: isStillSo)
      )
    }
    // Something may have been written since the request has read.
    if !isUpToDate { wake(name) }
    return isAdded
  }

  /// Ends the following of all, and of all who come later.
  func drain() {
    let takers = state.withLock { state in
      state.isDraining = true
      let takers = state.followers.values.flatMap { $0.watchers.values.map(\.take) }
      state.followers = [:]
      return takers
    }
    telling.async { for take in takers { take(.draining) } }
  }

  /// Sends heartbeats for as long as there are streams.
  private func beat() {
    let begins = state.withLock { state in
      defer { state.beats = true }
      return !state.beats
    }
    guard begins else { return }
    every(heartbeat) { watchers in
      let streams = watchers.state.withLock { state in
        let streams = state.followers.values.flatMap { $0.watchers.values.filter(\.isStream) }
        state.beats = !streams.isEmpty
        return streams
      }
      for stream in streams { stream.take(.heartbeat(revision: stream.after)) }
      return !streams.isEmpty
    }
  }

  // MARK: Reading

  /// Has a log read that may have changed, where somebody follows it.
  private func wake(_ name: DocumentName) {
    let read = state.withLock { state -> Read? in
      guard let followers = state.followers[name] else { return nil }
      if followers.isReading {
        state.followers[name]?.mayHaveChanged = true
        return nil
      }
      return state.beginRead(of: name)
    }
    if let read { begin(read, of: name) }
  }

  /// A read of a log.
  fileprivate struct Read: Sendable {
    let number: Int
    let after: Int
  }

  private func begin(_ read: Read, of name: DocumentName) {
    store?.records(
      of: name, after: read.after, limit: Watchers.recordsMax, until: .now + Watchers.readTimeout
    ) { result in
      self.telling.async { self.tell(name, result, read) }
    }
  }

  private func tell(
    _ name: DocumentName, _ result: Result<LogAnswer, StoreError>, _ read: Read
  ) {
    guard case .success(let answer) = result else {
      state.withLock { $0.followers[name]?.isReading = false }
      telling.asyncAfter(deadline: .now() + Watchers.pause / .seconds(1)) { self.wake(name) }
      return
    }
    let (news, next) = state.withLock { $0.news(of: name, answer, read) }
    if let next { begin(next, of: name) }
    let texts = EventTexts()
    for (take, answer) in news { take(.log(answer, texts)) }
  }
}

extension Watchers.State {
  /// Takes one out; nil where it is not there any more.
  fileprivate mutating func remove(_ number: Int, of name: DocumentName) -> Watchers.Taker? {
    guard let watcher = followers[name]?.watchers.removeValue(forKey: number) else { return nil }
    if followers[name]?.watchers.isEmpty == true { followers[name] = nil }
    return watcher.take
  }

  /// Begins a read of a log, for those who follow the document.
  fileprivate mutating func beginRead(of name: DocumentName) -> Watchers.Read? {
    guard let followers = followers[name] else { return nil }
    readCount += 1
    self.followers[name]?.isReading = true
    self.followers[name]?.mayHaveChanged = false
    self.followers[name]?.revision = nil
    return Watchers.Read(number: readCount, after: followers.earliest)
  }

  /// Who is to be told what of a log that was read, and what is to be read then.
  fileprivate mutating func news(
    of name: DocumentName, _ answer: LogAnswer, _ read: Watchers.Read
  ) -> (news: [(Watchers.Taker, LogAnswer)], next: Watchers.Read?) {
    guard let watchers = followers[name]?.watchers else { return ([], nil) }
    var news: [(Watchers.Taker, LogAnswer)] = []
    for (number, watcher) in watchers where watcher.firstRead <= read.number {
      guard let answer = answer.news(after: watcher.after, readAfter: read.after) else { continue }
      news.append((watcher.take, answer))
      if watcher.isStream, let last = answer.lastRevision {
        followers[name]?.watchers[number]?.after = last
      } else {
        _ = remove(number, of: name)
      }
    }
    // Where nobody is left, who comes next begins anew.
    guard let rest = followers[name] else { return (news, nil) }
    followers[name]?.isReading = false
    if rest.mayHaveChanged || (answer.revision.map { rest.earliest < $0 } ?? true) {
      return (news, beginRead(of: name))
    }
    followers[name]?.revision = answer.revision
    return (news, nil)
  }
}

extension Watchers.Followers {
  /// Adds one; says whether it is known to have everything that there is.
  fileprivate mutating func add(
    _ watcher: Watchers.Watcher, _ number: Int, isUpToDate: Bool
  ) -> Bool {
    watchers[number] = watcher
    if isUpToDate, !isReading { revision = watcher.after }
    return revision == watcher.after
  }

  /// The earliest revision that anybody has.
  fileprivate var earliest: Int { watchers.values.lazy.map(\.after).min() ?? 0 }
}

extension LogAnswer {
  /// The revision that it was read up to.
  fileprivate var revision: Int? { if case .page(let page) = self { page.revision } else { nil } }

  /// The revision of the last record that goes on from the one before; nil where the log ends, or has a gap.
  fileprivate var lastRevision: Int? {
    guard case .page(let page) = self, let last = page.records.last else { return nil }
    return last.kind == .delete ? nil : last.revision
  }

  /// What of it is news behind a revision; nil where nothing is, or where it was read behind a later one. Without
  /// records, the log has no longer what comes next.
  fileprivate func news(after revision: Int, readAfter: Int) -> LogAnswer? {
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
