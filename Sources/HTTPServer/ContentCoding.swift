/// Which content codings a client takes (RFC 9110 section 12.5.3).
public enum ContentCoding {
  /// Whether an `Accept-Encoding` value accepts gzip: named (as `gzip` or `x-gzip`) or meant by `*`, with a
  /// weight above 0. Nil, the absent header, is read as identity only. A malformed member counts as absent.
  public static func acceptsGzip(_ acceptEncoding: String?) -> Bool {
    guard let acceptEncoding else { return false }
    var named: Bool?
    var others = false
    for member in acceptEncoding.utf8.split(separator: UInt8(ascii: ",")) {
      let parts = member.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      guard let coding = parts.first.map({ lowercased(trimmed($0)) }),
        let isAccepted = isWeightPositive(parts.dropFirst())
      else { continue }
      switch coding {
      case "gzip", "x-gzip": named = (named ?? false) || isAccepted
      case "*": others = isAccepted
      default: break
      }
    }
    return named ?? others
  }

  /// Nil when the parameters are anything but one well-formed weight: `q=0` to `q=1`, three decimals.
  private static func isWeightPositive(_ parameters: ArraySlice<Substring.UTF8View>) -> Bool? {
    guard let parameter = parameters.first else { return true }
    let text = lowercased(trimmed(parameter))
    guard parameters.count == 1, text.hasPrefix("q=") else { return nil }
    let weight = text.dropFirst(2).utf8
    guard let whole = weight.first, weight.count <= 5 else { return nil }
    var decimals = weight.dropFirst()
    if let point = decimals.popFirst(), point != UInt8(ascii: ".") { return nil }
    switch whole {
    case UInt8(ascii: "0"):
      guard decimals.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return decimals.contains { $0 != UInt8(ascii: "0") }
    case UInt8(ascii: "1"):
      return decimals.allSatisfy { $0 == UInt8(ascii: "0") } ? true : nil
    default: return nil
    }
  }
}

/// Without the spaces and tabs around it.
func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
  var text = text
  while let first = text.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
  while let last = text.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
  return text
}

/// With ASCII letters in lower case; no other byte changes.
func lowercased(_ text: Substring.UTF8View) -> String {
  String(decoding: text.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
}
