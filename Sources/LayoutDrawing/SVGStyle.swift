/// The colours of a drawing, for light and dark pages. All rules apply to the drawing only, so that it can be embedded
/// in a page.
enum SVGStyle {
  /// The number of colours for sections.
  static let sectionColorCount = 8

  /// Rules for the classes that `SVGDrawing` uses; `color` is for text and outlines. Clients' colours are not used: a
  /// drawing distinguishes kinds and sections, and clients' texts must not become styles.
  static let colors: StaticString = """
    .layoutd text{fill:currentColor;stroke:none;font-family:ui-sans-serif,system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
    .layoutd .canvas{fill:#eef1f5}
    .layoutd .paper{fill:#fff}
    .layoutd .caption{color:#566070}
    .layoutd .s0{fill:#dfeafc;stroke:#92afdd;color:#1b4485}
    .layoutd .s1{fill:#fcf0df;stroke:#ddbf92;color:#6c4a16}
    .layoutd .s2{fill:#dffcee;stroke:#92ddba;color:#14613d}
    .layoutd .s3{fill:#fcdfef;stroke:#dd92bd;color:#7b1950}
    .layoutd .s4{fill:#dff7fc;stroke:#92d0dd;color:#155866}
    .layoutd .s5{fill:#e9dffc;stroke:#ae92dd;color:#471d90}
    .layoutd .s6{fill:#fce4df;stroke:#dda192;color:#7b2d19}
    .layoutd .s7{fill:#f2fcdf;stroke:#c4dd92;color:#465f14}
    .layoutd .header.s0{fill:#b9cff4}
    .layoutd .header.s1{fill:#f4dcb9}
    .layoutd .header.s2{fill:#b9f4d8}
    .layoutd .header.s3{fill:#f4b9da}
    .layoutd .header.s4{fill:#b9eaf4}
    .layoutd .header.s5{fill:#ceb9f4}
    .layoutd .header.s6{fill:#f4c5b9}
    .layoutd .header.s7{fill:#e0f4b9}
    .layoutd .globalHeader{fill:#d9dfe8;stroke:#8b95a5;color:#2c3646}
    .layoutd .shade{fill:#0f1726;fill-opacity:.12;stroke:none}
    .layoutd .viewport{fill:none;stroke:#2c3646}
    .layoutd .frame{fill-opacity:.45;stroke:none}
    .layoutd .rail rect,.layoutd .pin{fill:currentColor;stroke:none}
    .layoutd g.cell{text-anchor:middle}
    .layoutd g.header,.layoutd g.placeholder,.layoutd g.footer,.layoutd g.globalHeader{stroke:currentColor}
    .layoutd g.rowSeparator,.layoutd g.sectionSeparator{fill:currentColor;stroke:currentColor}
    .layoutd g.columnSeparator{fill:none;stroke:currentColor}
    .layoutd g.rowSeparator,.layoutd g.columnSeparator{opacity:.5}
    .layoutd g.background{fill-opacity:.7;stroke:none}
    .layoutd g.shelf{fill:currentColor;fill-opacity:.35;stroke:none}
    .layoutd g.special rect{fill-opacity:.92}
    @media(prefers-color-scheme:dark){
    .layoutd .canvas{fill:#0c0e12}
    .layoutd .paper{fill:#171a20}
    .layoutd .caption{color:#98a2b3}
    .layoutd .s0{fill:#1f2a3d;stroke:#3c5680;color:#afc7ef}
    .layoutd .s1{fill:#3d311f;stroke:#80653c;color:#f2dec0}
    .layoutd .s2{fill:#1f3d2f;stroke:#3c8061;color:#d5f6e7}
    .layoutd .s3{fill:#3d1f30;stroke:#803c63;color:#efb3d5}
    .layoutd .s4{fill:#1f383d;stroke:#3c7580;color:#c6ecf3}
    .layoutd .s5{fill:#2a1f3d;stroke:#553c80;color:#c5acee}
    .layoutd .s6{fill:#3d251f;stroke:#804a3c;color:#efbfb3}
    .layoutd .s7{fill:#333d1f;stroke:#6a803c;color:#f0f8df}
    .layoutd .header.s0{fill:#2b4164}
    .layoutd .header.s1{fill:#644d2b}
    .layoutd .header.s2{fill:#2b6449}
    .layoutd .header.s3{fill:#642b4b}
    .layoutd .header.s4{fill:#2b5a64}
    .layoutd .header.s5{fill:#402b64}
    .layoutd .header.s6{fill:#64362b}
    .layoutd .header.s7{fill:#51642b}
    .layoutd .globalHeader{fill:#2f3743;stroke:#6c7789;color:#d5dbe5}
    .layoutd .shade{fill:#000;fill-opacity:.45}
    .layoutd .viewport{stroke:#c3cad6}
    }
    """
}
