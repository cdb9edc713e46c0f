import ContentHash
public import HTTPServer
import JSONText
import LayoutCore
import LayoutWire

/// Converts answers to HTTP: status, headers, validators and coding (docs/rules.md#answers). Also records them in log
/// and metrics.
extension Service {
  /// Bodies up to this size are never coded. In bytes.
  private static let uncodedBytes = 1024

  /// The response for an answer. It is 304 or 412 if a condition requires that.
  ///
  /// - Parameter near: The beginning of the first id of the lineage, if the answer has one (docs/rules.md#near).
  func finished(_ work: borrowing Work, _ answer: Answer, near: UInt64?) -> Response {
    let details = answer.details
    let coding = coding(
      of: answer.body, hasBrotli: details?.brotli != nil, for: work.question.request)
    var response = Response(status: answer.status.rawValue, body: answer.body)
    response.isGzipped = coding == .gzip
    if coding == .brotli, let brotli = details?.brotli {
      response.body = brotli
      response.headers.append("Content-Encoding", "br")
    }
    if let location = details?.location {
      response.headers.append("Location", text: basePath.description + location)
    }
    if let near {
      response.headers.append("Layoutd-Near", atMost: 16) { $0.write { $0.hexadecimal(near) } }
    }
    if case .log(_, hasWaited: true)? = work.got.documents?.read {
      response.closesConnection = endsFollowing
    }
    let lifetime = work.lifetime
    if lifetime.hasTagOfQuestion, !work.question.hasCondition {
      let tags = EntityTags(work.question)
      response.headers.append("ETag", atMost: EntityTags.bytesMax) {
        $0.write { tags.write(coding, to: &$0) }
      }
    } else {
      let tag =
        lifetime.hasTagOfQuestion
        ? EntityTags(work.question).text(coding)
        : details?.revision.map { Array("\"\($0)\"".utf8) }
      if answer.status == .ok, let unmet = self.response(work, toConditionsOn: tag) {
        return unmet
      }
      if let tag { response.headers.append("ETag", tag.span) }
    }
    response.headers.append(line: cacheControl(lifetime, work))
    // docs/rules.md#cache-status
    switch work.trace.preparation {
    case nil: break
    case .memo: response.headers.append(line: "Cache-Status: layoutd; hit")
    case .derived:
      response.headers.append(line: "Cache-Status: layoutd; fwd=miss; detail=derived")
    case .laidOut: response.headers.append(line: "Cache-Status: layoutd; fwd=miss")
    }
    if work.trace.timing.hasStages {
      response.headers.append("Server-Timing", atMost: Timing.bytesMax) {
        $0.write { work.trace.timing.write(to: &$0) }
      }
    }
    switch details?.mediaType {
    case _ where answer.body.isEmpty: break
    case nil: response.headers.append(line: "Content-Type: application/json")
    case let mediaType?: response.headers.append("Content-Type", text: mediaType)
    }
    if let policy = details?.contentSecurityPolicy {
      response.headers.append("Content-Security-Policy", policy)
      response.headers.append("Referrer-Policy", "no-referrer")
    }
    return response
  }

  /// The response for a refused request.
  func finished(_ work: borrowing Work, problem: Problem) -> Response {
    var response = response(problem, requestID: work.client.requestID)
    response.isGzipped = coding(of: response.body, for: work.question.request) == .gzip
    return response
  }

  /// 304 if the client already has the answer, which is found without looking anything up; else nil.
  func notModified(_ work: borrowing Work) -> Response? {
    guard work.question.hasCondition, work.lifetime.hasTagOfQuestion else { return nil }
    let request = work.question.request
    guard request.hasHeader(.ifNoneMatch),
      !request.hasHeader(.ifMatch)
    else { return nil }
    let tags = EntityTags(work.question)
    let accepted = request.acceptedCodings
    var candidates = [tags.text(.identity)]
    if accepted.accepts(.gzip) { candidates.append(tags.text(.gzip)) }
    if accepted.accepts(.brotli), work.question.target.file?.brotli != nil {
      candidates.append(tags.text(.brotli))
    }
    guard case .tag(let number) = request.match(candidates) else { return nil }
    return notModified(candidates[number], work)
  }

  func notModified(_ tag: [UInt8]?, _ work: borrowing Work) -> Response {
    var response = Response(status: AnswerStatus.notModified.rawValue)
    if let tag { response.headers.append("ETag", tag.span) }
    response.headers.append(line: cacheControl(work.lifetime, work))
    return response
  }

