import Comparison
import JSONText
import LayoutCore
import LayoutWire
import Oracle

/// Bytes as the body of a POST.
struct SnapshotInput {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The container widths to lay out at: those of views, and the extremes.
  private static let widths = [390, 100.0 / 3, 5000, 0x1p53, .leastNonzeroMagnitude]
  /// The widths at which small snapshots are compared with the oracle.
  private static let oracleWidths = [390, 100.0 / 3]
  /// How long the text of a snapshot is that is read again.
  private static let writtenBytesMax = 1 << 20
  /// How many elements of an answer are looked at.
  private static let elementsMax = 200

  func finding() -> String? {
    // As in the server: in place, with any bytes behind it.
    let padded = bytes + [UInt8](repeating: UInt8(ascii: "7"), count: JSONDocument.slackByteCount)
    let inPlace = Result { () throws(Problem) in
      try read(padded.span.extracting(first: bytes.count).bytes)
    }
    let whole = Result { () throws(Problem) in try SnapshotDecoder.snapshot(readingWhole: bytes) }
    switch (inPlace, whole) {
    case (.failure(let first), .failure(let second)):
      guard first == second else { return "\(first) and \(second)" }
      return finding(in: first)
    case (.success(let first), .success(let second)):
      guard CanonicalBytes(of: first) == CanonicalBytes(of: second) else {
        return "the text and its document differ in their canonical bytes"
      }
      return finding(in: first)
    default: return "what is read from the text is not what is read from its document"
    }
  }

  private func read(_ text: RawSpan) throws(Problem) -> Snapshot {
    var meter = WorkMeter.unlimited
    do throws(DecodingInterrupted) {
      return try SnapshotDecoder.read(text, hasSlack: true, naming: .tests, meter: &meter).snapshot
    } catch {
      guard case .problem(let problem) = error else { throw Problem(.unavailable) }
      throw problem
    }
  }

  /// Checks that a problem is one of the two, names places, and is JSON.
  private func finding(in problem: Problem) -> String? {
    guard problem.name == .badJSON || problem.name == .invalidSnapshot else {
      return "\(problem)"
    }
    guard (try? JSONDocument(parsing: problem.json())) != nil else {
      return "the problem is not JSON: \(String(decoding: problem.json(), as: UTF8.self))"
    }
    return nil
  }

  private func finding(in snapshot: Snapshot) -> String? {
    for width in SnapshotInput.widths {
      // A layout that would be too large is refused.
      guard let layout = try? Layout.of(snapshot, containerWidth: width) else { continue }
      let finding = LayoutLook(layout, elementsMax: SnapshotInput.elementsMax).finding()
      if let finding { return "\(finding), width \(width)" }
    }
    return SnapshotInput.differenceWhenWritten(snapshot) ?? differenceFromOracle(snapshot)
  }

  /// Compares a snapshot with what its own text says.
  static func differenceWhenWritten(_ snapshot: Snapshot) -> String? {
    var encoder = SnapshotEncoder(
      snapshot, bytesMax: SnapshotInput.writtenBytesMax,
      explicitItemsMax: SnapshotLimits().explicitItems)
    var (writer, meter) = (JSONWriter(), WorkMeter.unlimited)
    do throws(WalkInterrupted) {
      try encoder.write(to: &writer, meter: &meter)
    } catch {
      return nil
    }
    guard writer.bytes.count <= SnapshotInput.writtenBytesMax else { return "a text is too long" }
    guard let again = try? SnapshotDecoder.snapshot(readingWhole: writer.bytes),
      CanonicalBytes(of: again) == CanonicalBytes(of: snapshot)
    else { return "it is not \(String(decoding: writer.bytes, as: UTF8.self))" }
    return nil
  }

  /// Compares a layout of few items and of sizes that views have with a look at every element. Beyond them the order of
  /// sums decides what fits.
  private func differenceFromOracle(_ snapshot: Snapshot) -> String? {
    guard snapshot.itemCount <= 200, snapshot.sections.count <= 20,
      let json = try? JSONValue(parsing: bytes), json.hasSizesOfViews
    else { return nil }
    for width in SnapshotInput.oracleWidths {
      guard let layout = try? Layout.of(snapshot, containerWidth: width) else { continue }
      let test = LayoutUnderTest(layout, of: json)
      let size = layout.contentSize
      let difference =
        test.differenceOfFrames()
        ?? test.differenceOfScan(
          in: Rect(x: size.width / 4, y: size.height / 4, width: 120, height: 300))
        ?? test.differenceOfSpecial(
          bounds: NaiveRect(x: size.width / 3, y: size.height / 3, width: 390, height: 200),
          inset: NaiveInsets(top: 10))
      if let difference { return "\(difference), width \(width)" }
    }
    return nil
  }
}

extension JSONValue {
  /// Whether all numbers are 0 or from 0.01 to 100 000.
  fileprivate var hasSizesOfViews: Bool {
    switch self {
    case .null, .bool, .string: true
    case .number(let number): number == 0 || (0.01...100_000).contains(number)
    case .array(let elements): elements.allSatisfy(\.hasSizesOfViews)
    case .object(let members): members.allSatisfy(\.value.hasSizesOfViews)
    }
  }
}
