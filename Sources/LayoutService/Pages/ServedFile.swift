import ContentHash
import LayoutWire
import Resources

/// A file that is returned unchanged: the description of the calls, and the pages (docs/rules.md#get-the-description).
struct ServedFile: Sendable {
  /// A class, because every request contains a `ServedFile`.
  private final class Document: Sendable {
    let file: Resource
    /// Includes the brotli form, which may differ for the same bytes.
    let tag: UInt64

    init(_ file: Resource) {
      self.file = file
      tag = Digest(of: (file.bytes + (file.brotli ?? [])).span).prefix
    }
  }

  private static let embedded = Resource.all.map { Document($0) }

  private let document: Document

  /// The paths of all files in the program.
  static var paths: [String] { embedded.map(\.file.path) }

  /// The page at `/`.
  static let firstPage = ServedFile(path: "/".utf8.span, nil)

  /// The file with a path, as in the request; nil if there is none. O(number of files)
  init?(path: Span<UInt8>, _ made: MadeFiles?) {
    if let file = made?.file(at: path) {
      document = Document(file)
      return
    }
    for document in ServedFile.embedded where path.equals(document.file.path.utf8.span) {
      self.document = document
      return
    }
    return nil
  }

  /// Its path, as in requests.
  var path: String { document.file.path }

  /// The problem if the file is missing, because a script makes it and has not run; else nil.
  var problem: Problem? { ServedFile.problem(of: document.file) }

  static func problem(of file: Resource) -> Problem? {
    file.missing.map { script in
      // That one reads them from the repository.
      let end = file.path.hasPrefix("/client/") ? ", unless script/server has started it." : "."
      return Problem(
        .notFound,
        detail:
          "This program was built without \(file.path): run \(script) and build it again\(end)")
    }
  }

  /// Whether it is a file of the client for web pages, which pages of every origin may import.
  var isOfClient: Bool { document.file.path.hasPrefix("/client/") }

  /// Whether its name depends on its contents, so that a path never has other contents. True for the two files of the
  /// module, and for those that the bundles import.
  var isNamedByContent: Bool { isOfClient && document.file.path.contains("-") }

  /// A number computed from its bytes, for its entity tags.
  var tag: UInt64 { document.tag }

  /// Its brotli form; nil for most files.
  var brotli: [UInt8]? { document.file.brotli }

  /// Its media type.
  var mediaType: String { document.file.mediaType }

  /// Its bytes. A description of the calls names the base path as its server.
  func bytes(below base: BasePath) -> [UInt8] {
    let file = document.file
    return file.path.hasPrefix("/openapi.")
      ? ServedFile.description(file.bytes, below: base) : file.bytes
  }

  /// The server that the descriptions name.
  private static let describedServer = Array("http://127.0.0.1:8080".utf8)

  private static func description(_ bytes: [UInt8], below base: BasePath) -> [UInt8] {
    guard base != .none, let place = bytes.firstRange(of: describedServer) else { return bytes }
    return bytes[..<place.lowerBound] + Array(base.description.utf8) + bytes[place.upperBound...]
  }
}

/// Files that scripts make while the program runs: the WebAssembly module and the bundles of the client. They take the
/// place of those in the program.
public struct MadeFiles: Sendable {
  /// Reads a file of the folder `clients/typescript` by its path there; nil if it is not there. Network threads call it.
  private let read: @Sendable (_ path: String) -> [UInt8]?

  public init(read: @escaping @Sendable (_ path: String) -> [UInt8]?) { self.read = read }

  /// The file at a path of the server; nil if there is none.
  func file(at path: Span<UInt8>) -> Resource? {
    guard path.count < 100 else { return nil }
    let path = String(decoding: path.indices.map { path[$0] }, as: UTF8.self)
    guard let file = MadeFiles.place(of: path), let bytes = read(file) else { return nil }
    let isModule = path.hasSuffix(".wasm")
    return Resource(
      path: path, mediaType: isModule ? "application/wasm" : "text/javascript; charset=utf-8",
      bytes: bytes, brotli: isModule ? read(file + ".br") : nil)
  }

  /// The path in the folder; nil for paths that are of no such file.
  private static func place(of path: String) -> String? {
    guard path.hasPrefix("/client/") else { return nil }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2)
    let isPlain = parts.allSatisfy { part in
      part.first != "."
        && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    }
    guard isPlain, let name = parts.last else { return nil }
    switch parts.count {
    case 1 where name == "layout.wasm": return "layout.wasm"
    case 1 where name.hasSuffix(".js"): return "bundles/\(name)"
    case 2 where parts.first == "module" && (name.hasSuffix(".js") || name.hasSuffix(".wasm")):
      return "module/\(name)"
    default: return nil
    }
  }
}