  private func cacheControl(_ lifetime: Answer.Lifetime, _ work: borrowing Work) -> StaticString {
    switch lifetime {
    case .forever where isPublic(work): "Cache-Control: public, max-age=31536000, immutable"
    case .forever: "Cache-Control: private, max-age=31536000, immutable"
    case .oneScrollPosition: "Cache-Control: private, max-age=60"
    case .release, .revision: "Cache-Control: no-cache"
    case .none: "Cache-Control: no-store"
    }
  }

  /// Whether shared caches may keep an answer, which callers without a key may have.
  private func isPublic(_ work: borrowing Work) -> Bool {
    guard allowsSharedCaches else { return false }
    guard let keys else { return true }
    guard let key = keys.withoutKey, let needed = Call.all[work.call].needs else {
      return false
    }
    return key.problem(needing: needed) == nil
  }

  private func coding(
    of body: [UInt8], hasBrotli: Bool = false, for request: Request
  ) -> ContentCoding {
    guard body.count > Service.uncodedBytes else { return .identity }
    return request.acceptedCodings.best(hasBrotli: hasBrotli)
  }

  /// The response for a problem, not coded yet.
  private func response(_ problem: Problem, requestID: ShortText?) -> Response {
    var response = Response(
      status: problem.status, headers: [("Cache-Control", "no-store")],
      body: problem.json(requestID: requestID?.description, below: basePath.description))
    response.headers.append("Content-Type", text: Problem.mediaType)
    if let allow = problem.allow { response.headers.append("Allow", text: allow) }
    if let challenge = problem.challenge {
      response.headers.append("WWW-Authenticate", text: challenge)
    }
    if let seconds = problem.retryAfterSeconds {
      response.headers.append("Retry-After", text: String(seconds))
    }
    return response
  }

  /// Adds the headers that all answers have (docs/rules.md#security-headers, docs/rules.md#content-coding).
  func addStandingHeaders(to response: inout Response, origin: String?) {
    let couldBeCoded = !response.body.isEmpty || response.status == 304
    let lines: StaticString =
      switch (couldBeCoded, !origins.isEmpty) {
      case (true, true): "X-Content-Type-Options: nosniff\r\nVary: Accept-Encoding, Origin"
      case (true, false): "X-Content-Type-Options: nosniff\r\nVary: Accept-Encoding"
      case (false, true): "X-Content-Type-Options: nosniff\r\nVary: Origin"
      case (false, false): "X-Content-Type-Options: nosniff"
      }
    response.headers.append(line: lines)
    addCrossOriginHeaders(to: &response.headers, origin)
  }

  /// The headers of the client's files (docs/rules.md#cors).
  private static let readableByAll: StaticString =
    "Access-Control-Allow-Origin: *\r\nTiming-Allow-Origin: *"

  // MARK: Sending

  /// Sends the answer to a request, and records it in log and metrics.
  ///
  /// - Parameters:
  ///   - limit: The limit that cut the answer short, or for which the request is refused.
  ///   - input: The reason why its input is refused.
  func send(
    _ response: consuming Response, _ work: borrowing Work, limit: Limit? = nil,
    input: RefusedInput? = nil
  ) {
    let isOfClient = response.status < 400 && work.question.target.file?.isOfClient == true
    if isOfClient { response.headers.append(line: Service.readableByAll) }
    addStandingHeaders(
      to: &response,
      origin: origins.isEmpty || isOfClient ? nil : work.question.request.header(.origin))
    let status = work.client.isAbandoned ? AnswerStatus.abandoned.rawValue : response.status
    let outcome = work.client.respond(response, about: work.got.named?.id) { bytes in
      notice(work, status: status, bytes: bytes, limit: limit, input: input)
    }
    switch outcome {
    case .hasNoRoom where limit != .answersInFlight:
      send(finished(work, problem: .noRoom), work, limit: Problem.noRoom.limit)
    case .hasNoRoom, .answeredBefore, .sent:
      // If there is no room even for a small answer, the connection is closed.
      break
    }
  }

