import Dispatch
import LayoutStore
import Synchronization

/// Requests that follow documents: polls that wait, and streams of events (docs/rules.md#log).
///
/// Notices of changes from the store only trigger a read of the log. Then the records after the earliest revision that
/// a watcher has are read, a few at a time, once for all watchers of the document, and each watcher gets those that are
/// new to it. A stream whose client is slow pauses: nothing is read for it until it resumes.
final class Subscribers: Sendable {
  /// News for a watcher.
  enum News: Sendable {
    /// New records after the watcher's revision, or, without records, that the log no longer has the next one. All
    /// watchers that get news of the same read share the texts of events.
    case log(LogAnswer, EventTexts)
    /// Nothing has happened for a while.
    case heartbeat(revision: Int)
    /// The time of a poll is over.
    case timeOver
    /// The client of a poll has closed the connection.
    case clientGone
    /// The program is ending: this watcher gets no more news.
    case draining
    /// The key of the request has been withdrawn, or may no longer read the document.
    case withdrawn
  }

  /// The response of a watcher to news of a log.
  enum Taken: Sendable {
    /// It has everything up to a revision, and continues.
    case upTo(Int)
    /// It has everything up to a revision, and takes no more until it resumes.
    case pauses(upTo: Int)
    /// It has ended.
    case all
  }

  /// Takes news; for a stream it is called on the table's thread.
  typealias Taker = @Sendable (News) -> Taken

  fileprivate struct Subscriber: Sendable {
    /// The last revision that it has got news of.
    var after: Int
    /// The number of the first read that it gets news of: earlier reads began before the revision that it has.
    var firstRead = 0
    /// Whether it takes no news until it resumes.
    var isPausing = false
    /// Whether it remains after it has got news.
    let isStream: Bool
    /// The key of its request; nil if none is needed.
    let key: APIKey?
    let hasGone: @Sendable () -> Bool
    let take: Taker
  }

  /// The watchers of a document.
  fileprivate struct Group: Sendable {
    var watchers: [Int: Subscriber] = [:]
    /// The number of the read of the log that is under way, or repeated soon, and whether the log may have changed since
    /// it began.
    var read: Int?
    var mayHaveChanged = false
    /// The revision up to which it has been read.
    var revision: Int?
  }

  fileprivate struct State {
    var followers: [DocumentName: Group] = [:]
    /// The number of places in use.
    var count = 0
    var lastNumber = 0
    /// The number of reads that have begun.
    var readCount = 0
    var hasEnded = false
    /// Whether the next heartbeat, or the next check for polls whose clients have closed the connection, is scheduled.
    var beats = false
    var looksForGone = false
  }

  /// The greatest number of watchers.
  let countMax: Int
  private let store: (any Store)?
  private let keys: APIKeyRing?
  private let state = Mutex(State())
  private let noticeCount = Atomic(0)
  /// Calls the watchers, so that the store's threads need not.
  private let telling: DispatchQueue
  /// The streams that wait for room.
  let room: RoomQueue
  /// The time limit of a read, and the pause after a failed one, and between two checks for polls whose clients are
  /// gone.
  private static let readTimeout = Duration.seconds(2)
  private static let pause = Duration.seconds(1)
  /// The number of records that are read at a time, and the approximate number of bytes of their steps. A watcher that
  /// lacks more gets them when its client has received these.
  static let recordsMax = 1000
  static let recordBytesMax = 256 << 10
  /// The time between two heartbeats.
  static let heartbeat = Duration.seconds(15)
  private let clock: ServiceClock

  init(_ store: (any Store)?, keys: APIKeyRing?, countMax: Int, _ clock: ServiceClock) {
    self.store = store
    self.keys = keys
    telling = DispatchQueue(label: "layoutd.watchers")
    room = RoomQueue(telling, clock)
    self.countMax = countMax
    self.clock = clock
    store?.follow { [weak self] name in
      guard let self else { return }
      noticeCount.add(1, ordering: .sequentiallyConsistent)
      let names = name.map { [$0] } ?? state.withLock { Array($0.followers.keys) }
      for name in names { wake(name) }
    }
    keys?.whenReplaced { [weak self] in self?.removeWithdrawn() }
  }

