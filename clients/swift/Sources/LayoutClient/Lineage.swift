internal import Foundation
internal import LayoutTypes

/// How a layout comes about again: a snapshot that was posted, and the steps since.
struct Lineage: Sendable {
  /// The service applies no more of them at one time.
  private static let stepsMax = 1000
  /// Steps of so few bytes are kept, however short the snapshot is.
  private static let shortSteps = 65_536

  /// What was posted: its id, what posts it again and returns the id that it then has, and its size in bytes.
  struct Base: Sendable {
    let id: String
    let restore: (@Sendable () async throws -> String?)?
    let size: Int
  }

  private let sender: Sender
  private let base: Base
  let near: Near
  private let steps: [Step]
  /// Of all steps, in bytes.
  private let length: Int
  /// Steps that are longer are worth being replaced by their result.
  private let mostLength: Int

  init(_ sender: Sender, _ base: Base, _ near: Near) {
    self.init(sender, base, near, [], 0, max(base.size, Lineage.shortSteps))
  }

  private init(
    _ sender: Sender, _ base: Base, _ near: Near, _ steps: [Step], _ length: Int, _ mostLength: Int
  ) {
    self.sender = sender
    self.base = base
    self.near = near
    self.steps = steps
    self.length = length
    self.mostLength = mostLength
  }

  /// Whether there is anything that could bring it about.
  var isRestorable: Bool { base.restore != nil || !steps.isEmpty }

  /// The lineage of what steps of so many bytes make.
  func with(_ steps: [Step], length: Int) -> Lineage {
    Lineage(sender, base, near, self.steps + steps, self.length + length, mostLength)
  }

  /// Posts the snapshot, and the steps on top. Returns the id, where it is known.
  func restore() async throws -> String? {
    var id = base.restore == nil ? base.id : try await base.restore?()
    for first in stride(from: 0, to: steps.count, by: Lineage.stepsMax) {
      if first == 0, let id, id != base.id { throw IdChanged(id: base.id, newId: id) }
      let part = Array(steps[first..<min(steps.count, first + Lineage.stepsMax)])
      let body = try JSONEncoder().encode(ChangeInput(steps: part))
      let answer = try await sender.json(
        LayoutAnswer.self, "/v1/layouts/\(id ?? base.id)/changes", method: "POST", body: body,
        near: near)
      id = answer.id
    }
    return id
  }

  /// The lineage without steps, where these have become longer than the snapshot that they make and the service says
  /// it; else this one.
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
      // It is asked again when there are twice as many.
      return Lineage(sender, base, near, steps, length, 2 * length)
    }
  }
}

/// Sends requests that ask of one layout. Where the service has forgotten it, its snapshot is posted again, once for
/// all requests that wait for it, and these are sent again.
actor Restoration {
  private let sender: Sender
  private let id: String
  private let lineage: Lineage
  /// How often one request has it posted again.
  private let countMax: Int
  /// How often the snapshot was posted again.
  private var count = 0
  private var restoring: Task<Void, any Error>?

  init(_ sender: Sender, id: String, _ lineage: Lineage, countMax: Int) {
    self.sender = sender
    self.id = id
    self.lineage = lineage
    self.countMax = countMax
  }

  /// What the service calls the lineage, sent with every request about one of its layouts.
  nonisolated var near: Near { lineage.near }

  /// That of the layout which steps make of this one.
  nonisolated func after(id: String, _ steps: [Step], length: Int) async -> Restoration {
    let lineage = await self.lineage.with(steps, length: length).shortened(id: id)
    return Restoration(sender, id: id, lineage, countMax: countMax)
  }

  /// What a request answers in the end. The first time the snapshot is posted again at once, then after growing pauses.
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
      // Somebody else's request may have had it posted since this one was sent.
      if count == before { try await restoreOnce() }
      attempt += 1
    }
  }

  /// One post for all that wait for it; it goes on when one of them no longer does.
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
    // To wait for a task's value goes on when the waiting one is cancelled; to wait for a stream does not.
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
