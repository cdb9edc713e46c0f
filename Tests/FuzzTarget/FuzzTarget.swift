import Fuzzing
import Glibc

/// The target that libFuzzer runs: the environment names it.
private let target: FuzzTarget = {
  let name = getenv("LAYOUTD_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("LAYOUTD_FUZZ_TARGET is one of \(names), not \"\(name)\"")
  }
  return target
}()

/// One input of libFuzzer's; a finding ends the process, which libFuzzer then reports and keeps.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTestOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  if let finding = target.finding(in: input) { fatalError(finding) }
  return 0
}
