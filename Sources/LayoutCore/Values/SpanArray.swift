// The standard library of Apple's systems before 2025 has neither `Array.span` nor `InlineArray`. It has the spans of
// `ContiguousArray`, which therefore replaces both there.
#if canImport(Darwin)
  /// An array whose storage can be read and written as a span.
  public typealias SpanArray<Element> = ContiguousArray<Element>
  /// An array of one element.
  typealias Array1<Element> = ContiguousArray<Element>
  /// An array of four elements.
  typealias Array4<Element> = ContiguousArray<Element>
  /// An array of eight elements.
  package typealias Array8<Element> = ContiguousArray<Element>
  /// An array of 16 elements.
  typealias Array16<Element> = ContiguousArray<Element>
  /// An array of 32 elements.
  package typealias Array32<Element> = ContiguousArray<Element>

  /// Eight elements with the same value.
  package func array8<Element>(repeating value: Element) -> Array8<Element> {
    ContiguousArray(repeating: value, count: 8)
  }

  /// 16 elements with the same value.
  func array16<Element>(repeating value: Element) -> Array16<Element> {
    ContiguousArray(repeating: value, count: 16)
  }

  /// 32 elements with the same value.
  package func array32<Element>(repeating value: Element) -> Array32<Element> {
    ContiguousArray(repeating: value, count: 32)
  }

  extension String {
    /// Calls `body` with the bytes of the text in UTF-8. O(bytes)
    @inlinable
    package func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
      body(ContiguousArray(utf8).span)
    }
  }

  extension HeapBytes {
    /// An array with its capacity, without the objects that its elements refer to.
    public static func array<Element>(_ array: ContiguousArray<Element>) -> Int {
      array.capacity == 0 ? 0 : block(32 + array.capacity * MemoryLayout<Element>.stride)
    }
  }
#else
  /// An array whose storage can be read and written as a span.
  public typealias SpanArray<Element> = [Element]
  /// An array of one element.
  typealias Array1<Element> = InlineArray<1, Element>
  /// An array of four elements.
  typealias Array4<Element> = InlineArray<4, Element>
  /// An array of eight elements.
  package typealias Array8<Element> = InlineArray<8, Element>
  /// An array of 16 elements.
  typealias Array16<Element> = InlineArray<16, Element>
  /// An array of 32 elements.
  package typealias Array32<Element> = InlineArray<32, Element>

  /// Eight elements with the same value.
  @inline(__always)
  package func array8<Element>(repeating value: Element) -> Array8<Element> {
    InlineArray(repeating: value)
  }

  /// 16 elements with the same value.
  @inline(__always)
  func array16<Element>(repeating value: Element) -> Array16<Element> {
    InlineArray(repeating: value)
  }

  /// 32 elements with the same value.
  @inline(__always)
  package func array32<Element>(repeating value: Element) -> Array32<Element> {
    InlineArray(repeating: value)
  }

  extension String {
    /// Calls `body` with the bytes of the text in UTF-8. Read as a span: iterating over a view would also compile code
    /// for texts of other platforms.
    @inline(__always)
    package func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
      body(utf8.span)
    }
  }
#endif
