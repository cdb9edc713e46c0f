import Foundation
import Logging
import Testing

@testable import layoutd

@Suite("Log lines")
struct LogLineTests {
  private func line(_ message: String, _ metadata: [(String, String)] = []) -> LogLine {
    LogLine(time: 1_738_324_800_007, level: "info", message: message, metadata: metadata)
  }

  private func object(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test("A line of text begins with time and level")
  func text() {
    #expect(
      String(decoding: line("started", [("port", "80")]).bytes(.text), as: UTF8.self)
        == "2025-01-31T12:00:00.007Z info started port=\"80\"\n")
  }

  @Test("A JSON line is one object, metadata inside of it")
  func json() {
    #expect(
      String(decoding: line("started", [("a", "1"), ("b", "2")]).bytes(.json), as: UTF8.self) == """
        {"time":"2025-01-31T12:00:00.007Z","level":"info","message":"started",\
        "metadata":{"a":"1","b":"2"}}

        """)
    #expect(
      String(decoding: line("started").bytes(.json), as: UTF8.self) == """
        {"time":"2025-01-31T12:00:00.007Z","level":"info","message":"started"}

        """)
  }

  @Test("Whatever a message contains, the line is one line and reads back")
  func escaping() throws {
    var everything = ""
    for code in (UInt8(0)...0xff).map({ Unicode.Scalar($0) }) + ["\u{2028}", "\u{2029}", "😀"] {
      everything.unicodeScalars.append(code)
    }
    let json = line(everything, [(everything, everything)]).bytes(.json)
    #expect(json.count { $0 < 0x20 } == 1)
    #expect(json.last == UInt8(ascii: "\n"))
    let object = try object(json)
    #expect(object["message"] as? String == everything)
    #expect((object["metadata"] as? [String: String]) == [everything: everything])
    #expect(line(everything, [(everything, everything)]).bytes(.text).count { $0 < 0x20 } == 1)
  }

  @Test(
    "A line is never longer than 4 KiB, and stays readable when cut",
    arguments: ["x", "\"", "ü", "😀", "\u{1}"])
  func cutting(character: String) throws {
    for count in [100, 600, 1_000, 1_300, 2_000, 3_900, 3_950, 4_000, 4_050, 4_096, 10_000] {
      let long = String(repeating: character, count: count)
      for line in [
        line(long), line("m", [("k", long)]), line(long, [("k", long)]),
        line("m", (0..<count).map { ("\($0)", character) }),
      ] {
        #expect(line.bytes(.text).count <= BoundedLine.bytesMax)
        #expect(line.bytes(.text).last == UInt8(ascii: "\n"))
        #expect(String(validating: line.bytes(.text), as: UTF8.self) != nil)
        #expect(line.bytes(.json).count <= BoundedLine.bytesMax)
        _ = try object(line.bytes(.json))
      }
    }
    let object = try object(line(String(repeating: character, count: 5_000)).bytes(.json))
    #expect(object["cut"] as? Bool == true)
  }

  @Test("Metadata that does not fit is left out, and what follows it is not")
  func leftOut() throws {
    let long = String(repeating: "x", count: 5_000)
    let line = line("m", [("a", long), ("b", "1"), (long, "2"), ("d", "3")])
    let object = try object(line.bytes(.json))
    #expect((object["metadata"] as? [String: String]) == ["b": "1", "d": "3"])
    #expect(object["cut"] as? Bool == true)
    #expect(
      String(decoding: line.bytes(.text), as: UTF8.self)
        == "2025-01-31T12:00:00.007Z info m b=\"1\" d=\"3\" …\n")
  }

  @Test(
    "Times are written in UTC, on either side of leap days and of 1970",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (951_868_799_999, "2000-02-29T23:59:59.999Z"),
      (1_709_251_200_000, "2024-03-01T00:00:00.000Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    ])
  func times(milliseconds: Int64, text: String) {
    let line = LogLine(time: milliseconds, level: "", message: "", metadata: []).bytes(.text)
    #expect(String(decoding: line.prefix(while: { $0 > 0x20 }), as: UTF8.self) == text)
  }

  @Test("An event's metadata wins over the logger's, and levels below the logger's are not written")
  func handler() throws {
    let collected = CollectedLines()
    var logger = Logger(label: "test") { _ in
      LineLogHandler(level: .info, format: .json) { collected.append($0) }
    }
    logger[metadataKey: "a"] = "logger"
    logger[metadataKey: "b"] = "logger"
    logger.debug("hidden")
    logger.warning("shown", metadata: ["a": "event"])
    #expect(collected.lines.count == 1)
    let object = try object(collected.lines[0])
    #expect(object["level"] as? String == "warning")
    #expect(object["message"] as? String == "shown")
    #expect((object["metadata"] as? [String: String]) == ["a": "event", "b": "logger"])
  }
}
