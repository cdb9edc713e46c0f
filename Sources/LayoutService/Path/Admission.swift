import ContentHash
public import HTTPServer
import LayoutStore
import LayoutWire

/// Admits the head of a request once: checks its route, key, method, parameters and type. The result is kept until the
/// body has arrived.
extension Service {
  /// The address of the service that a request came to.
  enum Endpoint {
    case main
    case operations
  }

  /// Checks a request before its body is read. Refuses a wrong path, key, method, type or parameter, and answers
  /// requests that need neither key nor body.
  ///
  /// - Returns: The admitted request; nil if it has been answered.
  func admitted(beforeBodyOf client: Client, through door: Endpoint) -> Work? {
    let request = client.request
    let work = admitted(client, through: door)
    // Browsers send preflight requests without a key. Otherwise bodies of clients without a key would take up the room
    // of all others.
    if work.isPreflight || door == .operations || !needsKey(work.question.target.route) {
      handle(work)
      return nil
    }
    guard let problem = work.refusal else { return work }
    // A client without permission is refused at once. Otherwise a short body is read first, so that the connection
    // stays open.
    let isAllowed = problem.name != .unauthorized && problem.name != .forbidden
    let isShort = request.bodyByteCount <= Exchange.shortBodyBytes
    if isAllowed, isShort, !request.hasHeader(.expect) { return work }
    refuse(work, problem, closes: true)
    return nil
  }

  /// Answers a complete request, immediately or from another thread.
  func handle(_ work: consuming Work, on thread: Allowance.Thread = .network) {
    if work.isPreflight {
      send(preflight(work.question.target.route), work)
    } else if let problem = work.refusal {
      refuse(work, problem)
    } else if let response = notModified(work) {
      send(response, work)
    } else {
      // The time in which a body arrived does not count.
      let request = work.question.request
      let start = request.bodyByteCount > 0 ? .now : request.startInstant
      work.deadline = start + limits.computeTimeout
      if let wait = answer(&work, on: thread) { begin(wait, work) }
    }
  }

  /// What the head of a request says, while it is checked.
  private struct Head {
    var key: APIKey?
    var call = Route.other.number
    var parameters = QueryParameters()
    var parameterProblem: Problem?
    var isPreflight = false
    var body: Body?
  }

  /// The request's work, from its head.
  func admitted(_ client: Client, through door: Endpoint) -> Work {
    let request = client.request
    let target = request.withPath { Target(path: $0, below: basePath, made: madeFiles) }
    var head = Head()
    var refusal: Problem?
    do throws(Problem) {
      try admit(request, target, through: door, &head)
    } catch {
      refusal = error
    }
    let question = CallRequest(
      request, target, head.parameters, limits, parameterProblem: head.parameterProblem,
      hasDocuments: hasDocuments)
    return Work(
      client, question, call: head.call, refusal: refusal, isPreflight: head.isPreflight,
      body: head.body, key: head.key)
  }

  private func admit(
    _ request: Request, _ target: Target, through door: Endpoint, _ head: inout Head
  ) throws(Problem) {
    let route = target.route
    if isPreflight(request), leads(door, to: route) {
      head.isPreflight = true
      return
    }
    if let keys, door == .main, needsKey(route) {
      guard let key = keys.key(authorization: request.header(.authorization)) else {
        throw Problem(.unauthorized)
      }
      // Without a key, everything that is not opened is answered alike, also paths that are not there.
      let needed = route.call(request.method).flatMap { Call.all[$0].needs }
      if key.digest == nil, let problem = key.problem(needing: needed ?? []) { throw problem }
      head.key = key
    }
    guard leads(door, to: route) else {
      throw PathAdvice.notFound(path(of: request)) { leads(door, to: $0) }
    }
    guard let call = route.call(request.method) else {
      throw Problem(.methodNotAllowed, allow: route.methodNames)
    }
    if let problem = target.file?.problem { throw problem }
    head.call = call
    if let problem = problemOfRights(head.key, call, target.document) { throw problem }
    if route.isOfLayout, target.id == nil {
      throw PathAdvice.badID(path(of: request).own.segment(2))
    }
    if route.isOfDocument, target.document == nil { throw .badName }
    do throws(Problem) {
      head.parameters = try parameters(of: request, for: call)
      head.parameterProblem = Call.all[call].fault(head.parameters)
    } catch {
      guard Call.all[call].mayBeRepeated else { throw error }
      head.parameterProblem = error
    }
    if request.method == .post || request.method == .put {
      try checkBody(request)
      head.body = Body(of: request)
    }
    try checkConditions(request, target, call)
  }

  /// The reason to stop work on a request that has waited: its client has closed the connection, or its time is over.
  func abandonment(_ work: borrowing Work) -> Problem? {
    guard work.isSuspended else { return nil }
    return work.client.isAbandoned ? .abandoned : work.isLate ? .tooLate : nil
  }

  /// The reason to refuse a request that has waited, for its body or for something else: its key has been withdrawn
  /// since, or its rights reduced. What the request has read of a document that the key may no longer see is released,
  /// and so is a list if the prefixes of the key have changed.
  func withdrawal(_ work: inout Work) -> Problem? {
    guard let keys, let key = work.key, work.isSuspended || work.question.request.bodyByteCount > 0
    else { return nil }
    guard let current = keys.current(key) else { return Problem(.unauthorized) }
    work.key = current
    let document = work.question.target.document
    if current.prefixes != key.prefixes, work.whenHidden != nil || document == nil {
      work.got.documents = nil
    }
    return problemOfRights(current, work.call, document)
  }

