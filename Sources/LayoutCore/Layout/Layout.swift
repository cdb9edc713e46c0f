/// A snapshot laid out at a container width. It combines shared section layouts with their positions.
public final class Layout: Sendable {
  public let snapshot: Snapshot
  /// The extent across the scroll axis, in points.
  public let containerWidth: Double
  /// The layouts of the sections. Those of fillers have their parts of what the content lacks.
  let sectionLayouts: [SectionLayout]
  /// The layouts of the fillers without these parts, in order; empty if nothing is lacking.
  private let unfilled: [SectionLayout]
  /// Distances from the content's start to each section and, at the end, to the end of the last section, in points.
  ///
  /// The content may be longer.
  let sectionTops: [Double]
  /// The numbers of the sections in which an element that does not pin may have an area, ascending. Without this list,
  /// a search would visit every section without an extent, and millions of these may be at one place.
  let sectionsWithArea: [Int32]
  /// The numbers of the sections in which a cell may have an area, ascending.
  let sectionsWithCells: [Int32]
  /// The numbers of the sections with an extent above 0, ascending. Mostly the same list.
  let sectionsWithExtent: [Int32]
  /// The distance from the container's edge to the farthest end of a cell across the scroll axis, at least the
  /// container's width, in points.
  let reachAcross: Double
  let axis: Axis
  /// The numbers of the sections whose cells may be seen beyond their frames, ascending.
  let sectionsWithReach: [Int32]
  /// The greatest reach of a section, in points.
  let reach: Double
  /// Memory that the layout uses, without the snapshot and the section layouts, in bytes.
  public let byteCount: Int

  private static let objectBytes = HeapBytes.object(
    (
      Snapshot, Double, [SectionLayout], [SectionLayout], [Double], [Int32], [Int32], [Int32],
      Double, Axis, [Int32], Double, Int
    )
    .self)

  /// Stacks section layouts, one for each section of the snapshot, below the global headers, and lets the fillers share
  /// what the content lacks (docs/rules.md#minimum-content-length). O(sections)
  public init(
    _ snapshot: Snapshot, containerWidth: Double, sectionLayouts given: [SectionLayout]
  ) throws(LayoutError) {
    precondition(given.count == snapshot.sections.count, "one layout for each section")
    var top = snapshot.globalHeaders.extent
    guard top <= greatestCoordinate else { throw .contentTooLarge(section: nil) }
    var sectionTops = [top]
    sectionTops.reserveCapacity(given.count + 1)
    var reachAcross = containerWidth
    for (number, layout) in given.enumerated() {
      top += layout.extent
      guard top <= greatestCoordinate else { throw .contentTooLarge(section: number) }
      sectionTops.append(top)
      reachAcross = max(reachAcross, layout.reachAcross)
    }
    self.reachAcross = reachAcross
    let length = max(top, snapshot.minimumContentLength)
    var sectionLayouts = given
    var (unfilled, filledByteCount): ([SectionLayout], Int) = ([], 0)
    if length > top, !snapshot.fillers.isEmpty {
      let part = (length - top) / Double(snapshot.fillers.count)
      unfilled.reserveCapacity(snapshot.fillers.count)
      var last: SectionLayout?
      for number in snapshot.fillers.lazy.map(Int.init) {
        // Neighbours mostly share their layout.
        if unfilled.last !== given[number] {
          let filled = given[number].filled(snapshot.sections[number], by: part)
          filledByteCount += filled.byteCount
          last = filled
        }
        unfilled.append(given[number])
        if let last { sectionLayouts[number] = last }
      }
      for (number, layout) in sectionLayouts.enumerated() {
        sectionTops[number + 1] = sectionTops[number] + layout.extent
      }
    }
    self.unfilled = unfilled
    self.snapshot = snapshot
    self.containerWidth = containerWidth
    self.sectionLayouts = sectionLayouts
    self.sectionTops = sectionTops
    let candidates = snapshot.sectionsWithCachedElements
    let countWithArea = candidates.reduce(0) { $0 + (sectionLayouts[Int($1)].extent > 0 ? 1 : 0) }
    let countWithCells = candidates.reduce(0) { $0 + (sectionLayouts[Int($1)].hasCells ? 1 : 0) }
    let countWithExtent = sectionLayouts.reduce(0) { $0 + ($1.extent > 0 ? 1 : 0) }
    // Equal lists share memory.
    let numbersWithArea =
      countWithArea == candidates.count
      ? candidates
      : [Int32](capacity: countWithArea) { numbers in
        for number in candidates where sectionLayouts[Int(number)].extent > 0 {
          numbers.append(number)
        }
      }
    let numbersWithCells =
      countWithCells == countWithArea
      ? numbersWithArea
      : [Int32](capacity: countWithCells) { numbers in
        for number in candidates where sectionLayouts[Int(number)].hasCells {
          numbers.append(number)
        }
      }
    let numbersWithExtent =
      countWithArea == countWithExtent
      ? numbersWithArea
      : [Int32](capacity: countWithExtent) { numbers in
        for (number, layout) in sectionLayouts.enumerated() where layout.extent > 0 {
          numbers.append(Int32(number))
        }
      }
    sectionsWithArea = numbersWithArea
    sectionsWithCells = numbersWithCells
    sectionsWithExtent = numbersWithExtent
    reach = snapshot.hasMembers ? sectionLayouts.reduce(0) { max($0, $1.reach) } : 0
    let numbersWithReach =
      reach == 0 ? [] : numbersWithCells.filter { sectionLayouts[Int($0)].reach > 0 }
    sectionsWithReach = numbersWithReach
    byteCount =
      Layout.objectBytes + HeapBytes.array(numbersWithReach) + HeapBytes.array(sectionLayouts)
      + HeapBytes.array(sectionTops)
      + (countWithArea == candidates.count ? 0 : HeapBytes.array(numbersWithArea))
      + (countWithCells == countWithArea ? 0 : HeapBytes.array(numbersWithCells))
      + (countWithArea == countWithExtent ? 0 : HeapBytes.array(numbersWithExtent))
      + HeapBytes.array(unfilled) + filledByteCount
    axis = Axis(
      isHorizontal: snapshot.scrollDirection == .horizontal,
      isMirrored: snapshot.layoutDirection == .rtl,
      contentExtentAcross: containerWidth, contentExtentAlong: length)
  }

