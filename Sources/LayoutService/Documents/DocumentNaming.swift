import Dispatch
import LayoutCore
import LayoutStore
import LayoutWire
import Synchronization

/// Naming documents' layouts by today's rules, at the start of a release that has raised them
/// (docs/rules.md#rules-version).
///
/// The layouts of a few documents at a time are read and named again. What has been done is in the store, so a
/// program that is ended on the way goes on at the next start, and of several that do so at once the first one does each
/// document.
extension Service {
  /// What became of a document.
  private enum Naming {
    case named
    /// It has been written meanwhile, or its layout cannot be read.
    case left
    /// The store, or a thread, could not be had.
    case toBeTriedAgain
  }

  /// Names what is named by earlier rules, on threads of its own. The service is not ready before that has ended.
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
      if named > 0 { self.log("\(named) documents have been named by rules \(rulesVersion)") }
      if store.condition != .closed { self.hasNamedDocuments.store(true, ordering: .relaxed) }
    }
  }

  /// Names a document, again and again while the store or a thread cannot be had; returns whether it was named.
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

  /// How many documents are named at a time, so that one transaction has several.
  private static let namingLanes = 4
  /// How many documents are looked at in one call.
  private static let namingPage = 1000
  /// What nobody waits for may take so long.
  private static let namingTime = Duration.seconds(60)
  /// The pauses before it is tried again, in seconds.
  private static let namingPauses = 0.02...1

  private static func rest(_ pause: inout Double) {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + pause)
    pause = min(pause * 2, namingPauses.upperBound)
  }

  /// Waits for what a call answers.
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

  /// Has a document stand for what it stands for, by the name that it has today.
  private func name(_ head: DocumentHead, in store: any Store) -> Naming {
    let loaded = Service.answer { done in
      store.load(head.layout, until: .now + Service.namingTime, done)
    }
    let row: StoredLayout
    switch loaded {
    case .success(let chain?):
      guard let made = nameAgain(chain) else { return .toBeTriedAgain }
      guard case .success(let found) = made else { return leave(head) }
      row = found
    case .success(nil), .failure(.damaged): return leave(head)
    case .failure, nil: return .toBeTriedAgain
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

  /// The row of what other rows make, by itself, made on a compute thread; nil where none could be had.
  private func nameAgain(_ chain: StoredChain) -> Result<StoredLayout, Problem>? {
    // Each is at most `StoredBody.byteCountMax`.
    let bytes = chain.layouts.reduce(0) { $0 + $1.body.byteCount }
    return Service.answer { done in
      let job = ComputePool.Job(
        run: {
          var allowance = Allowance(on: .compute, until: .now + Service.namingTime)
          do throws(Problem) {
            done(.success(try self.rowByTodaysRules(chain.layouts, &allowance)))
          } catch {
            done(.failure(error))
          }
        }, isVain: { false }, memoryBytes: bytes * ServiceLimits.workingBytesPerBodyByte)
      if !pool.submit(job, goesOn: true) { done(nil) }
    }
  }

  private func rowByTodaysRules(
    _ layouts: [StoredLayout], _ allowance: inout Allowance
  ) throws(Problem) -> StoredLayout {
    var named: NamedSnapshot?
    for layout in layouts { named = try read(layout, on: named, &allowance) }
    guard let named, let base = layouts.first else { throw Problem(.storedLayoutDamaged) }
    // A snapshot stays as it was posted.
    if layouts.count == 1 { return newRow(of: named, base.body).layout }
    do throws(Interruption) {
      return newRow(of: named, StoredBody(try text(of: named, &allowance))).layout
    } catch {
      if case .problem(let problem) = error { throw problem }
      throw .tooLate
    }
  }
}
