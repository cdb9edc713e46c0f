import Comparison
import Foundation
import Oracle
import Testing

@testable import LayoutCore

/// Layouts that were published for UICollectionView, as effects: each is compared with what its own formulas say.
@Suite("Published layouts are effects")
struct PublishedLayoutsTests {
  @Test("At a thousand random places, to 10⁻⁹", arguments: PublishedLayout.all)
  func published(_ published: PublishedLayout) throws {
    let layout = try published.layout()
    let item = try #require(
      layout.attributes(
        of: Element(kind: .cell, section: 0, index: 100), bounds: nil, inset: .zero))
    var random = SplitMix64(seed: UInt64(published.name.utf8.count))
    for number in 0..<1000 {
      let place =
        published.isOnlyAtStops
        ? published.stops[number % published.stops.count]["at"]!.double!
        : Double.random(in: published.range, using: &random)
      let bounds = Rect(
        x: item.frame.x + item.frame.width / 2 - place * published.unit - 160, y: 0, width: 320,
        height: 200)
      let shown = try #require(layout.shown(item, bounds: bounds, inset: .zero))
      let look = published.look(place)
      #expect(abs(shown.alpha - min(1, max(0, look.alpha))) < 1e-9, "\(published.name) at \(place)")
      let transform = shown.transform ?? .identity
      let difference = (0..<16).map { abs(transform[$0] - look.transform[$0]) }.max()!
      #expect(
        difference < 1e-9 * (1 + abs(place) * published.unit), "\(published.name) at \(place)")
    }
  }
}

/// A published layout: the effect that says the same, and its own formulas for a cell at a place.
struct PublishedLayout: Sendable, CustomTestStringConvertible {
  struct Look {
    var transform = Transform.identity
    var alpha = 1.0
  }

  let name: String
  /// The distance of two neighbours, in points.
  let unit: Double
  var perspective: Double?
  var origin: JSONValue?
  let stops: [JSONValue]
  var range = -3.0...3
  /// Whether the formulas are curves, which the effect meets at its stops.
  var isOnlyAtStops = false
  /// What its formulas say of a cell that is `place` neighbours behind the middle.
  let look: @Sendable (_ place: Double) -> Look

  var testDescription: String { name }

  static let width = 200.0
  static let height = 150.0

  func layout() throws -> Layout {
    var effect: JSONValue = ["unit": .number(unit), "stops": .array(stops)]
    if let perspective { effect["perspective"] = .number(perspective) }
    if let origin { effect["origin"] = origin }
    return try Layout.of(
      [
        "scrollDirection": "horizontal", "engine": "flow",
        "metrics": ["minimumLineSpacing": 20, "effect": effect],
        "sections": [
          ["items": ["count": 201, "width": .number(Self.width), "height": .number(Self.height)]]
        ],
      ], containerWidth: 200)
  }

  // As Core Animation has them: what is added last is done to the cell first.

