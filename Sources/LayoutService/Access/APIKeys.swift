import ContentHash
import HTTPServer
import LayoutCore
import LayoutStore

/// The keys listed in a file, at least one.
///
/// Each line has one key, as `DIGEST NAME RIGHTS PREFIX…` separated by spaces or tabs: the key's SHA-256 as 64
/// hexadecimal digits, its name, its rights with commas between, and the beginnings of the names of the documents that it
/// may see, each with `*` behind it; without any it may see all. One line may have `-` in place of the digest: it is for
/// callers without a key, and its rights are to read. Empty lines and lines that begin with `#` are skipped.
public struct APIKeys: Sendable {
  /// The greatest number of keys in a file.
  public static let countMax = 256
  /// The greatest number of lines with the same name: for an old key and the one that replaces it.
  private static let linesPerNameMax = 2
  /// The greatest number of prefixes in a line.
  static let prefixesMax = 64

  /// Each with a digest.
  private let keys: [(digest: Digest, key: APIKey)]
  /// What callers without a key may do; nil if all need one.
  let withoutKey: APIKey?
  /// The number of lines with keys: 1 to ``countMax``.
  public let count: Int

  /// Parses a file. Throws for the first wrong line. O(bytes + keys²)
  public init(file: [UInt8]) throws(APIKeysError) {
    var entries: [Entry] = []
    let lines = file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in zip(1..., lines) where line.first != UInt8(ascii: "#") {
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let words = text.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if words.isEmpty { continue }
      do throws(Reason) {
        let key = try APIKey(words: words)
        try Self.check(key, beside: entries)
        entries.append(Entry(line: number, key: key))
      } catch {
        throw APIKeysError(line: number, reason: error.text)
      }
    }
    guard !entries.isEmpty else {
      throw APIKeysError(
        line: nil,
        reason:
          "there is no key in the file, so nobody could call; to let everybody call, set no file")
    }
    keys = entries.compactMap { entry in entry.key.digest.map { ($0, entry.key) } }
    withoutKey = entries.first { $0.key.digest == nil }?.key
    count = entries.count
  }

  /// The key in an `Authorization` value of the form `Bearer KEY`; nil if it is wrong, and for other values. Without a
  /// value, that of callers without a key.
  ///
  /// The time does not depend on the listed digests: each is compared in full, and the equal one is selected without a
  /// branch. O(bytes of the value + keys)
  public func key(authorization: String?) -> APIKey? {
    guard let authorization else { return withoutKey }
    guard let token = BearerToken.read(authorization: authorization) else { return nil }
    return key(digest: Digest(of: token))
  }

  /// The key with a digest; nil if it is not listed. O(keys)
  func key(digest: Digest) -> APIKey? {
    // All digests differ, so at most one number is not masked out. 0 means none.
    var number: UInt64 = 0
    for index in keys.indices {
      number |= digest.equalityMask(keys[index].digest) & UInt64(index + 1)
    }
    return number == 0 ? nil : keys[Int(number) - 1].key
  }

  private static func check(_ key: APIKey, beside entries: [Entry]) throws(Reason) {
    guard entries.count < countMax else {
      throw Reason("there are more than \(countMax) keys")
    }
    if let twin = entries.first(where: { $0.key.digest == key.digest }) {
      throw Reason(
        key.digest == nil
          ? "callers without a key have line \(twin.line)"
          : "the digest is that of line \(twin.line)")
    }
    let namesakes = entries.filter { $0.key.name == key.name }
    guard namesakes.count < linesPerNameMax else {
      let lines = namesakes.map { String($0.line) }.joined(separator: " and ")
      throw Reason("the name already stands on lines \(lines)")
    }
    if let namesake = namesakes.first,
      namesake.key.rights != key.rights || namesake.key.prefixes != key.prefixes
    {
      throw Reason("the name has other rights or prefixes on line \(namesake.line)")
    }
  }

  /// A key and its line.
  private struct Entry {
    let line: Int
    let key: APIKey
  }
}

/// Why a file cannot be used. Repeats no contents of the file, because these may include a key by mistake.
public struct APIKeysError: Error, Equatable, CustomStringConvertible {
  /// The wrong line, starting at 1; nil if the whole file is wrong.
  public let line: Int?
  /// The mistake.
  public let reason: String

  public var description: String { line.map { "line \($0): \(reason)" } ?? reason }
}

/// The mistake in a line.
private struct Reason: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

extension APIKey {
  /// Parses the words of a line.
  fileprivate convenience init(words: [ArraySlice<UInt8>]) throws(Reason) {
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    let digest = Digest(hexadecimal: texts[0].lowercased())
    guard digest != nil || texts[0] == "-" else {
      throw Reason("the first word is not the SHA-256 of a key (64 hexadecimal digits)")
    }
    guard words.count >= 3 else {
      throw Reason(
        "there are \(words.count) words, not three or more: the SHA-256 of a key, a name, rights, prefixes"
      )
    }
    guard (1...64).contains(words[1].count), words[1].allSatisfy(Self.isNameCharacter) else {
      throw Reason("the second word is not a name (1 to 64 letters, digits, '.', '_' and '-')")
    }
    guard let rights = Rights(words: texts[2]) else {
      let known = Rights.words.map(\.word).joined(separator: ", ")
      throw Reason("the third word is not a list of rights with commas between: \(known)")
    }
    guard digest != nil || rights.isSubset(of: .reading) else {
      throw Reason("callers without a key may only read: read, read-layouts, read-documents")
    }
    guard texts.count - 3 <= APIKeys.prefixesMax else {
      throw Reason("there are more than \(APIKeys.prefixesMax) prefixes")
    }
    var prefixes: [String] = []
    for text in texts[3...] {
      let prefix = String(text.dropLast())
      guard text.last == "*", prefix.isEmpty || DocumentName(prefix) != nil else {
        throw Reason(
          "word \(prefixes.count + 4) is not the beginning of names of documents with * behind it")
      }
      prefixes.append(prefix)
    }
    self.init(
      name: texts[1], rights: rights, prefixes: prefixes.isEmpty ? [""] : prefixes, digest: digest)
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension Digest {
  /// All bits set if both are equal, else 0. Reads all bits of both without a branch. Use it for digests of secrets,
  /// because `==` stops at the first difference.
  func equalityMask(_ other: Digest) -> UInt64 {
    let difference =
      (words[0] ^ other.words[0]) | (words[1] ^ other.words[1])
      | (words[2] ^ other.words[2]) | (words[3] ^ other.words[3])
    // The highest bit of `x | -x` is set for every x except 0.
    return ((difference | (0 &- difference)) >> 63) &- 1
  }
}
