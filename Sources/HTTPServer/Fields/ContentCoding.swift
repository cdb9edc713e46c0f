/// A content coding of a body (RFC 9110 section 8.4.1).
public enum ContentCoding: Sendable {
  case identity
  case gzip
  case brotli

  /// The coding of a body with this `Content-Encoding`, `gzip`, `x-gzip` or `identity`; nil for other values. O(bytes)
  public init?(contentEncoding: Span<UInt8>) {
    let name = contentEncoding.extracting(contentEncoding.trimmedRange)
    if name.isGzip {
      self = .gzip
    } else if name.equals(caseless: "identity") {
      self = .identity
    } else {
      return nil
    }
  }
}

/// The content codings that a client accepts, with their weights: the meaning of `Accept-Encoding` (RFC 9110 section
/// 12.5.3, docs/rules.md#content-coding).
public struct AcceptedCodings: Sendable {
  /// The weights of the members, in thousandths; nil for a coding that is not listed.
  private var gzip: Int?
  private var brotli: Int?
  private var identity: Int?
  /// The weight of `*`.
  private var others: Int?

  /// The value for a request without `Accept-Encoding`: bodies are not coded.
  public init() {}

  /// Parses a value of `Accept-Encoding`. Malformed members are ignored. O(bytes)
  public init(_ acceptEncoding: Span<UInt8>) {
    var start = 0
    while start < acceptEncoding.count {
      let end = acceptEncoding.firstIndex(of: UInt8(ascii: ","), from: start)
      let member = acceptEncoding.extracting(start..<end)
      start = end + 1
      let mark = member.firstIndex(of: UInt8(ascii: ";"))
      guard let weight = AcceptedCodings.weight(member.extracting(mark...)) else { continue }
      let coding = member.extracting(member.extracting(..<mark).trimmedRange)
      if coding.isGzip {
        gzip = max(gzip ?? 0, weight)
      } else if coding.equals(caseless: "br") {
        brotli = max(brotli ?? 0, weight)
      } else if coding.equals(caseless: "identity") {
        identity = max(identity ?? 0, weight)
      } else if coding.equals(caseless: "*") {
        others = weight
      }
    }
  }

  /// Whether a body may be sent in a coding. `identity` is always accepted.
  public func accepts(_ coding: ContentCoding) -> Bool {
    switch coding {
    case .identity: true
    case .gzip: gzip ?? others ?? 0 > 0
    case .brotli: brotli ?? others ?? 0 > 0
    }
  }

  /// The available coding with the greatest weight. Of equal weights, brotli comes before gzip. Returns `identity` if
  /// it is listed with a greater weight than both, or if neither is accepted.
  public func best(hasBrotli: Bool) -> ContentCoding {
    let gzip = gzip ?? others ?? 0
    let brotli = hasBrotli ? brotli ?? others ?? 0 : 0
    let greatest = max(gzip, brotli)
    if greatest == 0 || identity ?? 0 > greatest { return .identity }
    return brotli == greatest ? .brotli : .gzip
  }

  /// The weight in thousandths. Nil unless the parameters, each after a semicolon, are empty or one well-formed weight:
  /// `q=0` to `q=1` with up to three decimals.
  private static func weight(_ parameters: Span<UInt8>) -> Int? {
    guard parameters.count > 0 else { return 1000 }
    let parameter = parameters.extracting(1...)
    let text = parameter.extracting(parameter.trimmedRange)
    guard (3...7).contains(text.count), text.extracting(..<2).equals(caseless: "q="),
      text.count == 3 || text[3] == UInt8(ascii: ".")
    else { return nil }
    var decimals = 0
    var unit = 100
    for place in min(4, text.count)..<text.count {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[place]) else { return nil }
      decimals += Int(text[place] - UInt8(ascii: "0")) * unit
      unit /= 10
    }
    switch text[2] {
    case UInt8(ascii: "0"): return decimals
    case UInt8(ascii: "1"): return decimals > 0 ? nil : 1000
    default: return nil
    }
  }
}

extension Span<UInt8> {
  /// Whether this is a name of the coding gzip (RFC 9110 section 8.4.1.3).
  fileprivate var isGzip: Bool { equals(caseless: "gzip") || equals(caseless: "x-gzip") }
}
