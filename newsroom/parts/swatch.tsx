/** A colour of the site, as a small square. */
export function Swatch({ color }: { color: string | null }) {
  return <span className="swatch" style={color === null ? undefined : { background: color }} />;
}
