import CResources

/// A file that is built into the program, as it was then.
public struct Resource: Sendable {
  /// The path on the server.
  public let path: String
  public let mediaType: String
  public let bytes: [UInt8]
  /// The script that makes the file and had not run before the build; nil where the file is there.
  public let missing: String?
  /// The same bytes in brotli: the file whose path has `.br` behind this one's; nil where there is none.
  public private(set) var brotli: [UInt8]?

  /// All of them, also those that are missing. What is in brotli is part of the others.
  public static let all: [Resource] = {
    var byteCount = 0
    let start = unsafe resources(&byteCount)
    return unsafe list(in: UnsafeRawBufferPointer(start: start, count: byteCount))
  }()

  /// Reads a list in the form that `resources` of CResources has. O(bytes)
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
  /// The commit that it was built from; nil where nobody said so.
  public static let commit: String? = {
    let commit = unsafe String(cString: resources_commit())
    return commit.isEmpty ? nil : commit
  }()
}
