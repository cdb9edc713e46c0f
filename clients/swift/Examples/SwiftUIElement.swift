// Views of SwiftUI that look as an element of a layout says.
#if canImport(SwiftUI)
  import CollectionLayout
  import SwiftUI

  extension View {
    /// Gives a view the colour, opacity, matrix and order of an element, and moves it to a place. Its size is that of the
    /// element's frame already.
    func look(of element: LayoutElement, at place: CGPoint = .zero) -> some View {
      background { Color(hex: element.color ?? element.backgroundColor ?? "") }
        .opacity(element.hidden ? 0 : element.alpha)
        .modifier(MatrixEffect(matrix: element.matrix))
        .offset(x: place.x, y: place.y)
        .zIndex(Double(element.zIndex))
    }

    /// Shows a view where an element is and as it says, in a stack that begins at the top left.
    func shown(as element: LayoutElement) -> some View {
      frame(width: element.frame.width, height: element.frame.height)
        .look(of: element, at: element.frame.origin)
    }
  }

  /// Shows a view as the matrix of an element does, about the view's centre.
  struct MatrixEffect: GeometryEffect {
    /// 16 numbers in the order of `CATransform3D`; nil changes nothing.
    let matrix: [Double]?

    func effectValue(size: CGSize) -> ProjectionTransform {
      var seen = ProjectionTransform()
      guard let m = matrix?.map({ CGFloat($0) }) else { return seen }
      let (x, y) = (size.width / 2, size.height / 2)
      // A view is flat: the rows and columns for z are left out.
      var rows = [0, 4, 12].map { [m[$0], m[$0 + 1], m[$0 + 3]] }
      // SwiftUI counts from the corner: moved to the centre before, and back after.
      rows[2] = (0..<3).map { rows[2][$0] - x * rows[0][$0] - y * rows[1][$0] }
      rows = rows.map { [$0[0] + x * $0[2], $0[1] + y * $0[2], $0[2]] }
      (seen.m11, seen.m12, seen.m13) = (rows[0][0], rows[0][1], rows[0][2])
      (seen.m21, seen.m22, seen.m23) = (rows[1][0], rows[1][1], rows[1][2])
      (seen.m31, seen.m32, seen.m33) = (rows[2][0], rows[2][1], rows[2][2])
      return seen
    }
  }

  extension Color {
    /// A colour such as `#3366FF`. Nil for other texts: a snapshot may have any, and the app knows what they mean.
    init?(hex text: String) {
      guard text.utf8.count == 7, text.first == "#", let number = Int(text.dropFirst(), radix: 16)
      else { return nil }
      func part(_ bits: Int) -> Double { Double(number >> bits & 255) / 255 }
      self.init(red: part(16), green: part(8), blue: part(0))
    }
  }
#endif
