// Callbacks from C. They are free functions, because a closure would be isolated to the actor that made it.

internal import CHTTPServer

/// The functions that the C side calls.
func allCallbacks() -> http_server_callbacks {
  unsafe http_server_callbacks(
    admit: admit, handle: handle, keep: keep, refuse: refuse, refused: refused, let_go: letGo,
    ended: ended, taken: taken, log: log)
}

private func handler(_ context: UnsafeMutableRawPointer?) -> any RequestHandler {
  unsafe Unmanaged<HandlerBox>.fromOpaque(context!).takeUnretainedValue().handler
}

private func admit(context: UnsafeMutableRawPointer?, exchange: OpaquePointer?) {
  let exchange = unsafe Exchange(adopting: exchange!)
  unsafe handler(context).admit(exchange)
}

private func handle(context: UnsafeMutableRawPointer?, exchange: OpaquePointer?) {
  // An exchange with a body was already adopted in `admit`.
  let adopted = unsafe http_exchange_context(exchange).map {
    unsafe Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue()
  }
  let exchange = unsafe adopted ?? Exchange(adopting: exchange!)
  unsafe handler(context).handle(exchange)
}

private func keep(
  context: UnsafeMutableRawPointer?, server: OpaquePointer?, refusal: http_refusal,
  detail: UnsafePointer<CChar>?
) -> Bool {
  let request = unsafe RefusedRequest(
    nil, refusal, id: HTTP_REQUEST_ID_PLACE, bodyByteCountMax: http_server_body_bytes_max(server))
  let response = unsafe handler(context).response(to: request, detail: String(cString: detail!))
  return unsafe response.withCResponse { unsafe http_keep_answer(server, refusal, $0) }
}

private func refuse(
  context: UnsafeMutableRawPointer?, exchange: OpaquePointer?, refusal: http_refusal,
  detail: UnsafePointer<CChar>?
) {
  let request = unsafe RefusedRequest(exchange, refusal, id: http_exchange_id(exchange!))
  let response = unsafe handler(context).response(to: request, detail: String(cString: detail!))
  var bytes = 0
  let result = unsafe response.withCResponse {
    unsafe http_exchange_respond(exchange, $0, &bytes)
  }
  guard result == HTTP_RESPONDED else { return }
  unsafe handler(context).noteRefusal(
    of: request, bytesSent: request.method == .head ? 0 : bytes)
}

private func refused(
  context: UnsafeMutableRawPointer?, exchange: OpaquePointer?, refusal: http_refusal,
  id: UnsafePointer<CChar>?, bytes: Int
) {
  let request = unsafe RefusedRequest(exchange, refusal, id: id!)
  unsafe handler(context).noteRefusal(of: request, bytesSent: bytes)
}

/// Releases an adopted exchange, or an object whose bytes were sent. An object kept by an exchange may refer back to
/// the exchange, so it is removed first.
private func letGo(of given: UnsafeMutableRawPointer?) {
  let given = unsafe Unmanaged<AnyObject>.fromOpaque(given!)
  _ = unsafe (given.takeUnretainedValue() as? Exchange)?.takeKept()
  unsafe given.release()
}

private func ended(owner: UnsafeMutableRawPointer?, sentByteCount: UInt64) {
  let listener = unsafe Unmanaged<StreamListener>.fromOpaque(owner!).takeRetainedValue()
  listener.whenEnded(Int(clamping: sentByteCount))
}

private func taken(owner: UnsafeMutableRawPointer?) {
  unsafe Unmanaged<StreamListener>.fromOpaque(owner!).takeUnretainedValue().whenTaken()
}

private func log(context: UnsafeMutableRawPointer?, line: UnsafePointer<CChar>?) {
  unsafe handler(context).log(String(cString: line!))
}

extension RefusedRequest {
  /// The known parts of an exchange's request; empty if there is no exchange.
  fileprivate init(
    _ exchange: OpaquePointer?, _ refusal: http_refusal, id: UnsafePointer<CChar>,
    bodyByteCountMax: Int = 0
  ) {
    self.refusal = Refusal(refusal)
    status = Int(http_refusal_status(refusal))
    unsafe requestID = ShortText(cString: id)
    bodyByteCount =
      unsafe exchange.map { unsafe Int(clamping: http_exchange_declared_bytes($0)) } ?? 0
    self.bodyByteCountMax =
      unsafe exchange.map { unsafe http_exchange_body_bytes_max($0) } ?? bodyByteCountMax
    guard let exchange = unsafe exchange, unsafe http_exchange_has_head(exchange) else {
      (method, path, origin, traceParent) = (nil, nil, nil, nil)
      return
    }
    method = unsafe Method(http_exchange_method(exchange))
    path = unsafe String(decoding: pathBytes(of: exchange), as: UTF8.self)
    origin = unsafe RefusedRequest.onlyLine(.origin, of: exchange)
    traceParent = unsafe RefusedRequest.onlyLine(.traceParent, of: exchange).map {
      ShortText($0.utf8)
    }
  }

  /// The value of a header with exactly one line, else nil.
  private static func onlyLine(_ name: HeaderName, of exchange: OpaquePointer) -> String? {
    var place = 0
    guard let value = unsafe headerValue(name, of: exchange, from: &place),
      unsafe headerValue(name, of: exchange, from: &place) == nil
    else { return nil }
    return unsafe String(decoding: value, as: UTF8.self)
  }
}
