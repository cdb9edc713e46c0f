import Testing

@testable import Resources

@Suite("Files that are built in in brotli, too")
struct BrotliFileTests {
  @Test("What is in brotli is part of the file whose path it has, and no file itself")
  func pairs() {
    let list = [
      ("/a.wasm", "a"), ("/b.wasm.br", "coded b"), ("/b.wasm", "b"), ("/c.wasm.br", "of nothing"),
    ].flatMap { path, text in
      let count = withUnsafeBytes(of: UInt64(text.utf8.count)) { Array($0) }
      return Array("\(path)\0application/wasm\0".utf8) + count + Array(text.utf8)
    }
    let files = list.withUnsafeBytes { Resource.list(in: $0) }
    #expect(files.map(\.path) == ["/a.wasm", "/b.wasm"])
    #expect(files.map(\.bytes) == [Array("a".utf8), Array("b".utf8)])
    #expect(files.map(\.brotli) == [nil, Array("coded b".utf8)])
  }
}
