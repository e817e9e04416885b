/** `Pekka Sund <pekka@example.com>`, or the part of it that the sender gave. */
export function senderOf(name: string, address: string): string {
  if (name === '' || address === '') return name || address;
  return `${name} <${address}>`;
}
