import ContentHash
import LayoutStore
import LayoutWire
import Testing

@testable import LayoutService

@Suite("API keys")
struct APIKeysTests {
  /// Keys with their digests by `sha256sum`.
  private static let digests = [
    "alpha": "8ed3f6ad685b959ead7022518e1af76cd816f8e8ec7ccdda1ed4018e8f2223f8",
    "bravo": "f144a6907dc4284d1f9fe6a7d9b9ff53c02c1d07ba68f24d413d7ff7f757a782",
    "charlie": "b9dd960c1753459a78115d3cb845a57d924b6877e805b08bd01086ccdf34433c",
    "QWxhZGRpbjpvcGVuIHNlc2FtZQ==":
      "cf4d418ed3de92d71f767db5391d5a2dacd40e1ce49e75d1137e2ecf4982d844",
  ]
  private static let alpha = digests["alpha"]!
  private static let bravo = digests["bravo"]!
  private static let charlie = digests["charlie"]!

  private func keys(_ file: String) throws -> APIKeys { try APIKeys(file: Array(file.utf8)) }

  /// The error of a bad file.
  private func complaint(_ file: String) -> String? {
    #expect(throws: APIKeysError.self) { try keys(file) }?.description
  }

  /// A digest that is no other number's.
  private func digest(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 64 - digits.count) + digits
  }

  // MARK: The file

  @Test(
    "A file lists keys between comments, empty lines, spaces, tabs and ends of lines of either kind"
  )
  func file() throws {
    let keys = try keys(
      "# keys\r\n\r\n\(Self.alpha) reader read\r\n \t \n#\n\(Self.bravo.uppercased())\t \twriter  write \n"
        + "\t\(Self.charlie) A-z_0.9 read")
    #expect(keys.count == 3)
    let reader = try #require(keys.key(authorization: "Bearer alpha"))
    #expect(reader.name == "reader" && reader.rights == [.readLayouts, .readDocuments])
    let writer = try #require(keys.key(authorization: "Bearer bravo"))
    #expect(writer.name == "writer" && writer.rights == everything)
    #expect(reader.prefixes == [""] && writer.prefixes == [""])
    #expect(keys.key(authorization: "Bearer charlie")?.name == "A-z_0.9")
  }

  @Test("A line without a digest is for callers without a key, and lets them read alone")
  func withoutKey() throws {
    let keys = try keys("- pages read-layouts,read-documents news.*\n\(Self.alpha) a write")
    #expect(keys.count == 2)
    let key = try #require(keys.key(authorization: nil))
    #expect(key.name == "pages" && key.rights == .reading && key.prefixes == ["news."])
    for value in ["", "Bearer", "Bearer bravo", "Basic -", "-"] {
      #expect(keys.key(authorization: value) == nil, "\(value)")
    }
    #expect(keys.key(authorization: "Bearer alpha")?.rights == everything)
    #expect(try self.keys("\(Self.alpha) a write").key(authorization: nil) == nil)
    for rights in ["write", "post-layouts", "read,delete-layouts", "write-documents"] {
      #expect(
        complaint("- pages \(rights)")
          == "line 1: callers without a key may only read: read, read-layouts, read-documents")
    }
    #expect(
      complaint("- pages read\n\(Self.alpha) a write\n- other read")
        == "line 3: callers without a key have line 1")
  }

  @Test("Comments may hold any bytes")
  func comments() throws {
    let line = Array("\n\(Self.alpha) a read".utf8)
    #expect(try APIKeys(file: Array("# ".utf8) + [0, 0xff, 0xfe] + line).count == 1)
  }

  @Test(
    "A line that does not begin with a digest says so and repeats nothing",
    arguments: [
      "SECRET", "SECRET name read", String(alpha.dropLast()), alpha + "0",
      String(alpha.dropLast()) + "g", String(alpha.dropLast()) + "\u{ff10}", "name \(alpha) read",
      " # comment", "\u{feff}\(alpha) a read", "\(alpha),a,read",
    ])
  func badDigest(line: String) {
    #expect(
      complaint("#\n\n\(line)\n")
        == "line 3: the first word is not the SHA-256 of a key (64 hexadecimal digits)")
  }

  @Test("Every line of the file has three words or more", arguments: [1, 2])
  func wordCount(count: Int) {
    let words = [Self.alpha, "a"].prefix(count).joined(separator: " ")
    #expect(
      complaint(words)
        == "line 1: there are \(count) words, not three or more: the SHA-256 of a key, a name, rights, prefixes"
    )
  }

  @Test(
    "A name has 1 to 64 letters, digits, points, underscores and hyphens",
    arguments: ["ä", "a/b", "a\"b", "a\u{0}", "a,b", "\u{7f}", String(repeating: "S", count: 65)])
  func badName(name: String) throws {
    #expect(
      complaint("\(Self.alpha) \(name) read")
        == "line 1: the second word is not a name (1 to 64 letters, digits, '.', '_' and '-')")
    let longest = String(repeating: "n", count: 64)
    #expect(
      try keys("\(Self.alpha) \(longest) read").key(authorization: "Bearer alpha")?.name == longest)
  }

  @Test(
    "Rights are words of the table with commas between, nothing else",
    arguments: [
      "Read", "WRITE", "rw", "reads", "wri\rte", ",", "read,", ",read", "read,,write", "layouts",
      "read-layouts;post-layouts",
    ])
  func badRights(rights: String) {
    #expect(
      complaint("\(Self.bravo) b read\n\(Self.alpha) a \(rights)")
        == """
        line 2: the third word is not a list of rights with commas between: read-layouts, post-layouts, \
        delete-layouts, read-documents, write-documents, read, write
        """)
  }

  @Test("Every list of rights gives those of its words")
  func rights() throws {
    let words = APIKey.Rights.words
    for mask in 1..<1 << words.count {
      let some = words.indices.filter { mask >> $0 & 1 == 1 }.map { words[$0] }
      let list = some.map(\.word).joined(separator: ",")
      let rights = try keys("\(Self.alpha) a \(list)").key(authorization: "Bearer alpha")?.rights
      #expect(rights == some.reduce(into: []) { $0.formUnion($1.rights) }, "\(list)")
    }
  }

  private let everything: APIKey.Rights = [
    .readLayouts, .postLayouts, .deleteLayouts, .readDocuments, .writeDocuments,
  ]

  @Test("Prefixes are beginnings of names with * behind them; those within others are left out")
  func prefixes() throws {
    func prefixes(_ words: String) throws -> [String]? {
      try keys("\(Self.alpha) a read \(words)").key(authorization: "Bearer alpha")?.prefixes
    }
    #expect(try prefixes("b* a* \t c.d-* B*") == ["B", "a", "b", "c.d-"])
    #expect(try prefixes("ab* a* a* abc* b*") == ["a", "b"])
    #expect(try prefixes("a* *") == [""])
    let longest = String(repeating: "n", count: 128)
    #expect(try prefixes("\(longest)*") == [longest])
    for (place, word) in ["a", "write", "a**", ".a*", "~*", "ä*", "\(longest)n*", "a*,b*"]
      .enumerated()
    {
      let before = String(repeating: "x* ", count: place)
      #expect(
        complaint("\(Self.alpha) a read \(before)\(word) y*")
          == "line 1: word \(place + 4) is not the beginning of names of documents with * behind it"
      )
    }
    let most = (0..<64).map { "p\($0).*" }.joined(separator: " ")
    #expect(try prefixes(most)?.count == 64)
    #expect(
      complaint("\(Self.alpha) a read \(most) q*") == "line 1: there are more than 64 prefixes")
  }

  @Test("A key sees names that begin with one of its prefixes, within a prefix of a list as well")
  func seeing() throws {
    let names = ["a", "ab", "abc", "b", "ba", "aB", "c"]
    let beginnings = [""] + names + ["abcd", "d"]
    for one in beginnings {
      for other in beginnings {
        let key = APIKey(
          name: "n", rights: .readDocuments, prefixes: [one, other],
          digest: Digest(of: Array("".utf8).span))
        let seen = names.filter { $0.hasPrefix(one) || $0.hasPrefix(other) }
        #expect(names.filter { DocumentName($0).map(key.sees) == true } == seen)
        for prefix in beginnings {
          for after in [nil] + names.map(DocumentName.init) {
            let within = key.prefixes(within: prefix, after: after)
            #expect(within == within.sorted())
            let listed = seen.filter { $0.hasPrefix(prefix) && after?.text ?? "" < $0 }
            #expect(
              listed.allSatisfy { name in within.count { name.hasPrefix($0) } == 1 }
                && within.allSatisfy { $0.hasPrefix(prefix) && after?.text ?? "" < $0 + "\u{7f}" },
              "\(one) \(other) \(prefix) \(after?.text ?? "")")
          }
        }
      }
    }
  }

  @Test("A problem names each right that is missing, and no other")
  func missingRights() {
    #expect(
      Problem.lacksRights(.deleteLayouts).detail == "Send an API key that may delete layouts.")
    #expect(
      Problem.lacksRights([.writeDocuments, .readLayouts]).detail
        == "Send an API key that may read layouts and write documents.")
    #expect(APIKey.Rights(words: "write") == everything)
  }

  @Test("A digest stands on one line, in either case of its letters")
  func repeatedDigest() {
    #expect(
      complaint("\(Self.alpha) a read\n\n\(Self.alpha.uppercased()) b read")
        == "line 3: the digest is that of line 1")
  }

  @Test("A name has at most two lines, with equal rights; both keys are in force")
  func rotation() throws {
    let both = "\(Self.alpha) a write\n\(Self.bravo) a write\n"
    let keys = try keys(both)
    #expect(keys.key(authorization: "Bearer alpha")?.name == "a")
    #expect(keys.key(authorization: "Bearer bravo")?.name == "a")
    #expect(
      complaint("#\n\(both)\(Self.charlie) a write")
        == "line 4: the name already stands on lines 2 and 3")
    #expect(
      complaint("\(Self.alpha) a write\n\(Self.bravo) b read\n\(Self.charlie) a read")
        == "line 3: the name has other rights or prefixes on line 1")
    #expect(
      complaint("\(Self.alpha) a read b* a*\n\(Self.bravo) a read a*")
        == "line 2: the name has other rights or prefixes on line 1")
    #expect(try self.keys("\(Self.alpha) a read b* a*\n\(Self.bravo) a read a* b* bc*").count == 2)
    #expect(try self.keys("\(Self.alpha) a write\n\(Self.bravo) A read").count == 2)
  }

  @Test("There are at most 256 keys, and each of them is found")
  func count() throws {
    let lines = (1...255).map { "\(digest($0)) n\($0) read" }
    for position in [0, 100, 255] {
      var lines = lines
      lines.insert("\(Self.alpha) a write", at: position)
      let keys = try keys(lines.joined(separator: "\n"))
      #expect(keys.count == APIKeys.countMax)
      #expect(keys.key(authorization: "Bearer alpha")?.name == "a")
      #expect(keys.key(authorization: "Bearer bravo") == nil)
      lines.append("\(Self.bravo) b read")
      #expect(complaint(lines.joined(separator: "\n")) == "line 257: there are more than 256 keys")
    }
  }

  @Test("A file without a key is refused", arguments: ["", "\n", "# nothing\r\n", " \t\n\r\n"])
  func noKey(file: String) {
    #expect(
      complaint(file)
        == "there is no key in the file, so nobody could call; to let everybody call, set no file")
  }

  // MARK: The header

  @Test(
    "A key is known by its SHA-256, its header by the scheme in any case", arguments: digests.keys)
  func known(key: String) throws {
    let keys = try keys(
      Self.digests.map { "\($1) \($0.filter(\.isLetter)) read" }.joined(separator: "\n"))
    for header in ["Bearer \(key)", "bearer \(key)", "BEARER   \(key)", " Bearer \(key)\t "] {
      #expect(keys.key(authorization: header)?.name == key.filter(\.isLetter), "\(header)")
    }
  }

  @Test(
    "No header, a wrong key, and several headers are no key",
    arguments: [
      nil, "", "Bearer", "Bearer ", "Bearer delta", "Bearer Alpha", "Bearer alph", "Bearer alphaa",
      "Bearer alpha=", "Bearer \(alpha)", "alpha", "Basic alpha", "Bearer alpha, Bearer alpha",
      "Bearer alpha, Bearer bravo", "Bearer alpha bravo",
    ] as [String?])
  func unknown(header: String?) throws {
    let keys = try keys("\(Self.alpha) a write\n\(Self.bravo) b read")
    #expect(keys.key(authorization: header) == nil)
  }

  @Test("The mask of two digests has all bits where they are equal, and none where any bit differs")
  func masks() throws {
    let digest = try #require(Digest(hexadecimal: Self.alpha))
    #expect(digest.equalityMask(digest) == .max)
    let digits = Array(Self.alpha)
    for position in digits.indices {
      for bit in 0..<4 {
        var other = digits
        let value = try #require(other[position].hexDigitValue) ^ (1 << bit)
        other[position] = Character(String(value, radix: 16))
        #expect(digest.equalityMask(try #require(Digest(hexadecimal: String(other)))) == 0)
      }
    }
  }

  // MARK: Replacing

  @Test("While keys are replaced, a check sees all old ones or all new ones")
  func replacingWhileChecking() async throws {
    let old = try keys("\(Self.alpha) old read\n\(Self.bravo) other read")
    let new = try keys("\(Self.charlie) other read\n\(Self.alpha) new write")
    let ring = APIKeyRing(old)
    await withTaskGroup { group in
      group.addTask {
        for _ in 0..<2_000 {
          ring.replace(with: new)
          ring.replace(with: old)
        }
      }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<2_000 {
            let key = ring.key(authorization: "Bearer alpha")
            #expect(
              key?.name == "old" && key?.rights == [.readLayouts, .readDocuments]
                || key?.name == "new" && key?.rights == everything)
          }
        }
      }
    }
  }
}
