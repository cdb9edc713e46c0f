import Oracle
import Testing

@testable import LayoutCore
@testable import LayoutWeb

@Suite("The vocabulary of the module")
struct VocabularyTests {
  @Test("It names every engine, style, metric and limit, in the order of their places")
  func names() throws {
    let module = LayoutModule()
    #expect(module.vocabulary() == 0)
    let said = try JSONValue(parsing: String(decoding: module.output.texts, as: UTF8.self))
    func names(_ key: String) -> [String]? { said[key]?.array?.compactMap(\.string) }
    #expect(names("engines") == Engine.allCases.map(\.rawValue))
    #expect(names("styles") == SegmentStyle.allCases.map(\.rawValue))
    #expect(names("limits")?.count == module.output.numbers.count)
    let metrics = try #require(said["metrics"]?.array).map { $0.array ?? [] }
    #expect(metrics.map { $0.first?.string } == MetricsKey.allCases.map(\.row.name))
    for (key, said) in zip(MetricsKey.allCases, metrics) {
      #expect(MetricsKey.allCases.filter { $0.row.name == "\(key)" } == [key], "\(key)")
      if case .choice(let words) = key.row.form {
        #expect(said.last?.array?.compactMap(\.string) == words, "\(key)")
      }
      if let rival = key.row.rival {
        #expect(said.last?.string == rival.row.name && rival.row.rival == key, "\(key)")
      }
    }
  }
}
