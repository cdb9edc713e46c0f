import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport
@testable import Resources

@Suite("Files that scripts make, in a build without them")
struct MissingFileTests {
  /// A list in the form that the C side has: one file that is there, and one that is missing.
  private static let list = [
    ("/there", "text/css", "a{}"), ("/missing", "", "script/describe"), ("/empty", "text/css", ""),
  ].flatMap { path, mediaType, text in
    let count = withUnsafeBytes(of: UInt64(text.utf8.count)) { Array($0) }
    return Array(path.utf8) + [0] + Array(mediaType.utf8) + [0] + count + Array(text.utf8)
  }

  @Test("A missing file is listed with the script that makes it")
  func listed() {
    let files = MissingFileTests.list.withUnsafeBytes { Resource.list(in: $0) }
    #expect(files.map(\.path) == ["/there", "/missing", "/empty"])
    #expect(files.map(\.missing) == [nil, "script/describe", nil])
    #expect(files.map(\.bytes) == [Array("a{}".utf8), [], []])
  }

  @Test("Its problem says what to run")
  func problem() throws {
    let files = MissingFileTests.list.withUnsafeBytes { Resource.list(in: $0) }
    #expect(files.map { ServedFile.problem(of: $0)?.name } == [nil, .notFound, nil])
    #expect(
      ServedFile.problem(of: files[1])?.detail
        == "This program was built without /missing: run script/describe and build it again.")
  }

  @Test("Every path of this build is its file, or that problem, whatever a cache asks")
  func answers() throws {
    let test = try TestService()
    for file in Resource.all {
      for match in [("Accept", "*/*"), ("If-None-Match", "*")] {
        let answer = try test.get(file.path, match)
        guard let script = file.missing else {
          #expect(answer.status == (match.0 == "Accept" ? 200 : 304), "\(file.path)")
          continue
        }
        let problem = try test.expect(answer, 404, "not-found", "\(file.path)")
        #expect(problem["detail"]?.string?.contains(script) == true, "\(file.path)")
      }
    }
  }
}