  /// The number of changes that the store has reported. Data that was read after getting this number is current as long
  /// as the number is the same.
  var notices: Int { noticeCount.load(ordering: .sequentiallyConsistent) }

  /// The number of watchers.
  var count: Int { state.withLock { $0.count } }

  // MARK: Places

  /// Takes a place; false if there are as many watchers as allowed.
  func takePlace() -> Bool {
    if state.withLock({ $0.count >= countMax }) { removeGone() }
    return state.withLock { state in
      guard state.count < countMax else { return false }
      state.count += 1
      return true
    }
  }

  /// Releases a place.
  func leavePlace() { state.withLock { $0.count -= 1 } }

  /// Removes watchers whose clients have closed the connection.
  private func removeGone() {
    for take in remove(where: { _, watcher in watcher.hasGone() }) { _ = take(.clientGone) }
  }

  /// Removes watchers whose keys may no longer read their documents.
  private func removeWithdrawn() {
    let takers = remove { name, watcher in !self.mayRead(name, watcher.key) }
    telling.async { for take in takers { _ = take(.withdrawn) } }
  }

  private func mayRead(_ name: DocumentName, _ key: APIKey?) -> Bool {
    guard let keys, let key else { return true }
    guard let current = keys.current(key) else { return false }
    return current.rights.contains(.readDocuments) && current.sees(name)
  }

  /// Removes some watchers, and returns their takers, which must be called with the reason.
  private func remove(where isToGo: (DocumentName, Subscriber) -> Bool) -> [Taker] {
    state.withLock { state in
      var takers: [Taker] = []
      for (name, followers) in state.followers {
        for (number, watcher) in followers.watchers where isToGo(name, watcher) {
          if let take = state.remove(number, of: name) { takers.append(take) }
        }
      }
      return takers
    }
  }

  /// Removes polls whose clients have closed the connection, every second as long as there are polls.
  private func lookForGone() {
    let begins = state.withLock { state in
      defer { state.looksForGone = true }
      return !state.looksForGone
    }
    guard begins else { return }
    every(Subscribers.pause) { watchers in
      watchers.removeGone()
      return watchers.state.withLock { state in
        state.looksForGone = state.followers.values.contains { followers in
          followers.watchers.values.contains { !$0.isStream }
        }
        return state.looksForGone
      }
    }
  }

  /// Does something periodically, as long as it returns true.
  private func every(_ time: Duration, _ work: @escaping @Sendable (Subscribers) -> Bool) {
    clock.after(time, telling) { [weak self] in
      if let self, work(self) { self.every(time, work) }
    }
  }

  // MARK: Following

  /// Makes a poll, which has a place, get news once: what is new after a revision, or why there is nothing. It then
  /// leaves its place.
  ///
  /// - Parameters:
  ///   - notices: The value of `notices` before reading that there is nothing new.
  ///   - time: The time after which the poll ends.
  func wait(
    _ name: DocumentName, after revision: Int, since notices: Int, atMost time: Duration,
    key: APIKey?,
    hasGone: @escaping @Sendable () -> Bool, _ take: @escaping @Sendable (News) -> Void
  ) {
    let number = newNumber()
    // On the queue of the timer, which finds the poll in the table however short the time is.
    telling.async {
      let end = self.clock.after(time, self.telling) {
        _ = self.state.withLock { $0.remove(number, of: name) }?(.timeOver)
      }
      let leave: Taker = { news in
        end()
        self.leavePlace()
        take(news)
        return .all
      }
      let watcher = Subscriber(
        after: revision, isStream: false, key: key, hasGone: hasGone, take: leave)
      if self.add(watcher, number, name, since: notices) { self.lookForGone() }
    }
  }

