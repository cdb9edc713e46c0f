// Whoever asks a service also needs the words to say what.
@_exported public import LayoutTypes
