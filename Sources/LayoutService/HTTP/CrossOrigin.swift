import HTTPServer
import LayoutWire

/// The CORS headers of answers and preflights (docs/rules.md#cors, the Fetch standard).
extension Service {
  /// Headers of answers that pages may read, besides those that are always allowed.
  private static let exposed: StaticString =
    """
    ETag, Location, Layoutd-Near, Cache-Status, Server-Timing, Retry-After, X-Request-Id, Deprecation, Sunset
    """
  /// Headers of requests that pages may send, besides those that are always allowed.
  private static let accepted: StaticString =
    """
    Authorization, Content-Encoding, Content-Type, If-Match, If-None-Match, Last-Event-ID, Layoutd-Near, X-Request-Id, \
    traceparent
    """
  /// The time for which a browser may cache the answer, in seconds. Browsers may use less.
  private static let preflightSeconds: StaticString = "86400"

  /// Whether a request is a preflight of an allowed origin.
  func isPreflight(_ request: Request) -> Bool {
    request.method == .options && request.hasHeader(.accessControlRequestMethod)
      && origins.contains(request.header(.origin))
  }

  /// The answer to a preflight.
  func preflight(_ route: Route) -> Response {
    var response = Response(
      status: AnswerStatus.noContent.rawValue,
      headers: [
        ("Access-Control-Allow-Headers", Self.accepted),
        ("Access-Control-Max-Age", Self.preflightSeconds),
        ("Cache-Control", "no-store"),
      ])
    response.headers.append("Access-Control-Allow-Methods", text: route.methodNames)
    return response
  }

  /// Adds the headers of all answers to pages of allowed origins.
  func addCrossOriginHeaders(to headers: inout HeaderLines, _ origin: String?) {
    guard let origin, origins.contains(origin) else { return }
    headers.append("Access-Control-Allow-Origin", text: origin)
    headers.append("Access-Control-Expose-Headers", Self.exposed)
    headers.append("Timing-Allow-Origin", text: origin)
  }
}
