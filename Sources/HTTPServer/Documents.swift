import CHTTPServer

/// A file that is built into the program, as it was then.
public struct BuiltInDocument: Sendable {
  /// Where it is served.
  public let path: String
  public let mediaType: String
  public let bytes: [UInt8]

  /// All of them.
  public static let all: [BuiltInDocument] = {
    var count = 0
    let start = unsafe http_documents(&count)
    return unsafe UnsafeBufferPointer(start: start, count: count).map { file in
      let bytes = unsafe Array(UnsafeBufferPointer(start: file.body, count: file.bytes))
      return unsafe BuiltInDocument(
        path: String(cString: file.path), mediaType: String(cString: file.media_type), bytes: bytes)
    }
  }()
}

/// What the program was told of itself when it was built.
public enum Build {
  /// The commit that it was built from; nil where nobody said so.
  public static let commit: String? = {
    let commit = unsafe String(cString: http_build_commit())
    return commit.isEmpty ? nil : commit
  }()
}
