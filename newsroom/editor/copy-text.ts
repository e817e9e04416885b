/** Copies what an element shows, with its formatting. If the browser refuses, the text is selected, ready for Ctrl C. */
export function copyText(element: HTMLElement): boolean {
  const selection = window.getSelection();
  // The editor would copy its own selection instead.
  const copy = document.createElement('div');
  copy.className = 'for-readers';
  copy.innerHTML = element.innerHTML;
  document.body.append(copy);
  selection?.selectAllChildren(copy);
  // Pages that are not served securely have no other clipboard.
  const isCopied = document.execCommand('copy');
  copy.remove();
  if (isCopied) selection?.removeAllRanges();
  else selection?.selectAllChildren(element);
  return isCopied;
}
