import ContentHash
import Dispatch
import LayoutCore
import LayoutStore
import LayoutWire
import Synchronization

/// Naming the layouts of documents by the current rules, at the first start of a release that has changed the rules
/// (docs/rules.md#rules-version).
///
/// The layouts of a few documents at a time are read and named again. Progress is in the store, so if the program ends,
/// the next start continues it. If several programs do it at once, each document is done by the first one.
extension Service {
  /// The outcome for a document.
  private enum Naming {
    case named
    /// It has been written meanwhile, or its layout cannot be decoded.
    case left
    /// The store or a thread was not available.
    case toBeTriedAgain
  }

  /// Names all layouts that are named by earlier rules, on threads of its own. The service is not ready until that has
  /// ended.
  func nameDocuments(in store: any Store) {
    DispatchQueue(label: "layoutd.naming", qos: .utility).async {
      let lanes = (0..<Service.namingLanes).map {
        DispatchQueue(label: "layoutd.naming\($0)", qos: .utility)
      }
      let count = Atomic(0)
      var last: DocumentName?
      var pause = Service.namingPauses.lowerBound
      pages: while Service.canBeNamed(store) {
        switch Service.outdated(in: store, after: last) {
        case .success(let page)?:
          let group = DispatchGroup()
          for (place, lane) in lanes.enumerated() where place < page.heads.count {
            lane.async(group: group) {
              for number in stride(from: place, to: page.heads.count, by: lanes.count) {
                let isNamed = self.nameInTheEnd(page.heads[number], in: store)
                if isNamed { count.add(1, ordering: .relaxed) }
              }
            }
          }
          group.wait()
          last = page.last
          if last == nil { break pages }
        case .failure(.damaged)?:
          self.log("the store is damaged, so its documents cannot be looked through")
          break pages
        case .failure, nil: Service.rest(&pause)
        }
      }
      let named = count.load(ordering: .relaxed)
      if named > 0 {
        self.log("\(named) documents have been named by rules \(rulesVersions.lowerBound)")
      }
      if store.condition != .closed { self.hasNamedDocuments.store(true, ordering: .relaxed) }
    }
  }

  /// Names a document, repeatedly while the store or a thread is not available; returns whether it was named.
  private func nameInTheEnd(_ head: DocumentHead, in store: any Store) -> Bool {
    var pause = Service.namingPauses.lowerBound
    while Service.canBeNamed(store) {
      switch name(head, in: store) {
      case .named: return true
      case .left: return false
      case .toBeTriedAgain: Service.rest(&pause)
      }
    }
    return false
  }

  /// Whether the store can still be written: a damaged one is only read.
  private static func canBeNamed(_ store: any Store) -> Bool {
    store.condition != .damaged && store.condition != .closed
  }

  /// The number of documents that are named at a time, so that several share a transaction.
  private static let namingLanes = 4
  /// The number of documents that are listed in one call.
  private static let namingPage = 1000
  /// The time limit of these calls; no client waits for them.
  private static let namingTime = Duration.seconds(60)
  /// The pauses between attempts, in seconds.
  private static let namingPauses = 0.02...1

  private static func rest(_ pause: inout Double) {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + pause)
    pause = min(pause * 2, namingPauses.upperBound)
  }

  /// Waits for the result of a call.
  private static func answer<Value: Sendable>(
    _ call: (@escaping @Sendable (Value?) -> Void) -> Void
  ) -> Value? {
    let result = Mutex<Value?>(nil)
    let isThere = DispatchSemaphore(value: 0)
    call { value in
      result.withLock { $0 = value }
      isThere.signal()
    }
    isThere.wait()
    return result.withLock { $0 }
  }

  private static func outdated(
    in store: any Store, after name: DocumentName?
  ) -> Result<OutdatedHeads, StoreError>? {
    answer { done in
      store.outdated(after: name, limit: namingPage, until: .now + namingTime, done)
    }
  }

  /// Gives a document the layout with the same snapshot, named by the current rules.
  private func name(_ head: DocumentHead, in store: any Store) -> Naming {
    let loaded = Service.answer { done in
      store.load(head.layout, until: .now + Service.namingTime, done)
    }
    let rows: [StoredLayout]
    switch loaded {
    case .success(let chain?):
      guard let made = nameAgain(chain) else { return .toBeTriedAgain }
      guard case .success(let found) = made else { return leave(head) }
      rows = found
    case .success(nil), .failure(.damaged): return leave(head)
    case .failure, nil: return .toBeTriedAgain
    }
    guard let row = rows.last else { return leave(head) }
    // The layouts it is derived from. No document names them yet, but they have been used today, so they stay.
    for row in rows.dropLast() {
      let kept = Service.answer { done in
        store.keep(row, replaces: false, until: .now + Service.namingTime, done)
      }
      guard case .success(let outcome) = kept, outcome != .parentAbsent else {
        return .toBeTriedAgain
      }
    }
    let written = Service.answer { done in
      store.write(
        DocumentWrite(
          name: head.name, condition: .revision(head.revision), layout: row.id, row: row,
          beginsLog: true), until: .now + Service.namingTime, done)
    }
    switch written {
    case .success(.done): return .named
    case .success: return .left
    case .failure, nil: return .toBeTriedAgain
    }
  }

  private func leave(_ head: DocumentHead) -> Naming {
    log("the layout of document \(head.name.text) cannot be read, so it keeps its earlier name")
    return .left
  }

  /// The rows that replace other rows, made on a compute thread; nil if the thread was not available.
  private func nameAgain(
    _ chain: StoredChain, listBytes: Int = 0
  ) -> Result<[StoredLayout], Problem>? {
    let memoryBytes = max(listBytes, chain.workingBytes)
    let (made, lacked): (Result<[StoredLayout], Problem>?, Int?) =
      Service.answer { done in
        let job = ComputePool.Job(
          run: {
            var allowance = Allowance(on: .compute, until: .now + Service.namingTime)
            allowance.listBytes = memoryBytes + Allowance.listBytesBeside
            do throws(Problem) {
              done((.success(try self.rowsByTodaysRules(chain.layouts, &allowance)), nil))
            } catch {
              done((.failure(error), allowance.lackedListBytes))
            }
          }, isVain: { false }, memoryBytes: memoryBytes + 3 * limits.keptTextBytes)
        if !pool.submit(job) { done(nil) }
      } ?? (nil, nil)
    guard let lacked else { return made }
    return nameAgain(chain, listBytes: max(lacked + lacked / 2, 2 * memoryBytes))
  }

  /// Rows named by the current rules: only that of the last layout, or, if its text would be too long, those of all
  /// layouts.
  private func rowsByTodaysRules(
    _ layouts: [StoredLayout], _ allowance: inout Allowance
  ) throws(Problem) -> [StoredLayout] {
    var (rows, parent): ([StoredLayout], (named: IdentifiedSnapshot, row: StoredRow)?) = ([], nil)
    for layout in layouts {
      let named = try read(layout, on: parent?.named, &allowance)
      let new = newRow(of: named, layout.body, on: parent.map { ($0.named.id, $0.row) })
      rows.append(new.layout)
      parent = (named, new.row)
    }
    // A snapshot stays as it was posted.
    guard let parent, rows.count > 1 else { return rows }
    do throws(RequestInterrupted) {
      let text = try text(of: parent.named, bytesMax: limits.keptTextBytes, &allowance)
      return text.map { [newRow(of: parent.named, StoredBody($0)).layout] } ?? rows
    } catch {
      if case .problem(let problem) = error { throw problem }
      throw .tooLate
    }
  }
}