  private static func moved(_ transform: Transform, _ x: Double, _ y: Double, _ z: Double = 0)
    -> Transform
  {
    let numbers = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]
    return Transform { numbers[$0] } * transform
  }

  private static func scaled(_ transform: Transform, _ scale: Double) -> Transform {
    Transform(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0) * transform
  }

  private static func turned(_ transform: Transform, _ angle: Double) -> Transform {
    Transform(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0) * transform
  }

  private static func turnedAboutY(_ transform: Transform, _ angle: Double) -> Transform {
    let numbers = [
      cos(angle), 0, -sin(angle), 0, 0, 1, 0, 0, sin(angle), 0, cos(angle), 0, 0, 0, 0, 1,
    ]
    return Transform { numbers[$0] } * transform
  }

  /// What moves a cell from its place in a row to the middle, where views of carousels start.
  private static func inMiddle(_ transform: Transform, _ offset: Double) -> Transform {
    transform * moved(.identity, -offset, 0)
  }

  private static func perspective(_ distance: Double) -> Transform {
    var transform = Transform.identity
    transform[11] = -1 / distance
    return transform
  }

  static let all = [
    upCarousel, coverFlow, timeMachine, cylinder, rotary, ferrisWheel, depth, zoom, rotation, cards,
    linear, stack,
  ]

  /// UPCarouselFlowLayout with its defaults.
  private static let upCarousel = PublishedLayout(
    name: "UPCarouselFlowLayout", unit: 220,
    stops: [
      ["at": -1, "scale": 0.6, "alpha": 0.6], ["at": 0, "scale": 1, "alpha": 1],
      ["at": 1, "scale": 0.6, "alpha": 0.6],
    ]
  ) { place in
    let (most, side) = (220.0, 0.6)
    let ratio = (most - min(abs(place * 220), most)) / most
    let part = ratio * (1 - side) + side
    return Look(transform: scaled(.identity, part), alpha: part)
  }

  /// iCarousel's cover flow: tilt 0.9, spacing 0.25.
  private static let coverFlow = PublishedLayout(
    name: "iCarousel, cover flow", unit: 200, perspective: 500,
    stops: [
      ["at": -20, "x": -5.45], ["at": -1, "x": -0.7, "z": -0.5, "rotateY": 81],
      ["at": 0, "x": 0, "z": 0, "rotateY": 0, "follow": 1],
      ["at": 1, "x": 0.7, "z": -0.5, "rotateY": -81], ["at": 20, "x": 5.45],
    ], range: -20...20
  ) { place in
    let limited = max(-1, min(1, place))
    let x = (limited * 0.5 * 0.9 + place * 0.25) * width
    let transform = moved(perspective(500), x, 0, abs(limited) * width * -0.5)
    return Look(
      transform: inMiddle(turnedAboutY(transform, -limited * .pi / 2 * 0.9), place * 200))
  }

  /// iCarousel's time machine: tilt 0.3, spacing 1.
  private static let timeMachine = PublishedLayout(
    name: "iCarousel, time machine", unit: 200, perspective: 500,
    stops: [
      ["at": -2, "y": -0.6, "z": -2], ["at": 0, "alpha": 1, "follow": 1],
      ["at": 1, "alpha": 0], ["at": 2, "y": 0.6, "z": 2],
    ], range: -2...2
  ) { place in
    let transform = moved(perspective(500), 0, place * height * 0.3, place * width)
    return Look(
      transform: inMiddle(transform, place * 200), alpha: 1 - min(max(place, 0), 1))
  }

  /// iCarousel's cylinder of 12 items.
  private static let cylinder: PublishedLayout = {
    let radius = width / 2 / tan(Double.pi / 12)
    return PublishedLayout(
      name: "iCarousel, cylinder", unit: 200, perspective: 500,
      origin: ["z": .number(-radius / width)],
      stops: [["at": -6, "rotateY": -180], ["at": 0, "follow": 1], ["at": 6, "rotateY": 180]],
      range: -6...6
    ) { place in
      let transform = turnedAboutY(
        moved(perspective(500), 0, 0, -radius), place / 12 * 2 * .pi)
      return Look(transform: inMiddle(moved(transform, 0, 0, radius), place * 200))
    }
  }()

  /// iCarousel's rotary of 12 items, whose cells go round a circle.
  private static let rotary: PublishedLayout = {
    let radius = width / 2 / tan(Double.pi / 12)
    @Sendable func circle(_ place: Double) -> (x: Double, z: Double) {
      let angle = place / 12 * 2 * .pi
      return (radius * sin(angle), radius * cos(angle) - radius)
    }
    return PublishedLayout(
      name: "iCarousel, rotary", unit: 200, perspective: 500,
      stops: (-12...12).map { step in
        let (x, z) = circle(Double(step) / 2)
        return [
          "at": .number(Double(step) / 2), "x": .number(x / width), "z": .number(z / width),
          "follow": 1,
        ]
      }, isOnlyAtStops: true
    ) { place in
      let (x, z) = circle(place)
      return Look(transform: inMiddle(moved(perspective(500), x, 0, z), place * 200))
    }
  }()

  /// FSPagerView's Ferris wheel.
  private static let ferrisWheel: PublishedLayout = {
    let spacing = width * 0.85
    let radius = spacing * 14 / (2 * .pi)
    return PublishedLayout(
      name: "FSPagerView, Ferris wheel", unit: spacing,
      origin: ["y": .number(0.5 + radius / height)],
      stops: [
        ["at": -5, "rotate": 0, "follow": 0],
        ["at": -5, "rotate": .number(-5.0 / 14 * 360), "follow": 1],
        ["at": -0.5, "alpha": 0.6], ["at": -0.5, "alpha": 1], ["at": 0.5, "alpha": 1],
        ["at": 0.5, "alpha": 0.6],
        ["at": 5, "rotate": .number(5.0 / 14 * 360), "follow": 1],
        ["at": 5, "rotate": 0, "follow": 0],
      ], range: -6...6
    ) { place in
      let alpha = abs(place) < 0.5 ? 1 : 0.6
      guard abs(place) <= 5 else { return Look(alpha: alpha) }
      var transform = moved(.identity, -place * spacing, radius)
      transform = turned(transform, place * 2 * .pi / 14)
      return Look(transform: moved(transform, 0, -radius), alpha: alpha)
    }
  }()

  /// FSPagerView's depth.
  private static let depth = PublishedLayout(
    name: "FSPagerView, depth", unit: 220,
    stops: [
      ["at": -1, "alpha": 0], ["at": -1, "alpha": 1], ["at": 0, "follow": 0],
      ["at": 0, "alpha": 1, "scale": 1, "follow": 1],
      ["at": 1, "alpha": 0, "scale": 0.5, "follow": 1],
      ["at": 1, "alpha": 0, "scale": 1, "follow": 0],
    ]
  ) { place in
    if place < -1 || place >= 1 { return Look(alpha: 0) }
    if place <= 0 { return Look() }
    let moves = moved(.identity, -place * 220, 0)
    return Look(transform: scaled(moves, 0.5 + 0.5 * (1 - place)), alpha: 1 - place)
  }

  /// AnimatedCollectionViewLayout's zoom.
  private static let zoom = PublishedLayout(
    name: "AnimatedCollectionViewLayout, zoom", unit: 320,
    stops: [
      ["at": -1, "scale": 1], ["at": -1, "scale": 0.8], ["at": 1, "scale": 1.2],
      ["at": 1, "scale": 1],
    ]
  ) { place in
    Look(transform: abs(place) >= 1 ? .identity : scaled(.identity, 0.2 * place + 1))
  }

  /// AnimatedCollectionViewLayout's rotation.
  private static let rotation = PublishedLayout(
    name: "AnimatedCollectionViewLayout, rotation", unit: 320,
    stops: [
      ["at": -1, "alpha": 1, "rotate": 0], ["at": -1, "alpha": 0, "rotate": -45],
      ["at": 0, "alpha": 1], ["at": 1, "alpha": 0, "rotate": 45],
      ["at": 1, "alpha": 1, "rotate": 0],
    ]
  ) { place in
    if abs(place) >= 1 { return Look() }
    return Look(transform: turned(.identity, .pi / 4 * place), alpha: 1 - abs(place))
  }

  /// AnimatedCollectionViewLayout's cards, in a view of 320 points.
  private static let cards = PublishedLayout(
    name: "AnimatedCollectionViewLayout, cards", unit: 320,
    stops: [
      ["at": -3, "scale": 0.4, "follow": 0.16], ["at": -1.5, "alpha": 0], ["at": -0.5, "alpha": 1],
      ["at": 0, "scale": 0.7, "follow": 0.28], ["at": 0.5, "alpha": 1], ["at": 1.5, "alpha": 0],
      ["at": 3, "scale": 0.4, "follow": 0.16],
    ]
  ) { place in
    let moves = moved(.identity, -(320 * 0.4 * place), 0)
    let scales = scaled(.identity, 0.7 - 0.1 * abs(place))
    return Look(transform: moves * scales, alpha: 1 - abs(place) + 0.5)
  }

  /// CollectionViewPagingLayout's `linear`, whose pages all lie in the middle.
  private static let linear = PublishedLayout(
    name: "CollectionViewPagingLayout, linear", unit: 320,
    stops: [
      ["at": -5, "x": -3.5], ["at": -1, "x": -0.86, "scale": 0.6],
      ["at": 0, "x": 0, "scale": 1, "follow": 1], ["at": 1, "x": 0.86, "scale": 0.6],
      ["at": .number(1.8 / 0.66), "x": 2], ["at": 5, "x": 2],
    ], range: -5...5
  ) { place in
    let scale = min(max(1 - abs(place) * 0.4, 0.6), 1)
    let across = (1 - scale) * width / 2 * (place > 0 ? -1 : 1)
    let x = min(width * 0.66 * place - across, width * 2)
    let y = min(height * 0.2 * abs(place) - (1 - scale) * height / 2, 0)
    return Look(transform: inMiddle(scaled(moved(.identity, x, y), scale), place * 320))
  }

  /// CollectionViewPagingLayout's stack of four cards at the top, which pops to the left.
  private static let stack = PublishedLayout(
    name: "CollectionViewPagingLayout, stack", unit: 320,
    stops: [
      ["at": -2, "x": -2.9, "y": 0.6], ["at": -1, "alpha": 0, "rotate": -18],
      ["at": -1, "alpha": 0.2], ["at": .number(-9 / 9.8), "alpha": 1],
      ["at": 0, "alpha": 1, "scale": 1, "x": 0, "y": 0, "rotate": 0, "follow": 1],
      ["at": 3, "alpha": 0.4], ["at": .number(4 / 1.2), "alpha": 0],
      ["at": 5, "scale": 0.4, "y": -0.8],
    ], range: -2...5
  ) { place in
    let scale = 1 - max(place, 0) * 0.12
    var (x, y) = (0.0, height * 0.1 * -max(place, 0) + (scale - 1) * height / 2)
    if place < 0 {
      x -= width * -1.45 * place
      y -= height * 0.3 * place
    }
    var alpha = 1.0
    if place >= 3 {
      alpha = 1 - min(1, max(0, place - 3))
    } else if place < 0 {
      alpha = min(1, max(0, (place + 1) / 0.1))
    }
    if alpha > 0 { alpha -= place * 0.2 }
    let angle = place <= 0 ? -min(1, abs(place)) * .pi / 10 : 0
    let transform = turned(scaled(moved(.identity, x, y), scale), angle)
    return Look(transform: inMiddle(transform, place * 320), alpha: alpha)
  }
}
