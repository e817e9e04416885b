import type { AuditEntry } from '../../../src/sdk/client.ts';
import { useAuditWords } from './words.ts';

type Values = NonNullable<AuditEntry['before']>;

/** The recorded fields before and after, named as in the API. */
export function Fields({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const words = useAuditWords();
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return <p className="note">{words.nothing}</p>;
  return (
    <div className="audit-fields">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            {before && <th scope="col">{words.before}</th>}
            {after && <th scope="col">{words.after}</th>}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {before && (
                <td>
                  <Value value={before[name]} />
                </td>
              )}
              {after && (
                <td>
                  <Value value={after[name]} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Value({ value }: { value: Values[string] | undefined }) {
  const words = useAuditWords();
  if (value === undefined || value === null || value === '') return <span className="note">{words.none}</span>;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return Array.isArray(value) ? value.join(', ') || <span className="note">{words.none}</span> : String(value);
}
