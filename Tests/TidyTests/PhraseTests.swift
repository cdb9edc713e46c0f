import Foundation
import Testing

@Suite("Plain words")
struct PhraseTests {
  /// Phrases that always hide what they mean: a number, a position, a subject.
  private static let phrases = ["so many", "stands behind", "nobody has"]

  /// Finds the phrases, also across the lines of a comment. Returns each with its line, from 1.
  private func found(in text: String) -> [(phrase: String, line: Int)] {
    PhraseTests.phrases.flatMap { phrase in
      let words = phrase.split(separator: " ").joined(separator: "[\\s/*#]+")
      var places: [(phrase: String, line: Int)] = []
      var start = text.startIndex
      while let match = text.range(
        of: "(?i)\\b\(words)\\b", options: .regularExpression, range: start..<text.endIndex)
      {
        places.append((phrase, text[..<match.lowerBound].count { $0.isNewline } + 1))
        start = match.upperBound
      }
      return places
    }
  }

  @Test("A phrase is found across lines, whatever its case, and not inside of other words")
  func finding() {
    let text = "one\n/// So\n/// many stands behind\n also many, nobody haste\n * nobody\n * has"
    let places = found(in: text).map { "\($0.phrase) \($0.line)" }
    #expect(places == ["so many 2", "stands behind 3", "nobody has 5"])
  }

  @Test("Sources, clients and docs say a number, a position and a subject")
  func phrases() throws {
    let files = try Repository.read.get().filter { file in
      ["Sources/", "clients/", "docs/"].contains { file.path.hasPrefix($0) }
    }
    try #require(files.count > 300)
    for file in files {
      for (phrase, line) in found(in: file.text) {
        Issue.record("\"\(phrase)\" in \(file.path):\(line)")
      }
    }
  }
}