  /// The problem of a request whose key lacks a right to its call, or with which it may not name the document; nil if
  /// there is none.
  private func problemOfRights(
    _ key: APIKey?, _ call: Int, _ document: DocumentName?
  ) -> Problem? {
    guard let key, let needed = Call.all[call].needs else { return nil }
    if let problem = key.problem(needing: needed) { return problem }
    guard let document, !key.sees(document) else { return nil }
    return Call.all[call].whenHidden.problemOfHead
  }

  /// The parameters of the query.
  private func parameters(
    of request: Request, for call: Int
  ) throws(Problem) -> QueryParameters {
    if !Call.all[call].readsQuery { return QueryParameters() }
    let given = try request.withQuery { (query) throws(Problem) in
      try QueryParameters(
        query, allowed: Call.all[call].parameters,
        limitMax: Call.all[call].limitMax ?? limits.maximumElements)
    }
    let parameters = given ?? QueryParameters()
    if parameters.drawing != nil, !Call.all[call].draws {
      throw .badParameter("format", .notAllowed, "The format must be rows or columns here.")
    }
    return parameters
  }

  /// Whether a route needs a key (docs/rules.md#keys). A switched-off playground is treated like an unknown path.
  private func needsKey(_ route: Route) -> Bool {
    Call.all[route.number].needs != nil || !leads(.main, to: route)
  }

  /// Whether a route is answered at this address.
  private func leads(_ door: Endpoint, to route: Route) -> Bool {
    switch (route, door) {
    case (.other, _): false
    case (.metrics, .main): !hasOperationsDoor
    case (.playground, .main): hasPlayground
    case (_, .main): true
    case (_, .operations): Call.all[route.number].isOperation
    }
  }

  private func checkBody(_ request: Request) throws(Problem) {
    guard request.hasHeader(.contentLength) else { throw Problem(.lengthRequired) }
    if request.hasHeader(.contentEncoding) {
      guard
        request.withHeader(.contentEncoding, { ContentCoding(contentEncoding: $0) != nil }) == true
      else {
        throw Problem(
          .unsupportedMediaType,
          detail:
            "Send the body with Content-Encoding: gzip, x-gzip or identity, or without, as curl --json does."
        )
      }
    }
    guard request.withHeader(.contentType, { MediaType.isJSON($0) }) == true else {
      throw Problem(
        .unsupportedMediaType,
        detail: "Send the body as Content-Type: application/json, for example with curl --json.")
    }
  }
}

extension Service {
  /// The path as the client sent it: what it has of the base path, and the rest.
  fileprivate func path(of request: Request) -> (base: String, own: String) {
    request.withPath { path in
      let start = basePath.byteCount(in: path)
      return (
        String(decoding: path.indices[..<start].map { path[$0] }, as: UTF8.self),
        String(decoding: path.indices[start...].map { path[$0] }, as: UTF8.self)
      )
    }
  }
}

extension String {
  /// The part of a path between one of its slashes and the next one.
  fileprivate func segment(_ number: Int) -> String {
    let segments = dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    return number < segments.count ? String(segments[number]) : ""
  }
}

/// The service as a handler of requests, of the server and of callers in this process.
extension Service: RequestHandler {
  public func admit(_ exchange: Exchange) { admit(exchange, through: .main) }

  public func handle(_ exchange: Exchange) { handle(exchange, through: .main) }

  func admit(_ exchange: Exchange, through door: Endpoint) {
    if let work = admitted(beforeBodyOf: Client(exchange), through: door) {
      exchange.keep(KeptWork(work))
    }
  }

  func handle(_ exchange: Exchange, through door: Endpoint) {
    // Without a body, the head has not been admitted yet.
    if let kept = exchange.takeKept() as? KeptWork {
      handle(kept.take())
    } else {
      handle(admitted(Client(exchange), through: door))
    }
  }

  /// Waits for the response to a request of a caller in this process.
  public func response(to request: Request) -> Response {
    let caller = Caller()
    let client = Client(caller, request)
    let hasBody = request.bodyByteCount > 0
    if !hasBody {
      handle(admitted(client, through: .main))
    } else if let work = admitted(beforeBodyOf: client, through: .main) {
      handle(work)
    }
    return caller.wait().response
  }

  /// The response to a request of a caller in this process, computed on the calling thread.
  public func compute(_ request: Request) -> Response { computed(request).response }

  private func computed(_ request: Request) -> (response: Response, layout: Digest?) {
    let caller = Caller()
    handle(admitted(Client(caller, request), through: .main), on: .compute)
    return caller.wait()
  }

  /// The answer to `POST /v1/layouts?query` with this body: the output of `layoutd compute`.
  ///
  /// With `changes`, the answer to `POST /v1/layouts/{id}/changes?query` with this body, for the layout of the
  /// snapshot.
  public func compute(
    snapshot: [UInt8], changes: [UInt8]? = nil, query: String
  ) -> (status: Int, body: [UInt8]) {
    guard let changes else {
      let response = compute(Request(posting: snapshot, query: query))
      return (response.status, response.body)
    }
    var (response, layout) = computed(Request(posting: snapshot))
    if response.status < 300, let layout {
      response = compute(
        Request(
          posting: changes, to: "/v1/layouts/\(layout.hexadecimal)/changes", query: query))
    }
    return (response.status, response.body)
  }
}

extension Request {
  /// `POST /v1/layouts?query`, or to another path, with this body.
  public init(posting snapshot: [UInt8], to path: String = "/v1/layouts", query: String = "") {
    self.init(
      .post, "\(path)?\(query)", headers: [("Content-Type", "application/json")],
      body: snapshot, bodyByteCountMax: .max)
  }
}
