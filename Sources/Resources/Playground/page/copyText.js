/** Copies a text to the clipboard; returns whether it could. Without TLS, pages may only use the old method. */
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
