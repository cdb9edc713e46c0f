import Foundation
import Testing

@Suite("References to docs/rules.md and to other pages")
struct CitationTests {
  let pages: [String: Page]
  let files: [SourceFile]

  init() throws {
    files = try Repository.read.get()
    try #require(files.count > 300)
    let written = files.filter { $0.path.hasSuffix(".md") }
    pages = Dictionary(uniqueKeysWithValues: written.map { ($0.path, Page($0.text)) })
  }

  @Test("Every anchor of a page that a file names exists")
  func anchors() {
    var count = 0
    for file in files {
      for match in file.text.matches(of: /(docs\/[a-z]+\.md)#([a-z0-9-]+)/) {
        count += 1
        #expect(
          pages[String(match.1)]?.anchors.contains(String(match.2)) == true,
          "\(match.0) in \(file.path)")
      }
    }
    #expect(count > 100)
  }

  @Test("Every link of a page leads to a file, and to a heading where it names one")
  func links() {
    for (path, page) in pages {
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      for match in page.text.matches(of: /\]\(([^():#]*)(?:#([^()]+))?\)/) {
        let target = match.1.isEmpty ? path : Repository.normalized("\(folder)/\(match.1)")
        #expect(Repository.exists(target), "\(match.0) in \(path)")
        if let anchor = match.2 {
          #expect(
            pages[target]?.anchors.contains(String(anchor)) == true, "\(match.0) in \(path)")
        }
      }
    }
  }

  @Test("No anchor of docs/rules.md is there twice")
  func duplicates() throws {
    let anchors = try #require(pages["docs/rules.md"]).anchors
    #expect(anchors.count == Set(anchors).count)
  }

  @Test("A rule is cited by its anchor, and not by a number")
  func numbers() {
    // In pieces, so that this file is not found.
    let words = "(?i)con" + "tract|\\brules? [A-Z][0-9]|worked " + "examples? of"
    for file in files {
      let found = file.text.range(of: words, options: .regularExpression)
      #expect(found == nil, "\(found.map { String(file.text[$0]) } ?? "") in \(file.path)")
    }
  }
}

/// A page of the documentation.
struct Page: Sendable {
  let text: String
  /// The anchors of its headings: their letters in lower case, with hyphens between words.
  let anchors: [String]

  init(_ text: String) {
    self.text = text
    var isCode = false
    anchors = text.split(separator: "\n").filter { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode && line.hasPrefix("#")
    }.map { heading in
      heading.drop { $0 == "#" }.dropFirst().lowercased()
        .filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
        .replacing(" ", with: "-")
    }
  }
}

/// The text files of the repository.
enum Repository {
  static let folder = SourceFile.folder.deletingLastPathComponent()
  private static let skipped: Set<String> = [
    ".build", ".git", "node_modules", "Seeds", "reference",
  ]
  private static let endings: Set<String> = SourceFile.written.union([
    "md", "py", "yaml", "yml", "ts", "conf", "lua", "",
  ])

  /// Every such file, read once.
  static let read = Result { try files() }

  /// Every such file, by its path from the manifest's folder on.
  private static func files() throws -> [SourceFile] {
    var files: [SourceFile] = []
    let paths = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let url = paths?.nextObject() as? URL {
      if skipped.contains(url.lastPathComponent) {
        paths?.skipDescendants()
        continue
      }
      guard endings.contains(url.pathExtension), !url.hasDirectoryPath,
        let text = try? String(contentsOf: url, encoding: .utf8)
      else { continue }
      files.append(SourceFile(path: String(url.path.dropFirst(folder.path.count + 1)), text: text))
    }
    return files
  }

  /// Whether there is a file or a folder.
  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: path).path)
  }

  /// A path without `..`.
  static func normalized(_ path: String) -> String {
    var names: [Substring] = []
    for name in path.split(separator: "/") {
      if name == ".." { names.removeLast() } else { names.append(name) }
    }
    return names.joined(separator: "/")
  }
}
