/// The media type of a body (RFC 9110 section 8.3.1).
public enum MediaType {
  /// Whether a `Content-Type` value is `application/json`, alone or with `charset=utf-8`, in any case. Nil,
  /// the absent header, is not.
  public static func isJSON(_ contentType: String?) -> Bool {
    guard let contentType else { return false }
    let parts = contentType.utf8.split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard let type = parts.first, lowercased(trimmed(type)) == "application/json" else {
      return false
    }
    // An empty parameter is allowed: `application/json;`.
    let parameters = parts.dropFirst().map { lowercased(trimmed($0)) }.filter { !$0.isEmpty }
    return parameters.isEmpty
      || parameters == ["charset=utf-8"] || parameters == ["charset=\"utf-8\""]
  }
}
