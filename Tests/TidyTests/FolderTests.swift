import Testing

/// Swift knows no order of the files of a module, so what a file mentions tells what it depends on: the names of types,
/// of functions outside of types, and of members that an extension adds to a type of another folder.
@Suite("Folders of targets")
struct FolderTests {
  /// The folders of a target, lowest first. Those of one step do not know each other. Folders that go round in a circle
  /// are one, with commas between: what is to be cut yet.
  static let orders: [String: [[String]]] = [
    "LayoutCore": [
      ["Values"], ["Walks"], ["Vocabulary"], ["Changes"], ["ContentTree"], ["Items"], ["Effects"],
      ["Engines"],
      ["Engines/Lines"],
      [
        "Engines/Column", "Engines/Fixed", "Engines/Flow", "Engines/Groups", "Engines/Justified",
        "Engines/Mosaic", "Engines/Waterfall",
      ],
      ["Engines/Probe"], ["Snapshot"], ["Layout"], ["Rules"], ["ChangedContent"], ["Pinning"],
      ["Queries"], ["Motion"], ["Scrolling"],
    ],
    "LayoutWire": [
      ["Answers"], ["Keys"], ["Query"], ["Snapshot"], ["Trees"], ["Documents"], ["Changes"],
    ],
    "LayoutStore": [[""], ["PostgreSQL", "SQLite"]],
    "LayoutService": [
      ["Access"], ["Values"], ["Pages", "Metrics"], ["Limits"], ["Memory"], ["Documents"],
      ["Requests"], ["Calls"], ["Calls/Documents", "Calls/Scrolling"], ["Routing"], ["Service"],
      ["HTTP"], ["Path"],
    ],
    "layoutd": [["Process"], ["Log"], ["Settings"], ["Commands"], [""]],
  ]

  /// What the standard library, or a type of another kind, calls something, too.
  static let ofOthers: Set<String> = ["Result", "Value", "firstIndex"]

  /// A file of a target, and what its names tell.
  private struct NamedFile {
    let path: String
    let folder: String
    let words: Set<Substring>
    /// What it declares that other folders may name.
    let names: Set<String>

    init(_ file: SourceFile) {
      path = file.path
      let inside = file.path.split(separator: "/").dropFirst().dropLast().joined(separator: "/")
      let circle = FolderTests.orders[file.target]?.joined().first {
        $0.split(separator: ", ").contains { $0 == inside }
      }
      folder = circle ?? inside
      words = Set(file.codeLines.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } })
      let functions = file.codeLines.compactMap { line in
        line.prefixMatch(of: /(?:(?:public|package|@inlinable) )*func (\w+)/).map { String($0.1) }
      }
      names = Set(file.declaredTypes + functions).subtracting(NameTests.shared)
        .subtracting(FolderTests.ofOthers)
    }
  }

  @Test(
    "A folder mentions what is in its own and in lower ones alone",
    arguments: FolderTests.orders.keys.sorted())
  func folders(_ target: String) throws {
    let sources = try SourceFile.all(["swift"]).filter { $0.target == target }
    let files = sources.map(NamedFile.init)
    let order = try #require(FolderTests.orders[target])
    let places = order.enumerated().flatMap { place, folders in
      folders.map { ($0, place) }
    }
    let steps = Dictionary(uniqueKeysWithValues: places)
    #expect(Set(steps.keys) == Set(files.map(\.folder)))

    var homes: [String: String] = [:]
    for file in files {
      for name in file.names { homes[name] = file.folder }
    }
    // Of members, those whose name nothing else has.
    var members: [String: [String?]] = [:]
    for (file, source) in zip(files, sources) {
      for (name, type) in source.members {
        let isAdded = type.map { homes[$0] != file.folder } ?? false
        members[name, default: []].append(isAdded ? file.folder : nil)
      }
    }
    let added = members.filter {
      $0.value.count == 1 && homes[$0.key] == nil && !FolderTests.ofOthers.contains($0.key)
    }
    .compactMapValues { $0[0] }
    #expect(homes.count > (target == "LayoutCore" ? 300 : 50) && !added.isEmpty)
    homes.merge(added) { type, _ in type }

    for file in files {
      let own = try #require(steps[file.folder])
      for word in file.words {
        guard let home = homes[String(word)], home != file.folder, let step = steps[home]
        else { continue }
        #expect(step < own, "\(file.path) mentions \(word) of \(home)")
      }
    }
  }
}

extension SourceFile {
  /// The functions and properties that the file declares, each with the type that an extension adds it to for all; nil
  /// of all others.
  fileprivate var members: [(name: String, type: String?)] {
    var (depth, type) = (0, String?.none)
    var members: [(String, String?)] = []
    for line in codeLines {
      if depth == 0, line.contains("extension ") {
        type = line.prefixMatch(of: /(?:\w+ )?extension \[?(\w+)/).map { String($0.1) } ?? type
      }
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      let keyword = words.firstIndex { ["func", "let", "var", "case"].contains($0) }
      if let keyword, keyword + 1 < words.count {
        let isPrivate = words[..<keyword].contains { $0 == "private" || $0 == "fileprivate" }
        members.append((String(words[keyword + 1]), depth == 1 && !isPrivate ? type : nil))
      }
      depth += line.count { $0 == "{" } - line.count { $0 == "}" }
      if depth == 0, line.hasPrefix("}") { type = nil }
    }
    return members
  }
}
