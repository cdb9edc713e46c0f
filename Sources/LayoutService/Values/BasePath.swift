import ContentHash

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

  init(valid text: String) {
    description = text
    tag = text.isEmpty ? 0 : Digest(of: Array(text.utf8).span).prefix
  }

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

extension Span<UInt8> {
  /// Whether the bytes equal others. O(bytes)
  func equals(_ bytes: Span<UInt8>) -> Bool {
    guard count == bytes.count else { return false }
    for place in indices where self[place] != bytes[place] { return false }
    return true
  }
}
