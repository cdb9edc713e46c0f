import HTTPServer
import LayoutWire

/// The CORS headers of answers and preflights (docs/rules.md#cors, the Fetch standard).
extension Service {
  /// Headers of answers that a page may read beside those that it always may.
  private static let exposed: StaticString =
    """
    ETag, Location, Layoutd-Near, Cache-Status, Server-Timing, Retry-After, X-Request-Id, Deprecation, Sunset
    """
  /// Headers that a page may send beside those that it always may.
  private static let accepted: StaticString =
    """
    Authorization, Content-Encoding, Content-Type, If-Match, If-None-Match, Last-Event-ID, Layoutd-Near, X-Request-Id, \
    traceparent
    """
  /// How long a browser need not ask again, in seconds; they take less where they wish.
  private static let preflightSeconds: StaticString = "86400"

  /// Whether a browser asks whether a page may send a request, and it may.
  func isPreflight(_ request: Request) -> Bool {
    request.method == .options && request.hasHeader(.accessControlRequestMethod)
      && origins.contains(request.header(.origin))
  }

  /// The answer to such a question.
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

  /// Adds what every answer to a page of an allowed origin has.
  func addCrossOriginHeaders(to headers: inout HeaderLines, _ origin: String?) {
    guard let origin, origins.contains(origin) else { return }
    headers.append("Access-Control-Allow-Origin", text: origin)
    headers.append("Access-Control-Expose-Headers", Self.exposed)
    headers.append("Timing-Allow-Origin", text: origin)
  }
}
