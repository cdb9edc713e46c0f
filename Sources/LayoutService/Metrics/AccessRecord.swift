public import HTTPServer

/// A path of the service, by which requests are counted.
public struct Route: Hashable, Sendable {
  /// The number of the first call with that path.
  public let number: Int
}

/// The record of a request for the access log. Copying it does not allocate.
///
/// It contains no bodies, keys or query strings, and only the first digits of a layout's id.
public struct AccessRecord: Sendable {
  /// The client's id if it is well-formed, else a generated one.
  public var requestID: ShortText
  /// The client's W3C trace context; nil if there is none or it is malformed.
  public var traceParent: ShortText?
  /// The name of the API key; nil without one.
  public var keyName: String?
  /// Nil if the head could not be read.
  public var method: String?
  public var route: Route
  /// The first digits of the layout's id if the path contains one.
  public var layout: ShortText?
  public var status: Int
  /// The length of the body: as received or, if it was refused unread, according to the head.
  public var bytesIn: Int
  /// The bytes of the answer's body as they were sent.
  public var bytesOut: Int
  /// The time from the complete head to the answer; nil if the head could not be read.
  public var duration: Duration?
  /// The durations of the stages.
  public var timing: Timing
  /// The number of times that the body was read; more than one if the request was moved to another thread meanwhile.
  public var bodyReads = 0
  /// Whether the layout was cached; nil if none was needed.
  public var wasPrepared: Bool?
  /// The name of the setting that refused the request or cut its answer; nil if there was none.
  public var limit: String?
  /// Why the input was refused; nil if it was not.
  public var input: RefusedInput?

  /// Creates a record of a request, with only these values known.
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
  /// The text if it is a `traceparent` of the 55 characters with which every version begins,
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
