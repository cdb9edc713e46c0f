internal import Foundation
internal import LayoutTypes

/// The way to recreate a layout: a snapshot that was posted, and the changes since.
struct Lineage: Sendable {
  /// The greatest number of steps that the service applies at once.
  private static let stepsMax = 1000
  /// Changes up to this length are stored even if the snapshot is shorter. In bytes.
  private static let shortSteps = 65_536

  /// A posted snapshot: its id, a function that posts it again and returns its new id, and its length in bytes.
  struct Base: Sendable {
    let id: String
    let restore: (@Sendable () async throws -> String?)?
    let size: Int
  }

  private let sender: Sender
  private let base: Base
  let near: Near
  private let changes: [ChangeInput]
  /// The length of all changes, in bytes.
  private let length: Int
  /// Longer changes are worth replacing by their result.
  private let mostLength: Int

  init(_ sender: Sender, _ base: Base, _ near: Near) {
    self.init(sender, base, near, [], 0, max(base.size, Lineage.shortSteps))
  }

  private init(
    _ sender: Sender, _ base: Base, _ near: Near, _ changes: [ChangeInput], _ length: Int,
    _ mostLength: Int
  ) {
    self.sender = sender
    self.base = base
    self.near = near
    self.changes = changes
    self.length = length
    self.mostLength = mostLength
  }

  /// Whether there is anything from which to recreate it.
  var isRestorable: Bool { base.restore != nil || !changes.isEmpty }

  /// The lineage after a further change, whose length in bytes is given.
  func with(_ change: ChangeInput, length: Int) -> Lineage {
    var changes = changes
    if let steps = change.steps, let last = changes.last?.steps,
      last.count + steps.count <= Lineage.stepsMax
    {
      changes[changes.count - 1].steps = last + steps
    } else {
      // What a user may do has been checked, and is not checked again.
      let from = change.to == nil ? nil : change.from
      changes.append(ChangeInput(steps: change.steps, from: from, to: change.to))
    }
    return Lineage(sender, base, near, changes, self.length + length, mostLength)
  }

  /// Posts the snapshot and then the changes. Returns the new id if it is known.
  func restore() async throws -> String? {
    var id = base.restore == nil ? base.id : try await base.restore?()
    if !changes.isEmpty, let id, id != base.id { throw IdChanged(id: base.id, newId: id) }
    for change in changes {
      let body = try JSONEncoder().encode(change)
      let answer = try await sender.json(
        LayoutAnswer.self, "/v1/layouts/\(id ?? base.id)/changes", method: "POST", body: body,
        near: near)
      id = answer.id
    }
    return id
  }

  /// A lineage without changes if these have become longer than their result and the service returns that; else this
  /// lineage.
  func shortened(id: String) async -> Lineage {
    if length <= mostLength { return self }
    do {
      let body = try await sender.send("/v1/layouts/\(id)/snapshot", near: near).body
      let base = Base(
        id: id,
        restore: { [sender, near] in
          try await sender.json(
            LayoutAnswer.self, "/v1/layouts", method: "POST", body: body, near: near
          ).id
        }, size: body.count)
      return Lineage(sender, base, near)
    } catch {
      // Tried again when the changes are twice as long.
      return Lineage(sender, base, near, changes, length, 2 * length)
    }
  }
}

/// Sends requests about one layout. If the service has forgotten it, the snapshot is posted again, once for all waiting
/// requests, and these are repeated.
actor Restoration {
  private let sender: Sender
  private let id: String
  private let lineage: Lineage
  /// The greatest number of times that one request causes the snapshot to be posted again.
  private let countMax: Int
  /// The number of times that the snapshot was posted again.
  private var count = 0
  private var restoring: Task<Void, any Error>?

  init(_ sender: Sender, id: String, _ lineage: Lineage, countMax: Int) {
    self.sender = sender
    self.id = id
    self.lineage = lineage
    self.countMax = countMax
  }

  /// The service's name of the lineage, sent with every request about one of its layouts.
  nonisolated var near: Near { lineage.near }

  /// The restoration for the layout after a further change.
  nonisolated func after(id: String, _ change: ChangeInput, length: Int) async -> Restoration {
    let lineage = await self.lineage.with(change, length: length).shortened(id: id)
    return Restoration(sender, id: id, lineage, countMax: countMax)
  }

  /// The final answer to a request. At first the snapshot is posted again at once, later after growing pauses.
  func run<Answer: Sendable>(
    _ send: @Sendable () async throws -> Answer
  ) async throws -> Answer {
    var attempt = 0
    while true {
      let before = count
      do {
        return try await send()
      } catch let problem as Problem {
        guard problem.name == "layout-not-found", lineage.isRestorable, attempt < countMax else {
          throw problem
        }
      }
      if attempt > 0 { try await sender.surroundings.sleep(sender.backoffSeconds(attempt)) }
      // Another request may have posted it since this one was sent.
      if count == before { try await restoreOnce() }
      attempt += 1
    }
  }

  /// Posts the snapshot once for all waiting requests. Continues if one of them is cancelled.
  private func restoreOnce() async throws {
    let task =
      restoring
      ?? Task { [lineage, id] in
        defer { restoring = nil }
        let newId = try await lineage.restore()
        if let newId, newId != id { throw IdChanged(id: id, newId: newId) }
        count += 1
      }
    restoring = task
    // Waiting for a task's value would not end when the waiting task is cancelled; waiting for a stream does.
    let (ending, end) = AsyncStream.makeStream(of: Never.self)
    Task {
      _ = await task.result
      end.finish()
    }
    for await _ in ending {}
    try Task.checkCancellation()
    try await task.value
  }
}
