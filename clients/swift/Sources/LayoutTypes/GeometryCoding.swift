// The service's JSON has objects for points, sizes and rectangles, CoreGraphics' coding has arrays. In this package the
// synthesized coding of a type calls these functions, since they are less general than those of the standard library.

extension KeyedDecodingContainer {
  package func decode(_ type: LayoutPoint.Type, forKey key: Key) throws -> LayoutPoint {
    try decode(PointMembers.self, forKey: key).point
  }

  package func decodeIfPresent(_ type: LayoutPoint.Type, forKey key: Key) throws -> LayoutPoint? {
    try decodeIfPresent(PointMembers.self, forKey: key)?.point
  }

  package func decode(_ type: LayoutSize.Type, forKey key: Key) throws -> LayoutSize {
    try decode(SizeMembers.self, forKey: key).size
  }

  package func decodeIfPresent(_ type: LayoutSize.Type, forKey key: Key) throws -> LayoutSize? {
    try decodeIfPresent(SizeMembers.self, forKey: key)?.size
  }

  package func decode(_ type: LayoutRect.Type, forKey key: Key) throws -> LayoutRect {
    try decode(RectMembers.self, forKey: key).rect
  }

  package func decodeIfPresent(_ type: LayoutRect.Type, forKey key: Key) throws -> LayoutRect? {
    try decodeIfPresent(RectMembers.self, forKey: key)?.rect
  }
}

extension KeyedEncodingContainer {
  package mutating func encode(_ point: LayoutPoint, forKey key: Key) throws {
    try encode(PointMembers(point), forKey: key)
  }

  package mutating func encodeIfPresent(_ point: LayoutPoint?, forKey key: Key) throws {
    try encodeIfPresent(point.map { PointMembers($0) }, forKey: key)
  }

  package mutating func encode(_ size: LayoutSize, forKey key: Key) throws {
    try encode(SizeMembers(size), forKey: key)
  }

  package mutating func encodeIfPresent(_ size: LayoutSize?, forKey key: Key) throws {
    try encodeIfPresent(size.map { SizeMembers($0) }, forKey: key)
  }

  package mutating func encode(_ rect: LayoutRect, forKey key: Key) throws {
    try encode(RectMembers(rect), forKey: key)
  }

  package mutating func encodeIfPresent(_ rect: LayoutRect?, forKey key: Key) throws {
    try encodeIfPresent(rect.map { RectMembers($0) }, forKey: key)
  }
}

private struct PointMembers: Codable {
  let x: Double
  let y: Double

  init(_ point: LayoutPoint) { (x, y) = (Double(point.x), Double(point.y)) }
  var point: LayoutPoint { LayoutPoint(x: x, y: y) }
}

private struct SizeMembers: Codable {
  let width: Double
  let height: Double

  init(_ size: LayoutSize) { (width, height) = (Double(size.width), Double(size.height)) }
  var size: LayoutSize { LayoutSize(width: width, height: height) }
}

private struct RectMembers: Codable {
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  init(_ rect: LayoutRect) {
    (x, y) = (Double(rect.origin.x), Double(rect.origin.y))
    (width, height) = (Double(rect.size.width), Double(rect.size.height))
  }
  var rect: LayoutRect { LayoutRect(x: x, y: y, width: width, height: height) }
}
