import Testing

@Suite("Engines")
struct EngineTests {
  private static let folder = "LayoutCore/Engines/"
  private static let rows = "LayoutCore/Rules/EngineRules.swift"
  private let files: [SourceFile]

  init() throws { files = try SourceFile.all(["swift"]) }

  @Test("What an engine is made of is named in its folder and in its row alone")
  func types() {
    var count = 0
    let words = files.filter { $0.target == "LayoutCore" }.map { file in
      (
        path: file.path,
        words: Set(file.codeLines.flatMap { $0.split { !$0.isLetter && !$0.isNumber } })
      )
    }
    for file in files where file.path.hasPrefix(EngineTests.folder) {
      let parts = file.path.split(separator: "/")
      guard parts.count == 4 else { continue }
      for type in file.text.matches(of: /class (\w+): (?:ItemArrangement|LayoutEngine)\b/) {
        count += 1
        for (path, words) in words {
          let isOwn = path.hasPrefix("\(EngineTests.folder)\(parts[2])/")
          // That of tests is the column under another name.
          let isProbe = path.hasPrefix("\(EngineTests.folder)Probe/")
          if isOwn || isProbe || path == EngineTests.rows { continue }
          #expect(!words.contains(type.1), "\(type.1) in \(path)")
        }
      }
    }
    #expect(count >= 8)
  }

  @Test("Only the rows of the engines ask for the name of one")
  func names() throws {
    let list = try #require(files.first { $0.path == "\(EngineTests.folder)Engine.swift" })
    let line = try #require(list.codeLines.first { $0.hasPrefix("  case ") })
    let words = line.split { !$0.isLetter }.dropFirst()
    try #require(words.count >= 4)
    let names = "\\.(?:\(words.joined(separator: "|")))"
    let question = try Regex(
      "switch [^{]*engine(?:\\.name)? \\{|(?:engine|name) [!=]= \(names)|case \(names) = "
        + "|\(names)[^\\[]*\\]\\.contains")
    for asked in [
      "switch metrics.engine.name {", "if engine.name == .flow {", "guard engine != .mosaic",
      "if case .column = section.metrics.engine.name {", "[.flow].contains(engine.name)",
    ] {
      #expect(asked.contains(question), "\(asked)")
    }
    for file in files where file.path != EngineTests.rows {
      for line in file.codeLines where line.contains("engine") || line.contains("name") {
        #expect(!line.contains(question), "\(file.path): \(line)")
      }
    }
  }

  /// A requirement that one type alone answers in its own way asks whether an engine is the one of that type.
  @Test("Engines and arrangements have few requirements, and none is answered by one type alone")
  func requirements() throws {
    let files = files.filter { $0.path.hasPrefix(EngineTests.folder) }
    var count = 0
    for name in ["LayoutEngine", "ItemArrangement"] {
      let file = try #require(files.first { $0.path == "\(EngineTests.folder)\(name).swift" })
      let lines = file.codeLines
      let start = try #require(lines.firstIndex { $0.hasPrefix("public protocol \(name):") })
      let body = lines[start...].prefix { $0 != "}" }
      let requirements = body.compactMap { $0.prefixMatch(of: /\s\s(?:var|func) (\w+)/)?.1 }
      count += requirements.count
      let defaults = Set(
        lines.compactMap { $0.prefixMatch(of: /\s\spublic (?:var|func) (\w+)/)?.1 })
      for requirement in requirements where defaults.contains(requirement) {
        let answers = files.flatMap(\.codeLines).count {
          $0.prefixMatch(of: /\s\s(?:public )?(?:let|var|func) (\w+)/)?.1 == requirement
        }
        // The protocol and the default, and two types.
        #expect(answers >= 4, "\(name).\(requirement)")
      }
    }
    #expect(count > 10 && count <= 19)
  }
}
