public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends requests with a `URLSession`.
public struct URLSessionTransport: Transport {
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
    guard let url = URL(string: base + request.target) else { throw URLError(.badURL) }
    var sent = URLRequest(url: url, timeoutInterval: request.timeoutSeconds)
    sent.httpMethod = request.method
    sent.httpBody = request.body
    for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
    let (body, answer) = try await session.data(for: sent)
    guard let answer = answer as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    var headers: [String: String] = [:]
    for (name, value) in answer.allHeaderFields {
      if let name = name as? String, let value = value as? String { headers[name] = value }
    }
    return Response(status: answer.statusCode, headers: headers, body: body)
  }
}
