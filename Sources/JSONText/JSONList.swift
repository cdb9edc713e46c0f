internal import CJSON

/// A list of sizes in a text, by the key that it is the value of.
public enum JSONList {
  case items, widths, heights

  /// Finds the next list of a text from `offset` on, which then is behind the list's bracket; nil where there is none.
  ///
  /// What it finds is such a list if the text is JSON, and all are found whose keys have no escapes. O(bytes)
  public static func next(in text: RawSpan, from offset: inout Int) -> JSONList? {
    let list = unsafe text.withUnsafeBytes { bytes in
      unsafe json_find_list(
        bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &offset)
    }
    switch list {
    case JSON_LIST_ITEMS: return .items
    case JSON_LIST_WIDTHS: return .widths
    case JSON_LIST_HEIGHTS: return .heights
    default: return nil
    }
  }

  /// How many bytes there are from a place in a list to its end, if its spelling is usual. O(bytes)
  public static func byteCount(in text: RawSpan, from offset: Int) -> Int {
    unsafe text.withUnsafeBytes { bytes in
      unsafe json_list_bytes(
        bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, offset)
    }
  }

  /// Reads objects of a list until it ends or an array is full, and moves `offset` behind them; both arrays have one
  /// length. An extent that an object lacks is NaN, and `lacks` becomes true then. O(bytes)
  ///
  /// - Returns: how many have been read; nil where the list's spelling is unusual.
  public static func readSizes(
    in text: RawSpan, from offset: inout Int, widths: inout [Double], heights: inout [Double],
    lacks: inout Bool
  ) -> (count: Int, isAtEnd: Bool)? {
    precondition(widths.count == heights.count && offset > 0, "two columns, behind a bracket")
    var count = 0
    let progress = unsafe text.withUnsafeBytes { bytes in
      unsafe widths.withUnsafeMutableBufferPointer { widths in
        unsafe heights.withUnsafeMutableBufferPointer { heights in
          unsafe json_read_sizes(
            bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &offset,
            widths.baseAddress, heights.baseAddress, widths.count, &count, &lacks)
        }
      }
    }
    return progress == JSON_LIST_IS_UNUSUAL ? nil : (count, progress == JSON_LIST_ENDS)
  }

  /// Reads numbers of a list until it ends or the array is full, and moves `offset` behind them. O(bytes)
  ///
  /// - Returns: how many have been read; nil where the list's spelling is unusual.
  public static func readNumbers(
    in text: RawSpan, from offset: inout Int, into numbers: inout [Double]
  ) -> (count: Int, isAtEnd: Bool)? {
    precondition(offset > 0, "behind a bracket")
    var count = 0
    let progress = unsafe text.withUnsafeBytes { bytes in
      unsafe numbers.withUnsafeMutableBufferPointer { numbers in
        unsafe json_read_numbers(
          bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &offset,
          numbers.baseAddress, numbers.count, &count)
      }
    }
    return progress == JSON_LIST_IS_UNUSUAL ? nil : (count, progress == JSON_LIST_ENDS)
  }
}
