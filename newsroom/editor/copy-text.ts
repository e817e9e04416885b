/** Copies what an element shows, with its formatting. If the browser refuses, the text is selected, ready for Ctrl C. */
export function copyText(element: HTMLElement): boolean {
  const selection = window.getSelection();
  selection?.selectAllChildren(element);
  // Pages that are not served securely have no other clipboard.
  const isCopied = document.execCommand('copy');
  if (isCopied) selection?.removeAllRanges();
  return isCopied;
}
