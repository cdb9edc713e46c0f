import HTTPServer
import LayoutCore
import LayoutWire

/// Answers put into HTTP: status, headers, validators, coding and metrics (contract section 6).
extension LayoutService {
  /// The greatest body that is never coded, in bytes.
  private static let uncodedBytes = 1024

  /// The response for an answer of `answer(_:on:)`.
  func finished(_ exchange: Exchange, _ work: Work, _ answer: Answer) -> Response {
    let isCoded =
      answer.body.count > LayoutService.uncodedBytes
      && acceptsGzip(exchange.header("Accept-Encoding"))
    var headers = answer.headers
    if !answer.body.isEmpty || answer.status == 304 {
      headers.append(("Vary", "Accept-Encoding"))
    }
    headers.append(("Cache-Control", answer.lifetime.cacheControl))
    if answer.lifetime != .none {
      let tags = EntityTags(work, maximumElements: limits.maximumElements)
      let tag = isCoded ? tags.gzip : tags.identity
      headers.append(("ETag", tag))
      if case .any = ifNoneMatch(exchange, tags: [tag]) {
        return counted(exchange, work.target.route, Response(status: 304, headers: headers))
      }
    }
    if let wasPrepared = work.wasPrepared {
      headers.append(("Cache-Status", wasPrepared ? "layoutd; hit" : "layoutd; fwd=miss"))
    }
    if let timing = work.timing.header { headers.append(("Server-Timing", timing)) }
    if !answer.body.isEmpty { headers.append(("Content-Type", answer.mediaType)) }
    if isCoded { headers.append(("Content-Encoding", "gzip")) }
    return counted(
      exchange, work.target.route,
      Response(
        status: answer.status, headers: headers, body: answer.body, isGzipped: isCoded))
  }

  /// 304 when the client has what it asks for; nothing is looked up for it.
  func notModified(_ exchange: Exchange, _ work: Work) -> Response? {
    let lifetime = work.lifetime
    guard lifetime != .none else { return nil }
    let tags = EntityTags(work, maximumElements: limits.maximumElements)
    let candidates =
      acceptsGzip(exchange.header("Accept-Encoding"))
      ? [tags.identity, tags.gzip] : [tags.identity]
    guard case .tag(let tag) = ifNoneMatch(exchange, tags: candidates) else { return nil }
    let headers = [
      ("ETag", tag), ("Cache-Control", lifetime.cacheControl), ("Vary", "Accept-Encoding"),
    ]
    return counted(
      exchange, work.target.route,
      Response(status: 304, headers: headers.map { (name: $0.0, value: $0.1) }))
  }

  /// The response for a refused request, counted under its route.
  func finished(_ exchange: Exchange, problem: Problem) -> Response {
    counted(exchange, Target(path: exchange.path).route, response(problem))
  }

  /// The response for a problem.
  func response(_ problem: Problem) -> Response {
    var headers: [(name: String, value: String)] = [
      ("Content-Type", Problem.mediaType), ("Cache-Control", "no-store"),
      ("Vary", "Accept-Encoding"),
    ]
    if let allow = problem.allow { headers.append(("Allow", allow)) }
    if let seconds = problem.retryAfterSeconds {
      headers.append(("Retry-After", String(seconds)))
    }
    return Response(status: problem.status, headers: headers, body: problem.json)
  }

  private func counted(_ exchange: Exchange, _ route: Route, _ response: Response) -> Response {
    let elapsed = (ContinuousClock.now - exchange.startInstant).components
    metrics.requestFinished(
      route: route, method: exchange.method, status: response.status,
      seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18)
    return response
  }
}
