import Dispatch
import LayoutStore
import Synchronization

/// Who follows documents: polls that wait, and streams of events (docs/rules.md#log).
///
/// The log is the truth, and what the store tells of changes only wakes: then the records behind the earliest revision
/// that anybody has are read, a few at a time, once for all who follow a document, and everybody gets those that are new
/// there. A stream that cannot take more pauses: nothing is read for it before it resumes.
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
    /// The key of the request is not in force any more.
    case withdrawn
  }

  /// What a watcher that was told of a log has made of it.
  enum Taken: Sendable {
    /// It has everything up to a revision, and goes on.
    case upTo(Int)
    /// It has everything up to a revision, and takes no more before it resumes.
    case pauses(upTo: Int)
    /// It has ended.
    case all
  }

  /// Takes news, a stream on the table's thread.
  typealias Taker = @Sendable (News) -> Taken

  fileprivate struct Watcher: Sendable {
    /// Up to which revision it has been told.
    var after: Int
    /// The number of the first read that it is told of: those that began before know less than it does.
    var firstRead = 0
    /// Whether it takes nothing before it resumes.
    var isPausing = false
    /// Whether it goes on when it has been told.
    let isStream: Bool
    /// The key of its request; nil if none is needed.
    let key: APIKey?
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
  private let keys: APIKeyRing?
  private let state = Mutex(State())
  private let noticeCount = Atomic(0)
  /// Where they are told, so that the store's threads go on.
  private let telling: DispatchQueue
  /// The streams that wait for room.
  let room: RoomQueue
  /// How long a read may take, and the pause after one that failed, and between two looks for polls that have gone.
  private static let readTimeout = Duration.seconds(2)
  private static let pause = Duration.seconds(1)
  /// How many records, and about how many bytes of their steps, are read at a time. Whoever lacks more is sent more when
  /// the client has taken this.
  static let recordsMax = 1000
  static let recordBytesMax = 256 << 10
  /// The time between two heartbeats.
  private let heartbeat: Duration

  init(_ store: (any Store)?, keys: APIKeyRing?, countMax: Int, heartbeat: Duration) {
    self.store = store
    self.keys = keys
    telling = DispatchQueue(label: "layoutd.watchers")
    room = RoomQueue(telling)
    self.countMax = countMax
    self.heartbeat = heartbeat
    store?.follow { [weak self] name in
      self?.noticeCount.add(1, ordering: .sequentiallyConsistent)
      self?.wake(name)
    }
    keys?.whenReplaced { [weak self] in self?.removeWithdrawn() }
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

  /// Removes those whose clients have gone.
  private func removeGone() {
    for take in remove(where: { $0.hasGone() }) { _ = take(.clientGone) }
  }

  /// Removes those whose keys are not in force any more.
  private func removeWithdrawn() {
    let takers = remove { self.isWithdrawn($0.key) }
    telling.async { for take in takers { _ = take(.withdrawn) } }
  }

  private func isWithdrawn(_ key: APIKey?) -> Bool {
    guard let keys, let key else { return false }
    return keys.current(key) == nil
  }

  /// Removes some, which are to be told why.
  private func remove(where isToGo: (Watcher) -> Bool) -> [Taker] {
    state.withLock { state in
      var takers: [Taker] = []
      for (name, followers) in state.followers {
        for (number, watcher) in followers.watchers where isToGo(watcher) {
          if let take = state.remove(number, of: name) { takers.append(take) }
        }
      }
      return takers
    }
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
    until end: ContinuousClock.Instant, key: APIKey?,
    hasGone: @escaping @Sendable () -> Bool, _ take: @escaping @Sendable (News) -> Void
  ) {
    let leave: Taker = { news in
      self.leavePlace()
      take(news)
      return .all
    }
    let watcher = Watcher(
      after: revision, isStream: false, key: key, hasGone: hasGone, take: leave)
    let number = newNumber()
    guard add(watcher, number, name, since: notices) else { return }
    lookForGone()
    let left = max(.zero, ContinuousClock.now.duration(to: end))
    telling.asyncAfter(deadline: .now() + left / .seconds(1)) {
      _ = self.state.withLock { $0.remove(number, of: name) }?(.timeOver)
    }
  }

  /// A number that a stream is to have in the table.
  func newNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Has a stream, which has a place, told of everything that is new behind a revision, until it is removed, it says that
  /// it has all, its key is withdrawn, or the program drains.
  ///
  /// - Parameters:
  ///   - page: What has been read behind the revision; nil where that is the newest one.
  ///   - notices: What they were before that was read.
  func follow(
    _ name: DocumentName, after revision: Int, with page: LogPage?, since notices: Int,
    as number: Int, key: APIKey?, hasGone: @escaping @Sendable () -> Bool, _ take: @escaping Taker
  ) {
    telling.async {
      var watcher = Watcher(
        after: revision, isStream: true, key: key, hasGone: hasGone, take: take)
      let isNews = page?.records.isEmpty == false
      if isNews, let page, !watcher.note(take(.log(.page(page), EventTexts()))) { return }
      let isUpToDate = page.map { $0.revision == watcher.after } ?? true
      guard self.add(watcher, number, name, since: isUpToDate ? notices : nil) else { return }
      // It may have ended before it was in the table.
      if hasGone() { self.remove(number, of: name) }
      self.beat()
    }
  }

  /// Has a stream that pauses told of news again.
  func resume(_ number: Int, of name: DocumentName) {
    // What it has said last has been noted by then.
    telling.async {
      // Who has waited for room longer comes first.
      self.room.look()
      let isUpToDate = self.state.withLock { state in
        state.followers[name]?.resume(number) ?? true
      }
      if !isUpToDate { self.wake(name) }
    }
  }

  /// Tells a stream no more, which has ended.
  func remove(_ number: Int, of name: DocumentName) {
    state.withLock { _ = $0.remove(number, of: name) }
    telling.async { self.room.look() }
  }

  /// False where it is told at once that it may not follow.
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
    guard isAdded else {
      telling.async { _ = watcher.take(.draining) }
      return false
    }
    // Keys may have been replaced since the request has been let in.
    if isWithdrawn(watcher.key) {
      removeWithdrawn()
      return false
    }
    // Something may have been written since the request has read.
    if !isUpToDate { wake(name) }
    return true
  }

  /// Ends the following of all, and of all who come later.
  func drain() {
    let takers = state.withLock { state in
      state.isDraining = true
      let takers = state.followers.values.flatMap { $0.watchers.values.map(\.take) }
      state.followers = [:]
      return takers
    }
    telling.async { for take in takers { _ = take(.draining) } }
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
      for stream in streams { _ = stream.take(.heartbeat(revision: stream.after)) }
      return !streams.isEmpty
    }
  }

  // MARK: Reading

  /// Has a log read that may have changed, where somebody follows it and does not pause.
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
      of: name, after: read.after, limit: Watchers.recordsMax, bytesMax: Watchers.recordBytesMax,
      until: .now + Watchers.readTimeout
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
    let news = state.withLock { $0.news(of: name, answer, read) }
    let texts = EventTexts()
    let taken = news.map { ($0.number, $0.take(.log($0.answer, texts))) }
    let next = state.withLock { $0.note(taken, of: name, answer) }
    if let next { begin(next, of: name) }
  }
}

