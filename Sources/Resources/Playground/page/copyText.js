/** Puts a text on the clipboard; returns whether it is there. Pages that came without TLS may only do it the old way. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text) {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.className = 'aside';
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  focused?.focus?.({ preventScroll: true });
  return isCopied;
}
