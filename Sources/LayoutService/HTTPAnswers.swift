import HTTPServer
import LayoutCore
import LayoutWire

/// Answers put into HTTP: status, headers, validators, coding and metrics (contract section 6).
extension LayoutService {
  /// The greatest body that is never coded, in bytes.
  private static let uncodedBytes = 1024

  /// The response for an answer, or 304 where the client says that any answer will do.
  func finished(_ exchange: Exchange, _ work: Work, _ answer: Answer) -> Response {
    var response = coded(
      Response(status: answer.status, headers: answer.headers, body: answer.body), for: exchange)
    if answer.lifetime == .none {
      response.headers.append(("Cache-Control", "no-store"))
    } else {
      let tags = EntityTags(work, maximumElements: limits.maximumElements)
      let tag = response.isGzipped ? tags.gzip : tags.identity
      if exchange.entityTagMatch([]) == .any {
        return counted(exchange, work.target.route, notModified(tag, answer.lifetime))
      }
      response.headers += validators(tag, answer.lifetime)
    }
    if let wasPrepared = work.wasPrepared {
      response.headers.append(("Cache-Status", wasPrepared ? "layoutd; hit" : "layoutd; fwd=miss"))
    }
    if let timing = work.timing.header {
      response.headers.append(("Server-Timing", timing))
    }
    if !answer.body.isEmpty { response.headers.append(("Content-Type", answer.mediaType)) }
    return counted(exchange, work.target.route, response)
  }

  /// The response for a request that is refused.
  func finished(_ exchange: Exchange, _ route: Route, problem: Problem) -> Response {
    counted(exchange, route, coded(response(problem), for: exchange))
  }

  /// 304 when the client has the answer; nothing is looked up for it.
  func notModified(_ exchange: Exchange, _ work: Work) -> Response? {
    guard work.lifetime != .none, exchange.header("If-None-Match") != nil else { return nil }
    let tags = EntityTags(work, maximumElements: limits.maximumElements)
    let candidates = exchange.acceptsGzip ? [tags.identity, tags.gzip] : [tags.identity]
    guard case .tag(let tag) = exchange.entityTagMatch(candidates) else { return nil }
    return counted(exchange, work.target.route, notModified(tag, work.lifetime))
  }

  /// The response for a problem, not yet coded.
  func response(_ problem: Problem) -> Response {
    var response = Response(
      status: problem.status,
      headers: [("Content-Type", Problem.mediaType), ("Cache-Control", "no-store")],
      body: problem.json)
    if let allow = problem.allow { response.headers.append(("Allow", allow)) }
    if let seconds = problem.retryAfterSeconds {
      response.headers.append(("Retry-After", String(seconds)))
    }
    return response
  }

  private func notModified(_ tag: String, _ lifetime: Answer.Lifetime) -> Response {
    Response(
      status: 304, headers: validators(tag, lifetime) + [("Vary", "Accept-Encoding")])
  }

  private func validators(
    _ tag: String, _ lifetime: Answer.Lifetime
  ) -> [(name: String, value: String)] {
    let cacheControl =
      lifetime == .forever
      ? "public, max-age=31536000, immutable" : "private, max-age=60"
    return [("ETag", tag), ("Cache-Control", cacheControl)]
  }

  /// The response with what its content coding needs: on every answer that could be coded, `Vary`.
  private func coded(_ response: Response, for exchange: Exchange) -> Response {
    var response = response
    guard !response.body.isEmpty else { return response }
    response.headers.append(("Vary", "Accept-Encoding"))
    response.isGzipped =
      response.body.count > LayoutService.uncodedBytes && exchange.acceptsGzip
    return response
  }

  private func counted(_ exchange: Exchange, _ route: Route, _ response: Response) -> Response {
    let elapsed = (ContinuousClock.now - exchange.startInstant).components
    metrics.requestFinished(
      route: route, method: exchange.method,
      status: response.status,
      seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18)
    return response
  }
}

extension Exchange {
  fileprivate var acceptsGzip: Bool {
    ContentCoding.acceptsGzip(header("Accept-Encoding"))
  }

  fileprivate func entityTagMatch(_ tags: [String]) -> EntityTag.Match {
    header("If-None-Match").map { EntityTag.match(ifNoneMatch: $0, tags: tags) } ?? .none
  }
}
