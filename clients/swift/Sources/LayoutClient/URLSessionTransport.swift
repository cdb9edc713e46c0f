public import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends requests with a `URLSession`.
public struct URLSessionTransport: StreamingTransport {
  private let base: String
  private let session: URLSession

  /// Sends to a service by its URL, such as `http://127.0.0.1:8080`.
  public init(_ url: URL, session: URLSession = .shared) {
    var base = url.absoluteString
    while base.hasSuffix("/") { base.removeLast() }
    self.base = base
    self.session = session
  }

  public func send(_ request: Request) async throws -> Response {
    let (body, answer) = try await session.data(for: sent(request))
    return try Response(answer, body)
  }

  public func open(
    _ request: Request
  ) async throws -> (head: Response, pieces: AsyncThrowingStream<Data, any Error>) {
    // Of its own: only the delegate of a session is told of pieces everywhere.
    let pieces = PieceReceiver()
    let session = URLSession(
      configuration: session.configuration, delegate: pieces, delegateQueue: nil)
    let task = session.dataTask(with: try sent(request))
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { pieces.begin(task, $0) }
    } onCancel: {
      task.cancel()
    }
  }

  private func sent(_ request: Request) throws -> URLRequest {
    guard let url = URL(string: base + request.target) else { throw URLError(.badURL) }
    var sent = URLRequest(url: url, timeoutInterval: request.timeoutSeconds)
    sent.httpMethod = request.method
    sent.httpBody = request.body
    for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
    return sent
  }
}

extension Response {
  fileprivate init(_ answer: URLResponse, _ body: Data) throws {
    guard let answer = answer as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    var headers: [String: String] = [:]
    for (name, value) in answer.allHeaderFields {
      if let name = name as? String, let value = value as? String { headers[name] = value }
    }
    self.init(status: answer.statusCode, headers: headers, body: body)
  }
}

/// Hands on the pieces of one answer.
private final class PieceReceiver: NSObject, URLSessionDataDelegate, Sendable {
  typealias Pieces = AsyncThrowingStream<Data, any Error>
  typealias Opening = CheckedContinuation<(head: Response, pieces: Pieces), any Error>

  /// How many may wait to be taken.
  private static let piecesMax = 1024

  private struct State {
    /// Who waits for the head.
    var opening: Opening?
    /// Where pieces go, as soon as there is a head.
    var pieces: Pieces.Continuation?
  }

  private let state = Mutex(State())

  func begin(_ task: URLSessionDataTask, _ opening: Opening) {
    state.withLock { $0.opening = opening }
    task.resume()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let (pieces, continuation) = Pieces.makeStream(
      bufferingPolicy: .bufferingOldest(PieceReceiver.piecesMax))
    continuation.onTermination = { _ in dataTask.cancel() }
    let opening = state.withLock { state in
      state.pieces = continuation
      defer { state.opening = nil }
      return state.opening
    }
    do {
      opening?.resume(returning: (try Response(response, Data()), pieces))
      completionHandler(.allow)
    } catch {
      opening?.resume(throwing: error)
      completionHandler(.cancel)
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let pieces = state.withLock { $0.pieces }
    if case .dropped = pieces?.yield(data) {
      pieces?.finish(throwing: URLError(.dataLengthExceedsMaximum))
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let state = state.withLock { state in
      defer { state = State() }
      return state
    }
    state.opening?.resume(throwing: error ?? URLError(.badServerResponse))
    state.pieces?.finish(throwing: error)
    session.finishTasksAndInvalidate()
  }
}
