public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends requests with a `URLSession`. Does not follow redirections, so that keys and bodies are sent only to the
/// service.
public struct URLSessionTransport: StreamingTransport {
  private let base: String
  private let connections: Connections

  /// Creates a transport for a service's URL, such as `http://127.0.0.1:8080`, with the configuration of a session.
  public init(_ url: URL, session: URLSession = .shared) {
    var base = url.absoluteString
    while base.hasSuffix("/") { base.removeLast() }
    self.base = base
    connections = Connections(session.configuration)
  }

  /// The greatest length of a body that is returned whole, in bytes.
  private static let bytesMax = 1 << 30
  /// The greatest number of waiting pieces.
  private static let piecesMax = 1024

  public func send(_ request: Request) async throws -> Response {
    var (answer, pieces) = try await open(request, .unbounded)
    for try await piece in pieces {
      answer.body += piece
      guard answer.body.count <= Self.bytesMax else { throw URLError(.dataLengthExceedsMaximum) }
    }
    return answer
  }

  public func open(
    _ request: Request
  ) async throws -> (head: Response, pieces: AsyncThrowingStream<Data, any Error>) {
    try await open(request, .bufferingOldest(Self.piecesMax))
  }

  private func open(
    _ request: Request, _ policy: PieceReceiver.Pieces.Continuation.BufferingPolicy
  ) async throws -> (head: Response, pieces: PieceReceiver.Pieces) {
    let task = connections.session.dataTask(with: try sent(request))
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { connections.receiver.begin(task, policy, $0) }
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

/// The connections of a transport. They are closed when it is released and all answers have arrived.
private final class Connections: Sendable {
  let receiver = PieceReceiver()
  let session: URLSession

  init(_ configuration: URLSessionConfiguration) {
    session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }
}

/// Receives the pieces of answers.
private final class PieceReceiver: NSObject, URLSessionDataDelegate, Sendable {
  typealias Pieces = AsyncThrowingStream<Data, any Error>
  typealias Opening = CheckedContinuation<(head: Response, pieces: Pieces), any Error>

  private struct PieceSink {
    let policy: Pieces.Continuation.BufferingPolicy
    /// The continuation that waits for the head.
    var opening: Opening?
    /// The continuation that receives pieces, once there is a head.
    var pieces: Pieces.Continuation?
  }

  /// By the identifier of the task.
  private let answers = Locked<[Int: PieceSink]>([:])

  func begin(
    _ task: URLSessionDataTask, _ policy: Pieces.Continuation.BufferingPolicy, _ opening: Opening
  ) {
    answers.withLock { $0[task.taskIdentifier] = PieceSink(policy: policy, opening: opening) }
    task.resume()
    // A task cancelled earlier may already have reported its end.
    if task.state == .canceling || (task.error as? URLError)?.code == .cancelled {
      end(task, CancellationError())
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let opening = answers.withLock { answers -> (Opening, Pieces)? in
      guard let answer = answers[dataTask.taskIdentifier], let opening = answer.opening else {
        return nil
      }
      let (pieces, continuation) = Pieces.makeStream(bufferingPolicy: answer.policy)
      answers[dataTask.taskIdentifier]?.opening = nil
      answers[dataTask.taskIdentifier]?.pieces = continuation
      continuation.onTermination = { reason in
        if case .cancelled = reason { dataTask.cancel() }
      }
      return (opening, pieces)
    }
    guard let (opening, pieces) = opening else { return completionHandler(.cancel) }
    do {
      opening.resume(returning: (try Response(response, Data()), pieces))
      completionHandler(.allow)
    } catch {
      opening.resume(throwing: error)
      completionHandler(.cancel)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let pieces = answers.withLock { $0[dataTask.taskIdentifier]?.pieces }
    if case .dropped = pieces?.yield(data) {
      pieces?.finish(throwing: URLError(.dataLengthExceedsMaximum))
      dataTask.cancel()
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    end(task, error)
  }

  private func end(_ task: URLSessionTask, _ error: (any Error)?) {
    let answer = answers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    answer?.opening?.resume(throwing: error ?? URLError(.badServerResponse))
    answer?.pieces?.finish(throwing: error)
  }
}
