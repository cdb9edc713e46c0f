import Foundation
import HTTPServer
import LayoutService
import Testing

@testable import layoutd

@Suite("Lines of the access log")
struct AccessLineTests {
  private func line(
    _ record: AccessRecord, _ format: LineFormat = .json, suppressed: Int = 0
  ) -> String {
    var line = BoundedLine()
    AccessLine(format).write(
      record, time: 1_738_324_800_007, suppressed: suppressed, to: &line)
    var text: String?
    line.withBytes { bytes in
      text = String(validating: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
    return text ?? "not UTF-8"
  }

  private func object(_ record: AccessRecord) throws -> [String: Any] {
    let objects = try objects(line(record).utf8)
    #expect(objects.count == 1)
    return try #require(objects.first)
  }

  /// Whether no character of a line but its end may end a line, or control a terminal.
  private func isOneLine(_ record: AccessRecord) -> Bool {
    [LineFormat.json, .text].allSatisfy { format in
      !line(record, format).dropLast().unicodeScalars.contains {
        $0.properties.generalCategory == .control || $0 == "\u{2028}" || $0 == "\u{2029}"
      }
    }
  }

  /// A line with its measured durations replaced by one text.
  private func withoutStages(_ line: String) -> String {
    line.replacing(/(parse|apply|prepare|query|encode|store)(":|=")[0-9]+\.[0-9]{3}/) {
      "\($0.output.1)\($0.output.2)0.000"
    }
  }

  @Test("A line of JSON has every member of the record, in order")
  func json() {
    #expect(
      withoutStages(line(.full, suppressed: 3)) == """
        {"time":"2025-01-31T12:00:00.007Z","level":"info","message":"request",\
        "requestId":"0f8fad5b-d9cb-469f-a165-70867728950e",\
        "traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",\
        "key":"ios","method":"GET","route":"/v1/layouts/{id}/elements","layout":"0861fef3e591",\
        "status":200,"bytesIn":7,"bytesOut":1234,"duration":12.345,"parse":0.000,"apply":0.000,\
        "prepare":0.000,"query":0.000,"encode":0.000,"store":0.000,"memo":"hit","limit":"max-elements",\
        "problem":"bad-parameter","parameter":"width","code":"out-of-range","suppressed":3}

        """)
  }

  @Test("A line of text has the same members")
  func text() {
    #expect(
      withoutStages(line(.full, .text, suppressed: 3)) == """
        2025-01-31T12:00:00.007Z info request \
        requestId="0f8fad5b-d9cb-469f-a165-70867728950e" \
        traceparent="00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" \
        key="ios" method="GET" route="/v1/layouts/{id}/elements" layout="0861fef3e591" \
        status="200" bytesIn="7" bytesOut="1234" duration="12.345" parse="0.000" apply="0.000" \
        prepare="0.000" query="0.000" encode="0.000" store="0.000" memo="hit" limit="max-elements" \
        problem="bad-parameter" parameter="width" code="out-of-range" suppressed="3"

        """)
  }

