/// A request made by the program rather than received. One block of memory contains its target, header lines, body, and
/// zero bytes.
@safe final class MadeRequest: Sendable {
  let method: Method
  let id: ShortText
  let startInstant = ContinuousClock.now
  let bodyByteCount: Int
  let bodyByteCountMax: Int

  /// Not written to after `init`. Freed with the last reference.
  private nonisolated(unsafe) let memory: UnsafeBufferPointer<UInt8>
  private let pathEnd: Int
  private let targetEnd: Int
  private let lines: [(name: HeaderName, value: Range<Int>)]
  private let bodyStart: Int

  init(
    _ method: Method, _ target: String, headers: [(name: String, value: String)], body: [UInt8]?,
    bodyByteCountMax: Int
  ) {
    self.method = method
    self.bodyByteCountMax = bodyByteCountMax
    bodyByteCount = body?.count ?? 0
    var headers = headers.compactMap { header in
      HeaderName(header.name).map { (name: $0, value: header.value) }
    }
    if let body, !headers.contains(where: { $0.name == .contentLength }) {
      headers.append((.contentLength, String(body.count)))
    }
    id = ShortText((headers.first { $0.name == .xRequestID }?.value ?? "made").utf8)

    var bytes = Array(target.utf8)
    targetEnd = bytes.count
    pathEnd = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    var lines: [(name: HeaderName, value: Range<Int>)] = []
    for header in headers {
      let start = bytes.count
      bytes.append(contentsOf: header.value.utf8)
      lines.append((header.name, start..<bytes.count))
    }
    self.lines = lines
    bodyStart = bytes.count
    bytes.append(contentsOf: body ?? [])
    bytes.append(contentsOf: repeatElement(0, count: Request.bodySlackBytes))
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = unsafe memory.initialize(fromContentsOf: bytes)
    unsafe self.memory = UnsafeBufferPointer(memory)
  }

  deinit { unsafe memory.deallocate() }

  var path: UnsafeBufferPointer<UInt8> { unsafe memory.extracting(0..<pathEnd) }

  var query: UnsafeBufferPointer<UInt8>? {
    pathEnd == targetEnd ? nil : unsafe memory.extracting(pathEnd + 1..<targetEnd)
  }

  var body: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(memory.extracting(bodyStart..<bodyStart + bodyByteCount))
  }

  /// The value of the header's first line at or after `place`, which moves past that line.
  func value(_ name: HeaderName, _ place: inout Int) -> UnsafeBufferPointer<UInt8>? {
    while place < lines.count {
      let line = lines[place]
      place += 1
      if line.name == name { return unsafe memory.extracting(line.value) }
    }
    return nil
  }
}

extension HeaderName {
  /// The header with this name in any case; nil if there is none.
  fileprivate init?(_ name: String) {
    let name = name.lowercased()
    guard let header = HeaderName.allCases.first(where: { $0.text.lowercased() == name }) else {
      return nil
    }
    self = header
  }
}