  /// Records an answer in log and metrics.
  func notice(
    _ work: borrowing Work, status: Int, bytes: Int, limit: Limit? = nil,
    input: RefusedInput? = nil
  ) {
    let route = work.question.target.route
    let (method, start) = (work.question.request.method, work.question.request.startInstant)
    let duration = ContinuousClock.now - start
    metrics.requestFinished(
      route: route, method: method, status: status, duration: duration - work.trace.waited)
    let wasPrepared = work.trace.preparation.map { $0 == .memo }
    if let wasPrepared { metrics.memoAsked(wasThere: wasPrepared) }
    if status >= 400, let reason = RefusalReason(status: status, limit: limit) {
      metrics.requestRefused(reason)
    }
    if let input, status >= 400 { metrics.inputRefused(input) }
    guard let accessLog else { return }
    var record = AccessRecord(
      requestID: work.question.request.id, route: route, status: status, duration: duration)
    record.traceParent = work.question.request.shortHeader(.traceParent)?.asTraceParent
    record.keyName = work.key?.name
    record.method = method.name
    record.layout = work.question.target.abbreviatedID
    record.bytesIn = work.question.request.bodyByteCount
    record.bytesOut = bytes
    record.timing = work.trace.timing
    record.bodyReads = work.trace.bodyReads
    record.wasPrepared = wasPrepared
    record.limit = limit?.rawValue
    record.input = input
    accessLog(record)
  }

  // MARK: Requests that the HTTP layer itself refuses

  /// The answer to a request that the HTTP layer itself refuses.
  public func response(to request: RefusedRequest, detail: String) -> Response {
    let problem = Problem(
      Problem(status: request.status).name, detail: request.detailOfSize ?? detail)
    var response = response(problem, requestID: request.requestID)
    response.headers.append(line: "X-Content-Type-Options: nosniff")
    if !origins.isEmpty { response.headers.append(line: "Vary: Origin") }
    addCrossOriginHeaders(to: &response.headers, request.origin)
    return response
  }

  /// Records a request that the HTTP layer itself refused in log and metrics.
  public func noteRefusal(of request: RefusedRequest, bytesSent: Int) {
    let target = request.path.map {
      Target(path: Array($0.utf8).span, below: basePath, made: madeFiles)
    }
    let route = target?.route ?? .other
    let input = RefusedInput(Problem(status: request.status))
    if let input { metrics.inputRefused(input) }
    if let reason = RefusalReason(request.refusal) {
      metrics.requestFinished(
        route: route, method: request.method, status: request.status, duration: nil)
      metrics.requestRefused(reason)
    }
    guard let accessLog else { return }
    var record = AccessRecord(
      requestID: request.requestID, route: route, status: request.status, duration: nil)
    record.traceParent = request.traceParent?.asTraceParent
    record.method = request.method?.name
    record.layout = target?.abbreviatedID
    record.bytesIn = request.bodyByteCount
    record.bytesOut = bytesSent
    record.limit = Limit(request.refusal)?.rawValue
    record.input = input
    accessLog(record)
  }
}

extension Answer.Lifetime {
  /// Whether the entity tag can be computed from the question alone.
  var hasTagOfQuestion: Bool {
    switch self {
    case .forever, .oneScrollPosition, .release: true
    case .revision, .none: false
    }
  }
}

extension Problem {
  /// The value of `WWW-Authenticate`, which tells a client what to do about its key (RFC 6750 section 3); nil for other
  /// problems.
  fileprivate var challenge: String? {
    switch name {
    case .unauthorized: "Bearer realm=\"layoutd\""
    case .forbidden: "Bearer realm=\"layoutd\", error=\"insufficient_scope\""
    default: nil
    }
  }
}

extension RefusedRequest {
  /// The size of the body, as far as it is known, and its limit; nil for other refusals.
  fileprivate var detailOfSize: String? {
    guard refusal == .bodySize else { return nil }
    let most = "at most \(bodyByteCountMax) are taken (max-body)"
    return bodyByteCount > 0
      ? "The body has \(bodyByteCount) bytes; \(most)." : "The body has too many bytes; \(most)."
  }
}

extension Target {
  /// The first digits of the layout's id, enough to distinguish it in a log.
  fileprivate var abbreviatedID: ShortText? {
    id.map { id in
      let first = hexadecimalText(UInt32(truncatingIfNeeded: id.prefix >> 32))
      let second = hexadecimalText(UInt32(truncatingIfNeeded: id.prefix))
      return ShortText(
        (0..<12).lazy.map { (place: Int) -> UInt8 in
          let digits: UInt64 = place < 8 ? first : second
          return UInt8(truncatingIfNeeded: digits >> UInt64(8 * (place & 7)))
        })
    }
  }
}

extension Request {
  fileprivate var acceptedCodings: AcceptedCodings {
    withHeader(.acceptEncoding) { AcceptedCodings($0) } ?? AcceptedCodings()
  }
}

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
