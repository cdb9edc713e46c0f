import ArgumentParser
import HTTPServer
import LayoutService
import Logging

/// `layoutd compute`: one answer without a server (docs/rules.md#compute).
struct ComputeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compute",
    abstract: "Lay out a snapshot and print what the HTTP call would answer.",
    discussion: "The environment sets the same limits as for `layoutd serve`.")

  @Argument(help: "A snapshot as JSON; - reads standard input.")
  var file: String

  @Option(
    help: ArgumentHelp(
      "Steps or two trees as JSON; prints what the change of the snapshot would answer.",
      valueName: "file"))
  var changes: String?

  // Values may begin with `-`. The service checks them.
  @Option(parsing: .unconditional, help: "The container's width, when scrolling is vertical.")
  var width: String?
  @Option(parsing: .unconditional, help: "The container's height, when scrolling is horizontal.")
  var height: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("First screens at several container widths.", valueName: "w,w,…"))
  var widths: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The same, when scrolling is horizontal.", valueName: "h,h,…"))
  var heights: String?
  @Option(parsing: .unconditional, help: "How long such a screen is; 1000 by default.")
  var length: String?
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Elements in there.", valueName: "x,y,w,h"))
  var rect: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Elements in there, special ones placed.", valueName: "x,y,w,h"))
  var bounds: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What bounds lose on each side.", valueName: "top,left,bottom,right"))
  var inset: String?
  @Option(parsing: .unconditional, help: "The most elements to print.")
  var limit: String?
  @Option(parsing: .unconditional, help: "Where a list that was cut goes on.")
  var cursor: String?
  @Option(
    parsing: .unconditional,
    help: "rows or columns; svg or text draw, without rect and bounds the first screen.")
  var format: String?
  @Option(parsing: .unconditional, help: "Members of elements to print, with commas between.")
  var fields: String?
  @Option(
    parsing: .unconditional,
    help: "Device pixels for a point, 0.1 to 16; frames are rounded to them.")
  var scale: String?
  @Option(parsing: .unconditional, help: "true adds the pinning records.")
  var pinning: String?
  @Option(parsing: .unconditional, help: "rest adds the pinning elements at rest.")
  var special: String?

  @Option(parsing: .unconditional, help: "With changes: none, auto, first, end or section,item.")
  var anchor: String?
  @Option(parsing: .unconditional, help: "With changes: how near to the end is at the end.")
  var endThreshold: String?
  @Option(parsing: .unconditional, help: "With changes: true adds how elements go.")
  var transition: String?
  @Option(
    parsing: .unconditional,
    help: "With transitions: the scale of elements that come, at first, and that go, at last.")
  var appearScale: String?

  /// The same parameters as those of `POST /v1/layouts`, and of `POST /v1/layouts/{id}/changes`.
  var query: String {
    [
      ("width", width), ("height", height), ("widths", widths), ("heights", heights),
      ("length", length), ("rect", rect), ("bounds", bounds), ("inset", inset),
      ("limit", limit), ("cursor", cursor), ("format", format), ("pinning", pinning),
      ("special", special), ("anchor", anchor), ("endThreshold", endThreshold),
      ("transition", transition), ("appearScale", appearScale), ("fields", fields),
      ("scale", scale),
    ]
    .compactMap { name, value in value.map { "\(name)=\(percentEncoded($0))" } }
    .joined(separator: "&")
  }

  // Errors thrown here are printed with the usage of this command.
  func validate() throws {
    _ = try Configuration.orUsage(flags: [:])
  }

  func run() throws {
    let configuration = try Configuration.orUsage(flags: [:])
    let log = ProgramLog(
      level: configuration.logLevel, format: configuration.logFormat,
      access: configuration.accessLog)
    defer { log.end() }
    for variable in configuration.unknownVariables { variable.log(to: log.logger) }
    let snapshot = try read(file, bytesMax: configuration.server.bodyBytesMax)
    let steps = try changes.map { try read($0, bytesMax: configuration.server.bodyBytesMax) }
    let service = Service(
      limits: configuration.limits, metrics: ServiceMetrics(),
      log: { line in log.logger.info("\(line)") })
    let (status, body) = service.compute(snapshot: snapshot, changes: steps, query: query)
    let isAnswer = (200..<300).contains(status)
    try OperatingSystem.write(
      body.last == UInt8(ascii: "\n") ? body : body + [UInt8(ascii: "\n")],
      to: isAnswer ? OperatingSystem.standardOutput : OperatingSystem.standardError)
    if !isAnswer { throw ExitCode.failure }
  }

  private func read(_ file: String, bytesMax: Int) throws(InputFailure) -> [UInt8] {
    do {
      if let bytes = try OperatingSystem.read(path: file, bytesMax: bytesMax) { return bytes }
    } catch {
      throw InputFailure(description: "cannot read \(file): \(error)")
    }
    throw InputFailure(
      description: "\(file) has more than \(Quantity.text(bytes: bytesMax)) (LAYOUTD_MAX_BODY)")
  }
}

/// The reason why there is no snapshot to lay out.
private struct InputFailure: Error, CustomStringConvertible {
  let description: String
}

/// The text with everything but unreserved characters and commas percent-encoded (RFC 3986).
func percentEncoded(_ text: String) -> String {
  let digits = Array("0123456789ABCDEF".unicodeScalars)
  var encoded = ""
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ","):
      encoded.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      encoded += "%"
      encoded.unicodeScalars.append(digits[Int(byte >> 4)])
      encoded.unicodeScalars.append(digits[Int(byte & 15)])
    }
  }
  return encoded
}
