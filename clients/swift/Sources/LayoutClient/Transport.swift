public import Foundation

/// A request to a service.
public struct Request: Sendable {
  public var method: String
  /// The path and the query, below the service's URL.
  public var target: String
  public var headers: [String: String]
  public var body: Data?
  /// How long the answer may take.
  public var timeoutSeconds: Double

  /// Makes a request.
  public init(
    method: String = "GET", target: String, headers: [String: String] = [:], body: Data? = nil,
    timeoutSeconds: Double = 30
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.timeoutSeconds = timeoutSeconds
  }
}

/// What a service answers.
public struct Response: Sendable {
  public var status: Int
  /// By their names in lower case.
  private let headers: [String: String]
  public var body: Data

  /// Makes an answer; the names of headers may be in any case.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    self.body = body
  }

  /// A header's value, by its name in any case.
  public func header(_ name: String) -> String? { headers[name.lowercased()] }
}

/// Sends requests, each once: the one thing that a client needs of the system.
public protocol Transport: Sendable {
  /// What a request answers, whatever its status. Throws where there is no answer, and soon when its task is cancelled.
  func send(_ request: Request) async throws -> Response
}

/// A transport that can hand on an answer while it comes.
public protocol StreamingTransport: Transport {
  /// What a request answers as soon as the head is there, without a body, and the body piece by piece.
  ///
  /// The pieces end with the body. They throw where it is cut short, where nothing comes for as long as the request's
  /// time, and where they are taken so slowly that too many wait. Whoever lets go of them ends the request.
  func open(
    _ request: Request
  ) async throws -> (head: Response, pieces: AsyncThrowingStream<Data, any Error>)
}