  /// A number for a stream in the table.
  func newNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Makes a stream, which has a place, get everything that is new after a revision, until it is removed, it has ended,
  /// its key may no longer read the document, or the program ends.
  ///
  /// - Parameters:
  ///   - page: What has been read after the revision; nil if that is the newest one.
  ///   - notices: The value of `notices` before the page was read.
  func follow(
    _ name: DocumentName, after revision: Int, with page: LogPage?, since notices: Int,
    as number: Int, key: APIKey?, hasGone: @escaping @Sendable () -> Bool, _ take: @escaping Taker
  ) {
    telling.async {
      // Keys may have been replaced since the page was read.
      guard self.mayRead(name, key) else {
        _ = take(.withdrawn)
        return
      }
      var watcher = Subscriber(
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

  /// Makes a stream that pauses get news again.
  func resume(_ number: Int, of name: DocumentName) {
    // Its last response has been noted by then.
    telling.async {
      // A stream that has waited longer for room comes first.
      self.room.look()
      let isUpToDate = self.state.withLock { state in
        state.followers[name]?.resume(number) ?? true
      }
      if !isUpToDate { self.wake(name) }
    }
  }

  /// Removes a stream that has ended.
  func remove(_ number: Int, of name: DocumentName) {
    state.withLock { _ = $0.remove(number, of: name) }
    telling.async { self.room.look() }
  }

  /// Adds a watcher; false if it gets the news at once that it may not follow.
  private func add(
    _ watcher: Subscriber, _ number: Int, _ name: DocumentName, since notices: Int?
  ) -> Bool {
    let (isAdded, isUpToDate) = state.withLock { state in
      if state.hasEnded { return (false, true) }
      var watcher = watcher
      watcher.firstRead = state.readCount + 1
      // A change that is reported later finds it in the table.
      let isStillSo = notices == self.notices
      return (
        true,
        state.followers[name, default: Group()].add(watcher, number, isUpToDate: isStillSo)
      )
    }
    guard isAdded else {
      telling.async { _ = watcher.take(.draining) }
      return false
    }
    // Keys may have been replaced since the request was admitted.
    if !mayRead(name, watcher.key) {
      removeWithdrawn()
      return false
    }
    // Something may have been written since the request has read.
    if !isUpToDate { wake(name) }
    return true
  }

  /// Ends the following of all watchers, and, if it is final, of later ones.
  func drain(isFinal: Bool) {
    let takers = state.withLock { state in
      state.hasEnded = isFinal
      let takers = state.followers.values.flatMap { $0.watchers.values.map(\.take) }
      state.followers = [:]
      return takers
    }
    telling.async { for take in takers { _ = take(.draining) } }
  }

  /// Sends heartbeats as long as there are streams.
  private func beat() {
    let begins = state.withLock { state in
      defer { state.beats = true }
      return !state.beats
    }
    guard begins else { return }
    every(Subscribers.heartbeat) { watchers in
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

  /// Reads a log that may have changed, if a watcher follows it and does not pause.
  private func wake(_ name: DocumentName) {
    let read = state.withLock { state -> Read? in
      guard let followers = state.followers[name] else { return nil }
      if followers.read != nil {
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
      of: name, after: read.after, limit: Self.recordsMax, bytesMax: Self.recordBytesMax,
      until: .now + Self.readTimeout
    ) { result in
      self.telling.async { self.tell(name, result, read) }
    }
  }

  private func tell(
    _ name: DocumentName, _ result: Result<LogAnswer, StoreError>, _ read: Read
  ) {
    guard case .success(let answer) = result else {
      clock.after(Subscribers.pause, telling) {
        let next = self.state.withLock { state in
          state.repeatRead(read, of: name)
        }
        if let next { self.begin(next, of: name) }
      }
      return
    }
    let news = state.withLock { $0.news(of: name, answer, read) }
    let texts = EventTexts()
    let taken = news.map { ($0.number, $0.take(.log($0.answer, texts))) }
    let next = state.withLock { $0.note(taken, of: name, answer, read) }
    if let next { begin(next, of: name) }
  }
}

extension Subscribers.State {
  /// Removes a watcher and returns its taker; nil if it has been removed already.
  fileprivate mutating func remove(_ number: Int, of name: DocumentName) -> Subscribers.Taker? {
    guard let watcher = followers[name]?.watchers.removeValue(forKey: number) else { return nil }
    if followers[name]?.watchers.isEmpty == true { followers[name] = nil }
    return watcher.take
  }

  /// Begins a read of a log, for the watchers of the document; nil if all of them pause.
  fileprivate mutating func beginRead(of name: DocumentName) -> Subscribers.Read? {
    followers[name]?.revision = nil
    return beginRead(of: name, after: followers[name]?.ready.min())
  }

  /// Begins a read in place of one that has failed; nil if all watchers pause, or others have come.
  fileprivate mutating func repeatRead(
    _ failed: Subscribers.Read, of name: DocumentName
  ) -> Subscribers.Read? {
    guard followers[name]?.read == failed.number else { return nil }
    followers[name]?.read = nil
    return beginRead(of: name)
  }

  private mutating func beginRead(of name: DocumentName, after revision: Int?) -> Subscribers.Read?
  {
    guard let revision else { return nil }
    readCount += 1
    followers[name]?.read = readCount
    followers[name]?.mayHaveChanged = false
    followers[name]?.revision = nil
    return Subscribers.Read(number: readCount, after: revision)
  }

  /// The news of a log that was read, for each watcher; neighbours share equal news. Polls are removed from the table.
  fileprivate mutating func news(
    of name: DocumentName, _ answer: LogAnswer, _ read: Subscribers.Read
  ) -> [(number: Int, take: Subscribers.Taker, answer: LogAnswer)] {
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

  /// Notes the responses of the watchers to a read, and begins the next read if it is needed.
  fileprivate mutating func note(
    _ taken: [(number: Int, taken: Subscribers.Taken)], of name: DocumentName, _ answer: LogAnswer,
    _ read: Subscribers.Read
  ) -> Subscribers.Read? {
    for (number, taken) in taken where followers[name]?.watchers[number]?.note(taken) == false {
      followers[name]?.watchers[number] = nil
    }
    // If no watcher is left, the next one starts from the beginning.
    guard let rest = followers[name], !rest.watchers.isEmpty else {
      followers[name] = nil
      return nil
    }
    // A later read is under way, or none is needed.
    guard rest.read == read.number else { return nil }
    followers[name]?.read = nil
    // If the log may have changed since, a watcher that resumes makes it be read again.
    followers[name]?.revision = rest.mayHaveChanged ? nil : answer.revision
    let behind =
      rest.mayHaveChanged
      ? rest.ready : rest.ready.filter { revision in answer.revision.map { revision < $0 } ?? true }
    // Subscribers that are further on come first, so that they do not wait until others have caught up.
    let further = answer.lastRevision.flatMap { last in behind.filter { $0 > last }.min() }
    return beginRead(of: name, after: further ?? behind.min())
  }
}

extension Subscribers.Subscriber {
  /// Notes its response to news; false if it has ended.
  fileprivate mutating func note(_ taken: Subscribers.Taken) -> Bool {
    switch taken {
    case .upTo(let revision): after = revision
    case .pauses(let revision): (after, isPausing) = (revision, true)
    case .all: return false
    }
    return true
  }
}

extension Subscribers.Group {
  /// Adds a watcher; returns whether it is known to have everything.
  fileprivate mutating func add(
    _ watcher: Subscribers.Subscriber, _ number: Int, isUpToDate: Bool
  ) -> Bool {
    watchers[number] = watcher
    if isUpToDate, read == nil { revision = watcher.after }
    return revision == watcher.after
  }

  /// Makes a watcher that pauses continue; returns whether it is known to have everything.
  fileprivate mutating func resume(_ number: Int) -> Bool {
    guard let watcher = watchers[number] else { return true }
    watchers[number]?.isPausing = false
    return revision == watcher.after
  }

  /// The revisions of the watchers that do not pause.
  fileprivate var ready: [Int] {
    watchers.values.lazy.filter { !$0.isPausing }.map(\.after)
  }
}
