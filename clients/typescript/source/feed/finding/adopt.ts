/**
 * Gives a page, or the shadow root around some content, styles in a layer, over which all styles without one go. Returns a function that
 * takes them back.
 */
export function adopt(content: HTMLElement, styles: string) {
  const root: any = content.getRootNode();
  const { CSSStyleSheet } = content.ownerDocument.defaultView as Window & typeof globalThis;
  // Older browsers have only what the page says.
  if (!root.adoptedStyleSheets) return () => {};
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@layer layoutd{${styles}}`);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other: CSSStyleSheet) => other !== sheet);
  };
}
