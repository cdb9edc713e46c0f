import ContentHash
import LayoutStore

/// A client's key (docs/rules.md#keys): its name, its rights and the documents that it may see. The key itself is not
/// stored, only its digest. One without a digest is for callers without a key.
public final class APIKey: Sendable {
  /// The rights of a key. A call needs some of them, or none in particular.
  public struct Rights: OptionSet, Sendable {
    public let rawValue: UInt8

    /// Creates rights from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// To read layouts whose ids are known.
    public static let readLayouts = Rights(rawValue: 1)
    /// To post layouts and changes of layouts.
    public static let postLayouts = Rights(rawValue: 2)
    /// To delete layouts.
    public static let deleteLayouts = Rights(rawValue: 4)
    /// To list and read documents, and to follow them.
    public static let readDocuments = Rights(rawValue: 8)
    /// To put, change and delete documents.
    public static let writeDocuments = Rights(rawValue: 16)

    /// The words for single rights in a file of keys.
    static let single: [(word: String, rights: Rights)] = [
      ("read-layouts", .readLayouts), ("post-layouts", .postLayouts),
      ("delete-layouts", .deleteLayouts), ("read-documents", .readDocuments),
      ("write-documents", .writeDocuments),
    ]

    /// The rights that callers without a key may have.
    static let reading: Rights = [.readLayouts, .readDocuments]

    /// All words for rights in a file of keys.
    static let words: [(word: String, rights: Rights)] =
      single + [
        ("read", reading), ("write", Rights(single.map(\.rights))),
      ]

    /// The rights of a list of words with commas between; nil if a word stands for none.
    init?(words text: String) {
      self = []
      for word in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let row = Rights.words.first(where: { $0.word == word }) else { return nil }
        formUnion(row.rights)
      }
    }
  }

  /// The name in logs and records: 1 to 64 letters, digits, `.`, `_` and `-`. While a key is being replaced, two keys
  /// have the same name.
  public let name: String
  /// Its rights, at least one.
  public let rights: Rights
  /// The beginnings of the names of the documents that it may see, by their bytes. None begins with another one. The
  /// empty text is the beginning of all names.
  let prefixes: [String]
  /// The SHA-256 of the key; nil for callers without a key.
  let digest: Digest?

  /// Creates a key. O(prefixes²)
  init(name: String, rights: Rights, prefixes: [String], digest: Digest?) {
    (self.name, self.rights, self.digest) = (name, rights, digest)
    self.prefixes = Set(prefixes).filter { prefix in
      !prefixes.contains { $0 != prefix && prefix.utf8.starts(with: $0.utf8) }
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether it may see a document of this name. O(prefixes)
  func sees(_ name: DocumentName) -> Bool {
    prefixes.contains { name.text.utf8.starts(with: $0.utf8) }
  }

  /// The beginnings of all names that begin with a prefix, may come after a name, and that it may see, by their bytes.
  /// O(prefixes)
  func prefixes(within prefix: String, after name: DocumentName?) -> [String] {
    prefixes.compactMap { own in
      if own.utf8.starts(with: prefix.utf8) { return own }
      return prefix.utf8.starts(with: own.utf8) ? prefix : nil
    }.filter { prefix in
      // All names with a prefix come before each later one without it.
      guard let name = name?.text.utf8 else { return true }
      return !prefix.utf8.lexicographicallyPrecedes(name) || name.starts(with: prefix.utf8)
    }
  }
}
