/**
 * Other installations of the interface write some values differently. Bodies and lines are normalized before validation: an
 * empty address becomes null where null is allowed, `//host/…` becomes `https://host/…`, invalid characters of addresses are
 * escaped, and unknown fields of attachments can be dropped instead of rejected.
 */
import type { TSchema } from 'typebox';
import { DROPS_UNKNOWN, isAddress } from '../contract/common.ts';
import type { Problem } from '../core/errors.ts';
import { plainAddress } from '../core/web-address.ts';

/** Collects dropped fields; without it unknown fields stay, and the schema rejects them. */
type Dropped = Problem[] | undefined;
type Rewrite = (value: unknown, path: string, dropped: Dropped) => unknown;
type Members = Record<string, unknown>;
type Keywords = {
  type?: string | string[];
  properties?: Record<string, TSchema>;
  additionalProperties?: unknown;
  items?: TSchema;
  [DROPS_UNKNOWN]?: boolean | 'always';
};

/** Returns the same value if nothing changes; never modifies its argument. */
export function normalizer(schema: TSchema): (value: unknown, dropped?: Problem[]) => unknown {
  const rewrite = rewriteBy(schema);
  return (value, dropped) => (rewrite ? rewrite(value, '', dropped) : value);
}

/** Null for a schema without anything to normalize. */
function rewriteBy(schema: TSchema): Rewrite | null {
  const keywords = schema as Keywords; // a schema is a plain object of JSON Schema keywords
  if (isAddress(schema)) return addressRewrite(keywords.type?.includes('null') ?? false);
  if (keywords.items) return itemsRewrite(rewriteBy(keywords.items));
  return keywords.properties ? membersRewrite(keywords) : null;
}

function addressRewrite(isNullable: boolean): Rewrite {
  return (value) => {
    if (value === '' && isNullable) return null;
    return typeof value === 'string' ? plainAddress(value) : value;
  };
}

function itemsRewrite(item: Rewrite | null): Rewrite | null {
  if (!item) return null;
  return (value, path, dropped) => {
    if (!Array.isArray(value)) return value;
    const rewritten = value.map((one, index) => item(one, `${path}/${index}`, dropped));
    return rewritten.some((one, index) => one !== value[index]) ? rewritten : value;
  };
}

function membersRewrite(keywords: Keywords): Rewrite | null {
  const { properties = {}, additionalProperties, [DROPS_UNKNOWN]: drops = false } = keywords;
  const known = new Map(Object.entries(properties).map(([name, schema]) => [name, rewriteBy(schema)]));
  const others = typeof additionalProperties === 'object' ? rewriteBy(additionalProperties as TSchema) : null;
  if (!drops && !others && [...known.values()].every((rewrite) => rewrite === null)) return null;
  const isNullable = keywords.type?.includes('null') ?? false;
  return (value, path, dropped) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    let changed: Members | undefined;
    for (const [name, member] of Object.entries(value)) {
      if (!known.has(name) && (drops === 'always' || (drops && dropped))) {
        dropped?.push({ path: `${path}/${name}`, message: 'unknown field' });
        changed ??= { ...value };
        delete changed[name];
        continue;
      }
      const rewrite = known.has(name) ? known.get(name) : others;
      const rewritten = rewrite ? rewrite(member, `${path}/${name}`, dropped) : member;
      if (rewritten === member) continue;
      changed ??= { ...value };
      changed[name] = rewritten;
    }
    const left = changed ?? value;
    return drops && dropped && isNullable && Object.keys(left).length === 0 ? null : left;
  };
}
