import Comparison
import Oracle

/// Bytes that choose a snapshot, a width, and questions about scrolling with any finite numbers.
struct ScrollingInput {
  private var generator: SnapshotGenerator

  init(_ bytes: [UInt8]) { generator = SnapshotGenerator(choices: bytes) }

  func finding() -> String? {
    // A layout that would be too large is refused.
    guard var questions = try? ScrollingQuestions(generator) else { return nil }
    return questions.finding(rounds: 4)
  }
}
