public import HTTPServer

/// One request's record for the access log. Copying it allocates nothing.
///
/// No bodies, no keys, no query strings; of a layout's id no more than its beginning.
public struct AccessRecord: Sendable {
  /// The client's, where it sent a well-formed one, else the server's own.
  public var requestID: ShortText
  /// W3C trace context, as the client sent it; nil where it sent none, or a malformed one.
  public var traceParent: ShortText?
  /// The name of the API key; nil without one.
  public var keyName: String?
  /// Nil for a request whose head could not be read.
  public var method: String?
  public var route: Route
  /// The first digits of the layout's id, where the path names one.
  public var layout: ShortText?
  public var status: Int
  /// Bytes of the body that came, or was announced where it was refused unread.
  public var bytesIn: Int
  /// Bytes of the answer's body as they were sent.
  public var bytesOut: Int
  /// From the complete head to the answer; nil for a request whose head could not be read.
  public var duration: Duration?
  /// How long the stages took.
  public var timing: Timing
  /// Whether the prepared layout was there; nil where none was needed.
  public var wasPrepared: Bool?
  /// The setting whose value refused the request or cut its answer, by its name; nil where none did.
  public var limit: String?
  /// Why the input was refused; nil where it was not.
  public var input: RefusedInput?

  /// Makes a record of a request of which no more is known.
  public init(requestID: ShortText, route: Route, status: Int, duration: Duration?) {
    self.requestID = requestID
    self.route = route
    self.status = status
    self.duration = duration
    bytesIn = 0
    bytesOut = 0
    timing = Timing()
  }
}

extension ShortText {
  /// The text where it is a trace context's first header in the form that every version begins with,
  /// `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`; else nil (W3C Trace Context).
  var asTraceParent: ShortText? {
    guard count == 55 else { return nil }
    for index in 0..<count {
      switch (index, self[index]) {
      case (2, UInt8(ascii: "-")), (35, UInt8(ascii: "-")), (52, UInt8(ascii: "-")): break
      case (2, _), (35, _), (52, _): return nil
      case (_, UInt8(ascii: "0")...UInt8(ascii: "9")), (_, UInt8(ascii: "a")...UInt8(ascii: "f")):
        break
      default: return nil
      }
    }
    return self
  }
}
