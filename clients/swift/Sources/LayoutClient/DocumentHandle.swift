internal import Foundation
public import LayoutTypes

/// What a change made of a document.
public struct DocumentChange: Hashable, Sendable {
  /// The one that the steps made.
  public let revision: Int
  /// The id of the layout that the document then stands for.
  public let layout: String
  /// Whether an attempt before, whose answer was lost, had made it.
  public let isRepeated: Bool
  /// Those that were applied.
  public let steps: [Step]
}

/// A document of a service, by its name. Writes are sent again where their answers are lost, and are never done twice.
public struct DocumentHandle: Sendable {
  /// How many records are asked for at one time.
  static let recordsMax = 1000
  /// How often a write gives way to others, before the conflict is handed on.
  private static let conflictsMax = 20

  private let service: LayoutService
  /// The name of the document.
  public let name: String
  let near = Near()

  var sender: Sender { service.sender }
  var path: String { "/v1/documents/\(name)" }

  /// What a write expects to find.
  public enum Revision: Hashable, Sendable, ExpressibleByIntegerLiteral {
    case number(Int)
    /// No document of that name.
    case none
    /// Whatever there is.
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

  /// What it is now; none is the problem `document-not-found`.
  public func get() async throws -> DocumentHead {
    try await sender.json(DocumentHead.self, path, near: near)
  }

  /// What it stands for now, and since which revision.
  public func snapshot() async throws -> (revision: Int, snapshot: ServedSnapshot) {
    let head = try await get()
    let snapshot = try await service.snapshot(head.layout, near: near, restore: nil)
    return (head.revision, snapshot)
  }

  // MARK: Writing

  /// Has it stand for a snapshot, which is posted. Another revision is the problem `precondition-failed`.
  @discardableResult
  public func put(_ snapshot: SnapshotInput, revision: Revision) async throws -> DocumentHead {
    try await put(service.post(snapshot), revision: revision)
  }

  /// Has it stand for a snapshot that the service knows, or is told again.
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

  /// Deletes it. With `any` and `none`, that there is none is no problem.
  public func delete(revision: Revision) async throws {
    let remove = { (before: Int?) async throws -> Void in
      // Nobody has to delete what is not there.
      guard let before else { return }
      do {
        try await sender.send(
          path, method: "DELETE", headers: DocumentHandle.condition(before), near: near)
      } catch let problem as Problem {
        // There is none any more: an attempt before has deleted it.
        guard problem.isRepeatedInVain, problem.revision == nil else { throw problem }
      }
    }
    switch revision {
    case .number(let before): try await remove(before)
    case .none: break
    case .any: try await untilMet(remove)
    }
  }

  /// Applies steps to what it stands for.
  ///
  /// - Parameters:
  ///   - steps: Applied one after the other, each to what the one before left.
  ///   - revision: What the steps are for. Where the document has another one, that is the problem `conflict`.
  ///   - expect: What the result is to be.
  ///   - rebase: Carries the steps over the records that came between, oldest first: what it returns is sent in their
  ///     place. Nil hands the conflict on.
  @discardableResult
  public func change(
    _ steps: [Step], revision: Int, expect: Expectation? = nil,
    rebase: (@Sendable ([DocumentRecord], [Step]) async throws -> [Step]?)? = nil
  ) async throws -> DocumentChange {
    struct Body: Encodable {
      var revision: Int
      /// Drawn for each change, and repeated with every attempt: so none is applied twice.
      var key: String
      var steps: [Step]
      var expect: Expectation?
    }
    var (steps, revision) = (steps, revision)
    for attempt in 1... {
      let body = try JSONEncoder().encode(
        Body(revision: revision, key: DocumentHandle.newKey(), steps: steps, expect: expect))
      do {
        let answer = try await sender.json(
          LayoutAnswer.self, "\(path)/changes", method: "POST", body: body, near: near)
        return DocumentChange(
          revision: answer.revision ?? revision, layout: answer.id,
          isRepeated: answer.repeated ?? false, steps: steps)
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

  /// Writes on what there is, whatever it is. A revision is given nevertheless, so that no repetition writes over what
  /// somebody else has written since.
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

  /// What a PUT made whose answer was lost; nil where it was not done, or nobody can tell. What stands behind it in the
  /// log came later.
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

  /// The records behind a revision, at most a thousand; where there are none, it waits for some, at most until five
  /// seconds before the attempt would end.
  public func log(after revision: Int, waitSeconds: Int = 0) async throws -> DocumentLog {
    let most = Int(sender.options.timeoutSeconds) - 5
    let wait = min(waitSeconds, most) > 0 ? "&wait=\(min(waitSeconds, most))" : ""
    return try await sender.json(
      DocumentLog.self,
      "\(path)/changes?after=\(revision)&limit=\(DocumentHandle.recordsMax)\(wait)", near: near)
  }

  /// The same; nil where the log does not have them any more.
  private func knownLog(after revision: Int) async throws -> DocumentLog? {
    do {
      return try await log(after: revision)
    } catch let problem as Problem
      where problem.name == "history-gone" || problem.name == "document-not-found"
    {
      return nil
    }
  }

  /// The records behind a revision up to another one; nil where the log does not have them.
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
  /// Whether the condition of a write was not met when it was sent again: the first time it may have been.
  fileprivate var isRepeatedInVain: Bool { name == "precondition-failed" && attempts > 1 }
}
