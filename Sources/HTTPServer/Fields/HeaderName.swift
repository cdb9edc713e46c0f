/// The request headers that can be read, in the order of the C enumeration (docs/rules.md#heads).
///
/// A request with one of these names, but with an underscore in place of a hyphen, is refused. So every header that is
/// read must be listed here.
public enum HeaderName: UInt8, Sendable, CaseIterable {
  case acceptEncoding, accessControlRequestMethod, authorization, connection, contentEncoding
  case contentLength, contentType, cookie, expect, host, ifMatch, ifNoneMatch, lastEventID, origin
  case traceParent, transferEncoding, xAPIKey, xRequestID
}
