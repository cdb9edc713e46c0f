import Testing

/// A request as the bytes that a client sends, and the statuses that may answer it; none when its connection is
/// closed without an answer.
struct RawRequest: Sendable, CustomTestStringConvertible {
  var name: String
  var bytes: [UInt8]
  var statuses: [Int]

  /// Scalars up to U+00FF stand for the byte of that number.
  init(_ name: String, _ text: String, _ statuses: Int...) {
    self.name = name
    bytes = text.unicodeScalars.map { UInt8($0.value) }
    self.statuses = statuses
  }

  /// A request with these header lines after Host, each ended by CR LF.
  init(_ name: String, method: String = "GET", lines: String, _ statuses: Int...) {
    self.init(name, "\(method) / HTTP/1.1\r\nHost: a\r\n\(lines)\r\n")
    self.statuses = statuses
  }

  /// A request with this line and a Host.
  init(_ name: String, line: String, _ statuses: Int...) {
    self.init(name, "\(line)\r\nHost: a\r\n\r\n")
    self.statuses = statuses
  }

  /// The same with the method HEAD, if it is GET or POST.
  var bytesAsHEAD: [UInt8] {
    let known = ["GET ", "POST "].first { bytes.starts(with: $0.utf8) }
    return known.map { Array("HEAD ".utf8) + bytes.dropFirst($0.utf8.count) } ?? bytes
  }

  var testDescription: String { name }
}
