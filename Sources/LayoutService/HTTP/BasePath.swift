import LayoutNaming

/// The path under which a proxy makes the service reachable, such as `/layouts`; empty by default
/// (docs/rules.md#base-path).
///
/// The service answers requests below it, and writes it in front of every path in an answer. It answers the same paths
/// without it, because a proxy may remove it from requests.
public struct BasePath: Sendable, Equatable, CustomStringConvertible {
  /// The path without a slash at its end.
  public let description: String
  /// A number computed from the path, for entity tags; 0 for the empty base path.
  let tag: UInt64

  /// The empty base path.
  public static let none = BasePath(valid: "")

  /// The greatest length, in bytes.
  public static let byteCountMax = 128

  private init(valid text: String) {
    description = text
    tag = text.isEmpty ? 0 : Digest(of: Array(text.utf8).span).prefix
  }

  /// Parses a path such as `/layouts`, with or without a slash at its end; `/` is the empty base path. Returns nil if
  /// it is too long, if a segment is empty, `.`, `..` or has other characters than ASCII letters, digits, `-`, `.`,
  /// `_` and `~`, or if a path of the service begins like it.
  public init?(_ text: String) {
    var segments = text.split(separator: "/", omittingEmptySubsequences: false)
    if segments.last == "" { segments.removeLast() }
    guard segments.first == "", text.utf8.count <= BasePath.byteCountMax else { return nil }
    let isValid = segments.dropFirst().allSatisfy { segment in
      !["", ".", ".."].contains(segment) && segment.utf8.allSatisfy(BasePath.isPlain)
    }
    guard isValid, segments.count == 1 || !BasePath.ownBeginnings.contains(segments[1]) else {
      return nil
    }
    self.init(valid: segments.joined(separator: "/"))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// The first segments of the service's own paths.
  private static let ownBeginnings = Set(
    (Call.all.map(\.path) + ServedFile.paths).map { path in
      path.split(separator: "/").first ?? ""
    })

  /// The number of bytes by which a path is longer than the service's own path: those of the base path if the path is
  /// it or lies below it, else 0. O(bytes)
  func byteCount(in path: Span<UInt8>) -> Int {
    let base = description.utf8
    guard !base.isEmpty, path.count >= base.count else { return 0 }
    var place = 0
    for byte in base {
      guard path[place] == byte else { return 0 }
      place += 1
    }
    return path.count == place || path[place] == UInt8(ascii: "/") ? place : 0
  }
}
