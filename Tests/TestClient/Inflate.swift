import Glibc

/// The bytes are no gzip member, or gzip could not be run.
public struct InflateError: Error {}

/// What gzip makes of a gzip member.
public func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
  var path = Array("/tmp/layoutd-inflate-XXXXXX".utf8CString)
  let descriptor = mkstemp(&path)
  guard descriptor >= 0 else { throw InflateError() }
  defer {
    close(descriptor)
    unlink(path)
  }
  guard write(descriptor, bytes, bytes.count) == bytes.count,
    let pipe = popen(
      "gzip -dc < \(String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))",
      "r")
  else { throw InflateError() }
  var plain: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = fread(&buffer, 1, buffer.count, pipe)
    if count == 0 { break }
    plain.append(contentsOf: buffer[..<count])
  }
  guard pclose(pipe) == 0 else { throw InflateError() }
  return plain
}
