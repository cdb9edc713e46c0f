// Whoever lays out also needs the words to say what.
@_exported public import LayoutTypes

// The core has words of its own for some of them; in this module and outside of it these are meant.
public typealias AnchorRule = LayoutTypes.AnchorRule
public typealias EdgeInsets = LayoutTypes.EdgeInsets
public typealias ElementCategory = LayoutTypes.ElementCategory
public typealias Engine = LayoutTypes.Engine
public typealias ItemPath = LayoutTypes.ItemPath
public typealias LayoutDirection = LayoutTypes.LayoutDirection
public typealias Point = LayoutTypes.Point
public typealias Rect = LayoutTypes.Rect
public typealias ScrollDirection = LayoutTypes.ScrollDirection
public typealias Size = LayoutTypes.Size
public typealias Slide = LayoutTypes.Slide
public typealias Step = LayoutTypes.Step
public typealias Transition = LayoutTypes.Transition
