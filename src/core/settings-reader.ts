/** Reads settings one by one and collects every problem. */

export type Env = Record<string, string | undefined>;
export type SettingsReader = ReturnType<typeof settingsReader>;

const UNIT_SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

export function settingsReader(env: Env, faults: string[]) {
  const given = (name: string) => env[name]?.trim() || undefined;
  const optional = (name: string, pattern: RegExp, rule: string): string | null => {
    const value = given(name);
    if (value === undefined) return null;
    // The message does not show the value: it may contain a secret or a password.
    if (!pattern.test(value)) faults.push(`${name} ${rule}.`);
    return value;
  };
  return {
    optional,
    text: (name: string, fallback: string) => given(name) ?? fallback,
    integer(name: string, fallback: number, least: number, most: number): number {
      const value = given(name) ?? String(fallback);
      const inRange = /^\d{1,12}$/.test(value) && Number(value) >= least && Number(value) <= most;
      if (!inRange) faults.push(`${name} must be a whole number from ${least} to ${most}; it is “${value}”.`);
      return inRange ? Number(value) : fallback;
    },
    choice(name: string, choices: string[], fallback: string): string {
      const value = given(name) ?? fallback;
      if (!choices.includes(value)) faults.push(`${name} must be one of ${choices.join(', ')}; it is “${value}”.`);
      return value;
    },
    /** Seconds; 0 stays 0. */
    duration(name: string, fallback: number, most: number): number {
      const value = given(name);
      if (value === undefined) return fallback;
      const [, number, unit = ''] = /^(\d{1,9})([smhd])$/.exec(value === '0' ? '0s' : value) ?? [];
      const seconds = Number(number) * (UNIT_SECONDS[unit] ?? 1);
      if (seconds <= most) return seconds;
      faults.push(`${name} must be a duration such as 90s, 30m, 24h or 7d, or 0; it is “${value}”.`);
      return fallback;
    },
    flag(name: string, fallback: '0' | '1' = '0'): boolean {
      const value = (given(name) ?? fallback).toLowerCase();
      if (!['0', '1', 'true', 'false'].includes(value)) faults.push(`${name} must be 0 or 1; it is “${value}”.`);
      return value === '1' || value === 'true';
    },
    address(name: string): string | null {
      const value = optional(
        name,
        /^https?:\/\/[^\s/?#]+(\/[^\s?#]*)?$/,
        'must be an address such as https://example.com',
      );
      return value?.replace(/\/+$/, '') ?? null;
    },
    list(name: string, pattern: Pick<RegExp, 'test'>, rule: string, fallback: string[] = []): string[] {
      const text = given(name);
      if (text === undefined) return fallback;
      const values = text.split(',').flatMap((value) => value.trim() || []);
      if (values.length === 0) faults.push(`${name} is an empty list; omit it for the default.`);
      if (!values.every((value) => pattern.test(value))) faults.push(`${name} ${rule}.`);
      return values;
    },
  };
}
