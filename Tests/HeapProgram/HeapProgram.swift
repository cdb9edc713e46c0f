import CHeapMeter
import LayoutService

/// Measures what the program holds from the allocator, to the byte, and prints a line for each finding.
///
///     HeapProgram decoding BYTES SEED TRIES    the most that reading a body of so many bytes takes
///     HeapProgram changes BYTES                the same for bodies of steps, in every form
///     HeapProgram holding KIBIBYTES            what snapshots and layouts take, next to what is counted for them
///     HeapProgram layouts ITEMS                the blocks that engines take for items without and with members
///
/// With a sanitizer's allocator it only says so.
@main
enum HeapProgram {
  static func main() throws {
    guard heap_is_metered() else { return print("unmetered") }
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    switch (arguments.first, numbers.count) {
    case ("decoding", 3):
      var search = BodySearch(
        byteCount: numbers[0], seed: UInt64(numbers[1]), tries: numbers[2])
      search.run()
    case ("changes", 1):
      for form in ChangeForm.all { form.measure(byteCount: numbers[0]) }
    case ("holding", 1):
      for kind in ContentKind.all { kind.measure(bytesMax: numbers[0] << 10) }
    case ("layouts", 1):
      try LayoutBlocks.measure(itemCount: numbers[0])
    default:
      print(
        "usage: HeapProgram decoding BYTES SEED TRIES | changes BYTES | holding KIBIBYTES"
          + " | layouts ITEMS")
    }
  }
}

/// A service without a socket, and its numbers.
struct Subject {
  let metrics = ServiceMetrics()
  let service: Service

  init(_ limits: ServiceLimits = ServiceLimits()) {
    service = Service(limits: limits, metrics: metrics, log: { _ in })
  }

  /// One of the numbers of `/metrics`.
  func reading(_ name: String) -> Int {
    for line in metrics.exposition().split(separator: "\n") where line.hasPrefix(name + " ") {
      return line.split(separator: " ").last.flatMap { Double($0) }.map { Int($0) } ?? 0
    }
    return 0
  }
}

/// How much more the heap holds at the most while something is done, and how much more afterwards, in bytes.
func heapGrowth(_ body: () -> Void) -> (peak: Int, kept: Int) {
  let before = Int(heap_bytes_held())
  heap_forget_peak()
  body()
  return (Int(heap_bytes_peak()) - before, Int(heap_bytes_held()) - before)
}

/// Does something on a thread of its own, and waits until that thread has ended.
func onNewThread(_ body: @escaping () -> Void) {
  final class Box {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
  let box = Box(body)
  heap_on_new_thread(
    { Unmanaged<Box>.fromOpaque($0!).takeUnretainedValue().body() },
    Unmanaged.passUnretained(box).toOpaque())
}

/// A number with two decimals.
func shown(_ number: Double) -> String {
  let hundredths = Int((number * 100).rounded())
  return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
}
