/// The web origins whose pages may call the service from a browser (CORS, docs/rules.md#cors).
public struct AllowedOrigins: Sendable, Equatable {
  /// The greatest number of origins.
  public static let countMax = 64
  /// No origins.
  public static let none = AllowedOrigins(origins: [])

  /// As browsers send them.
  public let origins: [String]

  private init(origins: [String]) {
    self.origins = origins
  }

  /// Parses origins separated by commas, each as browsers send it: `https://app.example` or `http://127.0.0.1:3000`, in
  /// lower case, without a path, and without the scheme's default port. Nil if one of them could never match, if one is
  /// repeated, or if there are too many.
  public init?(_ text: String) {
    let origins = text.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0).trimmingSpaces
    }
    guard origins.count <= Self.countMax, Set(origins).count == origins.count,
      origins.allSatisfy(Self.isSerialized)
    else { return nil }
    self.init(origins: origins)
  }

  /// Whether there are no origins.
  var isEmpty: Bool { origins.isEmpty }

  /// Whether pages of this origin may call. O(origins)
  func contains(_ origin: String?) -> Bool {
    guard let origin else { return false }
    // Compared by bytes, because texts that are not origins may be expensive to compare.
    return origins.contains { $0.utf8.elementsEqual(origin.utf8) }
  }

  private static func isSerialized(_ origin: String) -> Bool {
    for (scheme, ownPort) in [("https://", 443), ("http://", 80)] where origin.hasPrefix(scheme) {
      let authority = origin.dropFirst(scheme.count)
      if let bracket = authority.lastIndex(of: "]") {
        let address = authority[...bracket]
        let isAddress = address.dropFirst().dropLast().utf8.allSatisfy {
          isHexadecimal($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
        }
        return address.hasPrefix("[") && address.count > 2 && isAddress
          && isPort(authority[authority.index(after: bracket)...], otherThan: ownPort)
      }
      let host = authority.prefix { $0 != ":" }
      return !host.isEmpty && host.utf8.allSatisfy(isHostCharacter)
        && isPort(authority.dropFirst(host.count), otherThan: ownPort)
    }
    return false
  }

  /// Whether a text is empty, or a colon and a port that browsers do not omit.
  private static func isPort(_ text: Substring, otherThan ownPort: Int) -> Bool {
    guard !text.isEmpty else { return true }
    let digits = text.dropFirst()
    guard text.first == ":", digits.first != "0",
      digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let port = Int(digits)
    else { return false }
    return port <= 65_535 && port != ownPort
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...102).contains(byte)
  }

  private static func isHostCharacter(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...122).contains(byte) || "-._".utf8.contains(byte)
  }
}

extension AllowedOrigins: CustomStringConvertible {
  /// The text that ``init(_:)`` parses to the same origins.
  public var description: String { origins.joined(separator: ",") }
}

extension String {
  fileprivate var trimmingSpaces: String {
    let head = drop { $0 == " " }
    return String(head.prefix(head.count - head.reversed().prefix { $0 == " " }.count))
  }
}
