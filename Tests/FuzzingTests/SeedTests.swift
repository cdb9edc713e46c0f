import Foundation
import Fuzzing
import Testing

@Suite("What fuzzing starts from, and what it once found")
struct SeedTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fuzzing/Seeds")

  @Test("Nothing is wrong with what is made of a seed", arguments: FuzzTarget.allCases)
  func seeds(target: FuzzTarget) throws {
    let folder = SeedTests.folder.appending(path: target.rawValue)
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(files.count >= 10)
    for file in files {
      let finding = target.finding(in: Array(try Data(contentsOf: file)))
      #expect(finding == nil, "\(file.lastPathComponent)")
    }
  }
}
