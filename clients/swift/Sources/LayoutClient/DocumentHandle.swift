internal import Foundation
public import LayoutTypes

/// The result of a change of a document.
public struct DocumentChange: Hashable, Sendable {
  /// The revision that the change made.
  public let revision: Int
  /// The id of the document's layout after the change.
  public let layout: String
  /// Whether an earlier attempt, whose answer was lost, made the change.
  public let isRepeated: Bool
  /// The steps that were applied; nil if two trees were given, whose step is in the log.
  public let steps: [Step]?
  /// The nodes of the second tree; nil if steps were given, or if an earlier attempt made the change.
  public let source: AnsweredSource?
}

/// A document of a service, given by its name. Writes are repeated if their answers are lost, but never take effect
/// twice.
public struct DocumentHandle: Sendable {
  /// The number of records requested at once.
  static let recordsMax = 1000
  /// The number of retries of a write after other clients' writes, before the conflict is thrown.
  private static let conflictsMax = 20

  private let service: LayoutService
  /// The name of the document.
  public let name: String
  let near = Near()

  var sender: Sender { service.sender }
  var path: String { "/v1/documents/\(name)" }

  /// The revision that a write expects.
  public enum Revision: Hashable, Sendable, ExpressibleByIntegerLiteral {
    case number(Int)
    /// The document does not exist.
    case none
    /// Any revision, or none.
    case any

    public init(integerLiteral number: Int) { self = .number(number) }
  }

