/** Suggestions for a field of text; other values are taken too. */
export type Suggestions = readonly (readonly [value: string, label: string])[];

export function Options({ id, options }: { id: string; options: Suggestions }) {
  return (
    <datalist id={id}>
      {options.map(([value, label]) => (
        <option key={value} label={label} value={value} />
      ))}
    </datalist>
  );
}