  @Test("Unknown values have no member")
  func bare() {
    #expect(
      line(.bare(.other, status: 400)) == """
        {"time":"2025-01-31T12:00:00.007Z","level":"info","message":"request",\
        "requestId":"r1","route":"other","status":400,"bytesIn":0,"bytesOut":0,"duration":0.000}

        """)
    #expect(
      line(.bare(.layouts, status: 201), .text) == """
        2025-01-31T12:00:00.007Z info request requestId="r1" route="/v1/layouts" status="201" \
        bytesIn="0" bytesOut="0" duration="0.000"

        """)
  }

  @Test("A layout that has to be prepared is a miss")
  func miss() throws {
    var record = AccessRecord.bare()
    record.wasPrepared = false
    #expect(try object(record)["memo"] as? String == "miss")
  }

  @Test(
    "The service's own failures are errors; that it is busy is a warning",
    arguments: [
      (200, "info"), (404, "info"), (499, "info"), (500, "error"), (501, "info"),
      (503, "warning"), (505, "info"),
    ])
  func levels(status: Int, level: String) throws {
    #expect(try object(.bare(status: status))["level"] as? String == level)
  }

  @Test(
    "Durations are milliseconds with three decimals, cut",
    arguments: [
      (.zero, "0.000"), (.nanoseconds(999), "0.000"), (.microseconds(1), "0.001"),
      (.nanoseconds(1_999), "0.001"), (.microseconds(999), "0.999"), (.milliseconds(1), "1.000"),
      (.microseconds(10_010), "10.010"), (.seconds(86_400), "86400000.000"),
      (.nanoseconds(-1), "0.000"), (.seconds(-5), "0.000"),
      (
        Duration(secondsComponent: .max, attosecondsComponent: 0), "9223372036854775.807"
      ),
    ] as [(Duration, String)])
  func durations(duration: Duration, text: String) {
    #expect(line(.bare(duration: duration)).hasSuffix(",\"duration\":\(text)}\n"))
  }

  @Test("Every whole number is written", arguments: [Int.min, -10, -1, 0, 9, 10, 99, 100, .max])
  func numbers(number: Int) {
    var record = AccessRecord.bare()
    record.bytesOut = number
    #expect(line(record).contains(",\"bytesOut\":\(number),"))
  }

  @Test("Whatever a text contains, the line is one line and reads back")
  func escaping() throws {
    let codes = (UInt8(0)...0xff).map { Unicode.Scalar($0) }
    for code in codes + ["\u{2027}", "\u{2028}", "\u{2029}", "\u{ffff}", "😀", "\u{10ffff}"] {
      for text in ["a\(Character(code))b", "\(Character(code))\"}\\"] {
        var record = AccessRecord.full
        record.keyName = text
        record.method = text
        record.limit = text
        let object = try object(record)
        #expect(object["key"] as? String == text)
        #expect(object["method"] as? String == text)
        #expect(object["limit"] as? String == text)
        #expect(object["status"] as? Int == 200)
        #expect(isOneLine(record))
      }
    }
  }

  @Test("Bytes that are not UTF-8 are written as characters, and the line reads back")
  func bytes() throws {
    for byte in UInt8(0)...0xff {
      var record = AccessRecord.full
      let text = ShortText([UInt8(ascii: "a"), byte, UInt8(ascii: "b")])
      let expected = "a\(Character(Unicode.Scalar(byte)))b"
      record.requestID = text
      record.traceParent = text
      record.layout = text
      let object = try object(record)
      #expect(object["requestId"] as? String == expected)
      #expect(object["traceparent"] as? String == expected)
      #expect(object["layout"] as? String == expected)
      #expect(isOneLine(record))
    }
  }

  @Test(
    "However long its texts are, a line has at most 4 KiB, reads back and says what matters",
    arguments: ["x", "\"", "ü", "😀", "\u{1}", "\u{2028}"])
  func cutting(character: String) throws {
    // The longest escape has six bytes.
    let most = AccessLine.textBytesMax / 6
    for count in [most, AccessLine.textBytesMax + 1, 4_096, 100_000] {
      let long = String(repeating: character, count: count)
      var record = AccessRecord.full
      record.requestID = ShortText(long.utf8)
      record.traceParent = record.requestID
      record.layout = record.requestID
      record.keyName = long
      record.method = long
      record.limit = long
      record.status = .min
      record.bytesIn = .min
      record.bytesOut = .min
      record.duration = .seconds(Int64.max)
      for format in [LineFormat.json, .text] {
        #expect(line(record, format, suppressed: .max).utf8.count <= BoundedLine.bytesMax)
      }
      let object = try object(record)
      #expect(object["status"] as? Int == .min)
      #expect(object["route"] as? String == "/v1/layouts/{id}/elements")
      for name in ["key", "method", "limit"] {
        let text = try #require(object[name] as? String)
        #expect(long.hasPrefix(text))
        #expect(text.count >= most)
      }
      #expect(object["cut"] as? Bool == (count > most ? true : nil))
      #expect(line(record, .text).hasSuffix(count > most ? " …\n" : "\"\n"))
    }
  }

  @Test("A line reports the errors of one kind that were left out")
  func summary() {
    func line(_ kind: RepeatedErrors.Kind?, _ format: LineFormat) -> String {
      var line = BoundedLine()
      AccessLine(format).writeSummary(
        of: kind, suppressed: 12, time: 1_738_324_800_007, to: &line)
      var text = ""
      line.withBytes { bytes in
        text = String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
      return text
    }
    let wrong = RepeatedErrors.Kind(
      status: 400, route: .layout, limit: nil, input: AccessRecord.wrongWidth)
    #expect(
      line(wrong, .json) == """
        {"time":"2025-01-31T12:00:00.007Z","level":"warning","message":"requests not logged",\
        "route":"/v1/layouts/{id}","status":400,"problem":"bad-parameter","parameter":"width",\
        "code":"out-of-range","suppressed":12}

        """)
    let kind = RepeatedErrors.Kind(status: 413, route: .layouts, limit: "max-body")
    #expect(
      line(kind, .json) == """
        {"time":"2025-01-31T12:00:00.007Z","level":"warning","message":"requests not logged",\
        "route":"/v1/layouts","status":413,"limit":"max-body","suppressed":12}

        """)
    #expect(
      line(nil, .text) == """
        2025-01-31T12:00:00.007Z warning requests not logged suppressed="12"

        """)
  }
}
