public import Foundation

/// A request to a service.
public struct Request: Sendable {
  public var method: String
  /// The path and the query, relative to the service's URL.
  public var target: String
  public var headers: [String: String]
  public var body: Data?
  /// The timeout for the answer.
  public var timeoutSeconds: Double

  /// Creates a request.
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

/// An answer of a service.
public struct Response: Sendable {
  public var status: Int
  /// By their names in lower case.
  private let headers: [String: String]
  public var body: Data

  /// Creates an answer. The names of headers may be in any case.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    self.body = body
  }

  /// The value of a header. The name may be in any case.
  public func header(_ name: String) -> String? { headers[name.lowercased()] }
}

/// Sends requests, each once. A client needs nothing else of the system.
public protocol Transport: Sendable {
  /// Sends a request and returns its answer, whatever its status. Throws if there is no answer, and soon after its task
  /// is cancelled.
  func send(_ request: Request) async throws -> Response
}

/// A transport that can return an answer while it arrives.
public protocol StreamingTransport: Transport {
  /// Sends a request and returns its answer as soon as the head has arrived, without a body, and the pieces of the
  /// body.
  ///
  /// The pieces end with the body. They throw if the body is cut short, if nothing arrives for the request's timeout,
  /// and if the caller is so slow that too many pieces wait. Releasing them ends the request.
  func open(
    _ request: Request
  ) async throws -> (head: Response, pieces: AsyncThrowingStream<Data, any Error>)
}
