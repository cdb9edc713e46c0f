internal import Foundation
internal import LayoutTypes

/// The service's name of a lineage of layouts, which load balancers may use (docs/rules.md#near).
final class Near: Sendable {
  private let name = Locked<String?>(nil)

  var value: String? { name.withLock { $0 } }
  func note(_ value: String) { name.withLock { $0 = value } }
}

/// Sends requests, and repeats them after temporary failures. All requests of this client may be repeated: steps for a
/// document have an idempotency key, and the callers of PUT and DELETE examine why a repetition was refused.
struct Sender: Sendable {
  let transport: any Transport
  let options: ClientOptions
  let surroundings: Surroundings

  /// Sends a request and decodes the JSON of its answer.
  func json<Answer: Decodable>(
    _ type: Answer.Type, _ target: String, method: String = "GET", body: Data? = nil,
    headers: [String: String] = [:], near: Near?
  ) async throws -> Answer {
    let response = try await send(target, method: method, body: body, headers: headers, near: near)
    return try JSONDecoder().decode(type, from: response.body)
  }

  /// The final answer to a request. Throws a `Problem` for an unsuccessful one, or the transport's error if there was
  /// no answer.
  @discardableResult
  func send(
    _ target: String, method: String = "GET", body: Data? = nil, headers: [String: String] = [:],
    near: Near?
  ) async throws -> Response {
    var attempt = 1
    while true {
      do {
        return try await sendOnce(target, method, body, headers, near)
      } catch {
        if error is CancellationError || Task.isCancelled { throw error }
        var error = error
        if var problem = error as? Problem {
          problem.attempts = attempt
          error = problem
        }
        if attempt >= options.attempts || !mayPass(error) { throw error }
        let asked = (error as? Problem)?.retryAfterSeconds ?? 0
        if asked > options.maximumPauseSeconds { throw error }
        // Clients that were told the same time do not all come back together.
        try await surroundings.sleep(asked + backoffSeconds(attempt))
      }
      attempt += 1
    }
  }

  private func sendOnce(
    _ target: String, _ method: String, _ body: Data?, _ headers: [String: String], _ near: Near?
  ) async throws -> Response {
    let seconds = method == "POST" ? options.postTimeoutSeconds : options.timeoutSeconds
    let request = Request(
      method: method, target: target, headers: self.headers(headers, body, near), body: body,
      timeoutSeconds: seconds)
    let response = try await within(seconds) { try await transport.send(request) }
    return try checked(response, near)
  }

  /// The pieces of the answer to a GET, which is sent only once; nil if the transport cannot stream.
  ///
  /// - Parameters:
  ///   - openSeconds: The timeout for the head.
  ///   - silenceSeconds: The greatest time between two pieces.
  func pieces(
    _ target: String, headers: [String: String], near: Near?, openSeconds: Double,
    silenceSeconds: Double
  ) async throws -> AsyncThrowingStream<Data, any Error>? {
    guard let transport = transport as? any StreamingTransport else { return nil }
    let request = Request(
      target: target, headers: self.headers(headers, nil, near), timeoutSeconds: silenceSeconds)
    return try await within(openSeconds) {
      let (head, pieces) = try await transport.open(request)
      if (200..<300).contains(head.status) {
        _ = try checked(head, near)
        return pieces
      }
      // The pieces of a problem are collected.
      var whole = head
      for try await piece in pieces {
        whole.body += piece
        if whole.body.count > Sender.problemBytesMax { break }
      }
      _ = try checked(whole, near)
      return pieces
    }
  }

  /// The greatest length of a problem's body, in bytes.
  private static let problemBytesMax = 1 << 20

  private func headers(
    _ own: [String: String], _ body: Data?, _ near: Near?
  ) -> [String: String] {
    var all = options.headers
    if let value = near?.value { all["Layoutd-Near"] = value }
    if body != nil { all["Content-Type"] = "application/json" }
    return all.merging(own) { $1 }
  }

  private func checked(_ response: Response, _ near: Near?) throws -> Response {
    if let value = response.header("Layoutd-Near") { near?.note(value) }
    guard (200..<300).contains(response.status) else { throw Problem(response, now: Date()) }
    return response
  }

  /// The result of `work`, unless the time is over first.
  private func within<Answer: Sendable>(
    _ seconds: Double, _ work: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try Task.checkCancellation()
    return try await withThrowingTaskGroup(of: Answer?.self) { group in
      group.addTask { try await work() }
      group.addTask { [surroundings] in
        try await surroundings.deadline(seconds)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let response = first else { throw TimedOut() }
      return response
    }
  }

  /// Whether a request that failed with this error may succeed later.
  func mayPass(_ error: any Error) -> Bool {
    (error as? Problem)?.isPassing ?? !(error is CancellationError || error is DecodingError)
  }

  /// The pause after an attempt, numbered from 1: random, and twice as long each time.
  func backoffSeconds(_ attempt: Int) -> Double {
    let whole = min(options.maximumPauseSeconds, 0.25 * Double(1 << min(attempt - 1, 30)))
    return whole * (0.5 + surroundings.random() / 2)
  }
}