extension Watchers.State {
  /// Takes one out; nil where it is not there any more.
  fileprivate mutating func remove(_ number: Int, of name: DocumentName) -> Watchers.Taker? {
    guard let watcher = followers[name]?.watchers.removeValue(forKey: number) else { return nil }
    if followers[name]?.watchers.isEmpty == true { followers[name] = nil }
    return watcher.take
  }

  /// Begins a read of a log, for those who follow the document; nil where all of them pause.
  fileprivate mutating func beginRead(of name: DocumentName) -> Watchers.Read? {
    followers[name]?.revision = nil
    return beginRead(of: name, after: followers[name]?.ready.min())
  }

  private mutating func beginRead(of name: DocumentName, after revision: Int?) -> Watchers.Read? {
    guard let revision else { return nil }
    readCount += 1
    followers[name]?.isReading = true
    followers[name]?.mayHaveChanged = false
    followers[name]?.revision = nil
    return Watchers.Read(number: readCount, after: revision)
  }

  /// Who is to be told what of a log that was read, the same to neighbours. Polls leave the table.
  fileprivate mutating func news(
    of name: DocumentName, _ answer: LogAnswer, _ read: Watchers.Read
  ) -> [(number: Int, take: Watchers.Taker, answer: LogAnswer)] {
    let watchers = (followers[name]?.watchers ?? [:]).filter {
      !$0.value.isPausing && $0.value.firstRead <= read.number
    }
    return watchers.sorted { $0.value.after < $1.value.after }.compactMap { number, watcher in
      guard let answer = answer.news(after: watcher.after, readAfter: read.after) else {
        return nil
      }
      if !watcher.isStream { followers[name]?.watchers[number] = nil }
      return (number, watcher.take, answer)
    }
  }

  /// Notes what has become of those who were told of a read, and begins the next one where that is needed.
  fileprivate mutating func note(
    _ taken: [(number: Int, taken: Watchers.Taken)], of name: DocumentName, _ answer: LogAnswer
  ) -> Watchers.Read? {
    for (number, taken) in taken where followers[name]?.watchers[number]?.note(taken) == false {
      followers[name]?.watchers[number] = nil
    }
    // Where nobody is left, who comes next begins anew.
    guard let rest = followers[name], !rest.watchers.isEmpty else {
      followers[name] = nil
      return nil
    }
    followers[name]?.isReading = false
    // Where the log may have changed since, who resumes has it read again.
    followers[name]?.revision = rest.mayHaveChanged ? nil : answer.revision
    let behind =
      rest.mayHaveChanged
      ? rest.ready : rest.ready.filter { revision in answer.revision.map { revision < $0 } ?? true }
    // Those further on come first, so that nobody waits until somebody else has caught up.
    let further = answer.lastRevision.flatMap { last in behind.filter { $0 > last }.min() }
    return beginRead(of: name, after: further ?? behind.min())
  }
}

extension Watchers.Watcher {
  /// Notes what it has made of what it was told; false where it has ended.
  fileprivate mutating func note(_ taken: Watchers.Taken) -> Bool {
    switch taken {
    case .upTo(let revision): after = revision
    case .pauses(let revision): (after, isPausing) = (revision, true)
    case .all: return false
    }
    return true
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

  /// Has one that pauses go on; says whether it is known to have everything that there is.
  fileprivate mutating func resume(_ number: Int) -> Bool {
    guard let watcher = watchers[number] else { return true }
    watchers[number]?.isPausing = false
    return revision == watcher.after
  }

  /// The revisions that those have who do not pause.
  fileprivate var ready: [Int] {
    watchers.values.lazy.filter { !$0.isPausing }.map(\.after)
  }
}
