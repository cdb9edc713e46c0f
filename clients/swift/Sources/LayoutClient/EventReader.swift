internal import Foundation

/// Parses server-sent events (the HTML standard, 9.2.6) from the pieces in which they arrive.
struct EventReader {
  /// A complete event.
  struct Event: Equatable {
    var name: String
    var data: Data
  }

  /// The event is longer than any record of a log.
  struct TooLong: Error {}

  /// The greatest length of an incomplete event, in bytes.
  private let bytesMax: Int

  /// The beginning of an incomplete line.
  private var line = Data()
  private var name = ""
  private var data: Data?
  private var byteCount = 0
  /// Whether the last byte was a carriage return, to which a line feed may belong.
  private var isAfterReturn = false
  /// The time to wait before reopening the stream; nil if the stream does not tell.
  private(set) var retrySeconds: Double?

  init(bytesMax: Int = 64 << 20) { self.bytesMax = bytesMax }

  /// The events completed by a piece. O(bytes)
  mutating func read(_ piece: Data) throws -> [Event] {
    var events: [Event] = []
    for byte in piece {
      let isSecondOfTwo = isAfterReturn && byte == 0x0A
      isAfterReturn = byte == 0x0D
      if isSecondOfTwo { continue }
      if byte != 0x0A, byte != 0x0D {
        line.append(byte)
        byteCount += 1
        if byteCount > bytesMax { throw TooLong() }
        continue
      }
      if line.isEmpty {
        if let data { events.append(Event(name: name.isEmpty ? "message" : name, data: data)) }
        (name, data, byteCount) = ("", nil, 0)
      } else {
        field()
        line.removeAll(keepingCapacity: true)
      }
    }
    return events
  }

  private mutating func field() {
    let parts = line.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    var value = parts.count > 1 ? parts[1] : Data()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    switch String(decoding: parts[0], as: UTF8.self) {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "data": data = data.map { $0 + [0x0A] + value } ?? Data(value)
    case "retry":
      retrySeconds =
        Int(String(decoding: value, as: UTF8.self)).map { Double($0) / 1000 } ?? retrySeconds
    default: break
    }
  }
}
