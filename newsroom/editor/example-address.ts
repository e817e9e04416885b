/** Whether no reader can open an address: its host ends in a name that RFC 2606 reserves, such as that of the demo. */
export function isExample(address: string): boolean {
  return URL.canParse(address) && /\.(example|invalid)$/.test(new URL(address).hostname);
}
