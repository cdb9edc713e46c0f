/// The methods that HTTP defines (RFC 9110 section 9, RFC 5789, and QUERY; docs/rules.md#methods), in the order of the
/// C enumeration.
public enum Method: UInt8, Sendable, CaseIterable {
  case get, head, post, put, delete, patch, options, trace, query

  /// The name in a request.
  public var name: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .put: "PUT"
    case .delete: "DELETE"
    case .patch: "PATCH"
    case .options: "OPTIONS"
    case .trace: "TRACE"
    case .query: "QUERY"
    }
  }
}
