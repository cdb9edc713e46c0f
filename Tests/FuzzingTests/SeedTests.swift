import Foundation
import Fuzzing
import LayoutWire
import Testing

@Suite("Seeds and findings of fuzzing")
struct SeedTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fuzzing/Seeds")

  @Test("No check of a fuzz target fails on its seeds", arguments: FuzzTarget.allCases)
  func seeds(target: FuzzTarget) throws {
    let folder = SeedTests.folder.appending(path: target.rawValue)
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(files.count >= 8)
    for file in files {
      let finding = target.finding(in: Array(try Data(contentsOf: file)))
      #expect(finding == nil, "\(file.lastPathComponent)")
    }
  }

  @Test("No check of the target of snapshots fails on those of Tests/Vectors, its other seeds")
  func vectors() throws {
    let folder = SeedTests.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Vectors")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(files.count >= 30)
    for file in files {
      let vector = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
      let snapshot = try #require((vector as? [String: Any])?["snapshot"])
      let text = try JSONSerialization.data(withJSONObject: snapshot)
      let finding = FuzzTarget.snapshot.finding(in: Array(text))
      #expect(finding == nil, "\(file.lastPathComponent)")
    }
  }

  @Test("Every parameter is given in a seed that is read")
  func parameters() throws {
    let seeds = try FileManager.default.contentsOfDirectory(
      at: SeedTests.folder.appending(path: "query"), includingPropertiesForKeys: nil
    ).map { try String(contentsOf: $0, encoding: .utf8) }
    let all = QueryParameters.Name.allCases
    let read = seeds.filter { (try? QueryParameters($0, allowed: all)) != nil }
    for name in QueryParameters.Name.allCases {
      let word = name.text + "="
      let isGiven = read.contains { seed in
        seed.split(separator: "&").contains { $0.hasPrefix(word) }
      }
      #expect(isGiven, "\(name)")
    }
  }
}