  init(_ service: LayoutService, _ name: String) throws(Refusal) {
    func isLetter(_ byte: UInt8) -> Bool {
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
    guard name.utf8.count <= 128, let first = name.utf8.first, isLetter(first),
      name.utf8.allSatisfy({ isLetter($0) || ".-_~".utf8.contains($0) })
    else {
      throw .parameter(
        "name",
        "must be 1 to 128 of A-Z a-z 0-9 . _ ~ -, the first a letter or a digit, "
          + "not \"\(name.prefix(140))\"")
    }
    self.service = service
    self.name = name
  }

  /// The head of the document. Throws the problem `document-not-found` if it does not exist.
  public func get() async throws -> DocumentHead {
    try await sender.json(DocumentHead.self, path, near: near)
  }

  /// The snapshot and the revision of the document.
  public func snapshot() async throws -> (revision: Int, snapshot: ServedSnapshot) {
    let head = try await get()
    let snapshot = try await service.snapshot(head.layout, near: near, restore: nil)
    return (head.revision, snapshot)
  }

  // MARK: Writing

  /// Posts a snapshot and sets it as the document's layout. Throws the problem `precondition-failed` for another
  /// revision.
  @discardableResult
  public func put(_ snapshot: SnapshotInput, revision: Revision) async throws -> DocumentHead {
    try await put(service.post(snapshot), revision: revision)
  }

  /// Sets the document's layout to a snapshot that the service knows, or that is posted again.
  @discardableResult
  public func put(_ snapshot: ServedSnapshot, revision: Revision) async throws -> DocumentHead {
    let body = try JSONEncoder().encode(["layout": snapshot.id])
    let put = { (before: Int?) async throws -> DocumentHead in
      do {
        return try await snapshot.restoration.run { [sender, path, near] in
          try await sender.json(
            DocumentHead.self, path, method: "PUT", body: body,
            headers: DocumentHandle.condition(before), near: near)
        }
      } catch let problem as Problem {
        guard problem.isRepeatedInVain,
          let done = try await foundPut(before, snapshot.id, problem)
        else { throw problem }
        return done
      }
    }
    switch revision {
    case .number(let before): return try await put(before)
    case .none: return try await put(nil)
    case .any: return try await untilMet(put)
    }
  }

  /// Deletes the document. With `any` and `none`, it need not exist.
  public func delete(revision: Revision) async throws {
    let remove = { (before: Int?) async throws -> Void in
      // There is nothing to delete.
      guard let before else { return }
      do {
        try await sender.send(
          path, method: "DELETE", headers: DocumentHandle.condition(before), near: near)
      } catch let problem as Problem {
        // The document does not exist any more: an earlier attempt deleted it.
        guard problem.isRepeatedInVain, problem.revision == nil else { throw problem }
      }
    }
    switch revision {
    case .number(let before): try await remove(before)
    case .none: break
    case .any: try await untilMet(remove)
    }
  }

  /// Applies steps to the document.
  ///
  /// - Parameters:
  ///   - steps: Steps, each applied to the result of the one before.
  ///   - revision: The revision that the steps are based on. Throws the problem `conflict` if the document has another
  ///     one.
  ///   - expect: The expected result.
  ///   - rebase: Adapts the steps to the records written since, oldest first. The steps that it returns are sent
  ///     instead. Nil
  ///     throws the conflict.
  @discardableResult
  public func change(
    _ steps: [Step], revision: Int, expect: ChangeExpectation? = nil,
    rebase: (@Sendable ([DocumentRecord], [Step]) async throws -> [Step]?)? = nil
  ) async throws -> DocumentChange {
    var (steps, revision) = (steps, revision)
    for attempt in 1... {
      do {
        return try await changed(by: ChangeInput(steps: steps, expect: expect), revision)
      } catch let problem as Problem {
        guard problem.name == "conflict", let rebase, let head = problem.revision,
          attempt < DocumentHandle.conflictsMax,
          let records = try await records(after: revision, upTo: head), let last = records.last,
          let carried = try await rebase(records, steps)
        else { throw problem }
        steps = carried
        revision = last.revision
      }
    }
    preconditionFailure("the last attempt throws")
  }

  /// Applies steps of a user to the document. Throws the problem `conflict` if the document has another revision.
  ///
  /// - Parameters:
  ///   - steps: Steps, each applied to the result of the one before.
  ///   - from: The snapshot with a source that the document stands for, which says what a user may move and delete.
  ///   - revision: The revision that the steps are based on.
  ///   - expect: The expected result.
  @discardableResult
  public func change(
    _ steps: [Step], from: SnapshotInput, revision: Int, expect: ChangeExpectation? = nil
  ) async throws -> DocumentChange {
    try await changed(by: ChangeInput(steps: steps, from: from, expect: expect), revision)
  }

  /// Applies the step that makes one tree out of another. Throws the problem `conflict` if the document has another
  /// revision. Without a difference there is no new revision.
  ///
  /// - Parameters:
  ///   - from: A snapshot with a source, which has as many sections and items as the document.
  ///   - to: A snapshot with the source after the change.
  ///   - revision: The revision that the change is based on.
  ///   - expect: The expected result.
  @discardableResult
  public func change(
    from: SnapshotInput, to: SnapshotInput, revision: Int, expect: ChangeExpectation? = nil
  ) async throws -> DocumentChange {
    try await changed(by: ChangeInput(from: from, to: to, expect: expect), revision)
  }

  private func changed(by change: ChangeInput, _ revision: Int) async throws -> DocumentChange {
    var change = change
    (change.revision, change.key) = (revision, DocumentHandle.newKey())
    let body = try JSONEncoder().encode(change)
    let answer = try await sender.json(
      LayoutAnswer.self, "\(path)/changes", method: "POST", body: body, near: near)
    return DocumentChange(
      revision: answer.revision ?? revision, layout: answer.id,
      isRepeated: answer.repeated ?? false, steps: change.steps, source: answer.source)
  }

  /// Writes whatever the present revision is. The present revision is still sent, so that a repeated attempt does not
  /// overwrite what another client has written since.
  private func untilMet<Written>(
    _ write: (_ before: Int?) async throws -> Written
  ) async throws -> Written {
    var before: Int?
    do {
      before = try await get().revision
    } catch let problem as Problem where problem.name == "document-not-found" {}
    for attempt in 1... {
      do {
        return try await write(before)
      } catch let problem as Problem {
        guard problem.name == "precondition-failed", attempt < DocumentHandle.conflictsMax else {
          throw problem
        }
        before = problem.revision
      }
    }
    preconditionFailure("the last attempt throws")
  }

  /// The result of a PUT whose answer was lost; nil if it was not done, or if this cannot be found out. Later records
  /// of the log do not matter.
  private func foundPut(
    _ before: Int?, _ layout: String, _ problem: Problem
  ) async throws -> DocumentHead? {
    guard let before else { return problem.layout == layout ? try await get() : nil }
    guard let record = try await knownLog(after: before)?.changes.first, record.kind == .replace,
      record.layout == layout
    else { return nil }
    return DocumentHead(
      name: name, revision: record.revision, layout: layout, updatedAt: record.time)
  }

  private static func condition(_ before: Int?) -> [String: String] {
    before.map { ["If-Match": "\"\($0)\""] } ?? ["If-None-Match": "*"]
  }

  private static func newKey() -> String {
    var random = SystemRandomNumberGenerator()
    return String(random.next(), radix: 16) + String(random.next(), radix: 16)
  }

  // MARK: The log

  /// Up to a thousand records after a revision. If there are none, waits for some, but at most until five seconds
  /// before the attempt would time out.
  public func log(after revision: Int, waitSeconds: Int = 0) async throws -> DocumentLog {
    let most = Int(sender.options.timeoutSeconds) - 5
    let wait = min(waitSeconds, most) > 0 ? "&wait=\(min(waitSeconds, most))" : ""
    return try await sender.json(
      DocumentLog.self,
      "\(path)/changes?after=\(revision)&limit=\(DocumentHandle.recordsMax)\(wait)", near: near)
  }

  /// The same; nil if the log does not contain them any more.
  private func knownLog(after revision: Int) async throws -> DocumentLog? {
    do {
      return try await log(after: revision)
    } catch let problem as Problem
      where problem.name == "history-gone" || problem.name == "document-not-found"
    {
      return nil
    }
  }

  /// The records from one revision to another; nil if the log does not contain them.
  private func records(after: Int, upTo revision: Int) async throws -> [DocumentRecord]? {
    var records: [DocumentRecord] = []
    var last = after
    while last < revision {
      guard let found = try await knownLog(after: last)?.changes, let newest = found.last,
        newest.revision > last
      else { return nil }
      records += found
      last = newest.revision
    }
    return records.isEmpty || records.contains { $0.kind == .delete } ? nil : records
  }
}

extension Problem {
  /// Whether the condition of a repeated write was not met. It may have been met the first time.
  fileprivate var isRepeatedInVain: Bool { name == "precondition-failed" && attempts > 1 }
}