  /// The layout of one of the snapshot's sections, without a part of what the content lacks. Other layouts of equal
  /// sections may share it.
  public func sectionLayout(_ number: Int) -> SectionLayout {
    if unfilled.isEmpty { return sectionLayouts[number] }
    let fillers = snapshot.fillers
    let place = partitionPoint(0..<fillers.count) { Int(fillers[$0]) >= number }
    let isFiller = place < fillers.count && Int(fillers[place]) == number
    return isFiller ? unfilled[place] : sectionLayouts[number]
  }

  /// The size of the content, in points; transposed if scrolling is horizontal.
  public var contentSize: Size { axis.contentSize }

  /// The bounds of a viewport at the start of the content.
  ///
  /// - Parameter length: The viewport's extent along the scroll axis, in points.
  public func firstScreen(length: Double) -> Rect {
    axis.answered(Rect(x: 0, y: 0, width: containerWidth, height: length))
  }

  /// The frame of an existing section, from its headers to its footers, in content coordinates.
  public func frame(ofSection number: Int) -> Rect {
    axis.answered(
      Rect(
        x: 0, y: sectionTops[number], width: containerWidth,
        height: sectionLayouts[number].extent))
  }
}

extension Layout {
  /// An existing section with its position.
  func placed(_ number: Int) -> PlacedSection {
    PlacedSection(
      number: number, section: snapshot.sections[number], layout: sectionLayouts[number],
      minY: sectionTops[number], maxY: sectionTops[number + 1], containerWidth: containerWidth)
  }

  /// The frame of a global header at rest, in the engines' space.
  func globalHeaderFrame(_ entry: SupplementaryStack.Entry) -> Rect {
    Rect(x: 0, y: entry.top, width: containerWidth, height: entry.element.extent)
  }

  /// The attributes of an element, given its frame in the engines' space.
  @inline(__always)
  func attributes(
    _ kind: Element.Kind, _ section: Int, _ index: Int, _ frame: Rect, zIndex: Int,
    columnIndex: Int? = nil
  ) -> LayoutAttributes {
    LayoutAttributes(
      element: Element(kind: kind, section: section, index: index), frame: axis.answered(frame),
      zIndex: zIndex, columnIndex: columnIndex)
  }

  /// The positions in `numbers` of the sections that may overlap the window. `numbers` are ascending section numbers.
  /// O(log sections)
  func sections(_ numbers: [Int32], in window: AxisWindow) -> Range<Int> {
    let first = partitionPoint(0..<numbers.count) {
      !window.isSurelyBefore(sectionTops[Int(numbers[$0]) + 1])
    }
    let end = partitionPoint(first..<numbers.count) {
      window.isSurelyBehind(sectionTops[Int(numbers[$0])])
    }
    return first..<end
  }
}
