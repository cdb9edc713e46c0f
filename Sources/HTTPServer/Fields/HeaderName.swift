/// The headers of requests that are read, in the order of the C side's numbers (docs/rules.md#heads).
///
/// A request whose head has one of these names with an underscore in place of a hyphen is refused, so a header that is to
/// be read has to stand here.
public enum HeaderName: UInt8, Sendable, CaseIterable {
  case acceptEncoding, accessControlRequestMethod, authorization, connection, contentEncoding
  case contentLength, contentType, cookie, expect, host, ifMatch, ifNoneMatch, lastEventID, origin
  case traceParent, transferEncoding, xAPIKey, xRequestID
}
