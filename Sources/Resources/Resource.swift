import CResources

/// A file embedded in the program at build time.
public struct Resource: Sendable {
  /// The path on the server.
  public let path: String
  public let mediaType: String
  public let bytes: [UInt8]
  /// The script that makes the file, if it had not run before the build; nil if the file exists.
  public let missing: String?
  /// The brotli form of the bytes: the file with the same path and `.br`; nil if there is none.
  public private(set) var brotli: [UInt8]?

  public init(
    path: String, mediaType: String, bytes: [UInt8], brotli: [UInt8]? = nil, missing: String? = nil
  ) {
    (self.path, self.mediaType, self.bytes) = (path, mediaType, bytes)
    (self.brotli, self.missing) = (brotli, missing)
  }

  /// All files, including missing ones. Brotli forms are parts of the others.
  public static let all: [Resource] = {
    var byteCount = 0
    let start = unsafe resources(&byteCount)
    return unsafe list(in: UnsafeRawBufferPointer(start: start, count: byteCount))
  }()

  /// Parses a list in the format of `resources` in CResources. O(bytes)
  static func list(in list: UnsafeRawBufferPointer) -> [Resource] {
    var rest = unsafe list[...]
    func text() -> String {
      let bytes = unsafe rest.prefix { $0 != 0 }
      unsafe rest = rest.dropFirst(bytes.count + 1)
      return unsafe String(decoding: bytes, as: UTF8.self)
    }
    var all: [Resource] = []
    while unsafe !rest.isEmpty {
      let (path, mediaType) = (text(), text())
      let count = unsafe Int(UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: UInt64.self))
      unsafe rest = rest.dropFirst(MemoryLayout<UInt64>.size)
      let bytes = unsafe Array(rest.prefix(count))
      unsafe rest = rest.dropFirst(count)
      let missing = mediaType.isEmpty ? String(decoding: bytes, as: UTF8.self) : nil
      all.append(
        Resource(
          path: path, mediaType: mediaType, bytes: missing == nil ? bytes : [], missing: missing))
    }
    let isCoded = { (file: Resource) in file.path.hasSuffix(".br") }
    let coded = all.filter(isCoded)
    all.removeAll(where: isCoded)
    for file in coded {
      if let place = all.firstIndex(where: { $0.path == file.path.dropLast(3) }) {
        all[place].brotli = file.bytes
      }
    }
    return all
  }
}

/// The facts about the build.
public enum Build {
  /// The commit from which it was built; nil if it was not set.
  public static let commit: String? = {
    let commit = unsafe String(cString: resources_commit())
    return commit.isEmpty ? nil : commit
  }()
}
