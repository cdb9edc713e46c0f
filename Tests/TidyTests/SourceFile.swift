import Foundation

/// A file of the program, as text.
struct SourceFile: Sendable {
  /// From `Sources` on, such as `LayoutCore/Geometry.swift`.
  let path: String
  let text: String

  /// The target that the file belongs to.
  var target: String { String(path.prefix { $0 != "/" }) }

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The lines without comments and without what stands in quotes.
  var codeLines: [String] {
    var isInText = false
    return lines.map { line in
      // A text of several lines.
      let wasInText = isInText
      let quotes = line.ranges(of: "\"\"\"").last
      if quotes != nil { isInText.toggle() }
      guard !wasInText else { return quotes.map { String(line[$0.upperBound...]) } ?? "" }
      var code = ""
      var isQuoted = false
      var previous: Character = " "
      for character in line {
        if character == "\"" && previous != "\\" { isQuoted.toggle() }
        if !isQuoted && character == "/" && previous == "/" { break }
        if !isQuoted { code.append(character) }
        previous = character
      }
      return code
    }
  }

  /// The modules that the file imports.
  var imports: Set<String> {
    var modules: Set<String> = []
    for line in codeLines {
      let words = line.split(separator: " ")
      guard let position = words.firstIndex(of: "import"), position + 1 < words.count,
        words[..<position].allSatisfy({ $0.hasPrefix("@") || $0 == "public" || $0 == "internal" })
      else { continue }
      modules.insert(String(words[position + 1]))
    }
    return modules
  }

  /// The simple names of the types that the file declares, other names of types among them.
  var declaredTypes: [String] {
    let keywords: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    return codeLines.compactMap { line in
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "@" }
      let keyword = words.firstIndex { !SourceFile.modifiers.contains($0) && !$0.hasPrefix("@") }
      guard let keyword, keywords.contains(words[keyword]), keyword + 1 < words.count
      else { return nil }
      return String(words[keyword + 1])
    }
  }

  /// What may stand before the keyword of a declaration of a type.
  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "private", "fileprivate", "final", "indirect", "nonisolated",
  ]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  /// The extensions of text files.
  static let written: Set<String> = ["swift", "c", "cpp", "h", "html", "css", "js"]

  /// Every file under `Sources` whose name ends so.
  static func all(_ extensions: Set<String>) throws -> [SourceFile] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.filter { extensions.contains(($0 as NSString).pathExtension) }.sorted().map {
      let text = try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
      return SourceFile(path: $0, text: text)
    }
  }
}
