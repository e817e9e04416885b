/** A time or a day in the time zone of the site, not of the browser. */
import { useId, useState } from 'react';
import { Labelled } from '../editor/fields.tsx';
import { instantsAt, offsetName } from '../editor/zone.ts';
import { useTimes } from '../i18n/times.ts';
import { useSite } from '../shell/context.ts';
import { dayOf, instantOf, wallOf } from './moments.ts';
import { usePartWords } from './words.ts';

interface MomentProps {
  label: string;
  /** Empty or null without a time. */
  value: string | null;
  /** Empty if the field is empty or the time does not exist. */
  onChange(value: string): void;
  hint?: string;
  problem?: string | undefined;
  /** Whether the value is a bare day. */
  isDay?: boolean;
}

export function MomentField({ label, value, onChange, hint, problem, isDay = false }: MomentProps) {
  const words = usePartWords().moment;
  const { time_zone: zone } = useSite();
  const id = useId();
  const [typed, setTyped] = useState<{ wall: string; gives: string }>();
  const isTyped = typed !== undefined && typed.gives === (value ?? '');
  const wall = isTyped ? typed.wall : wallOf(value, zone);
  const instants = instantsAt(wall, zone);
  const isMissing = !isDay && wall !== '' && instants.length === 0;
  const change = (text: string) => {
    const gives = isDay ? text : instantOf(text, zone);
    setTyped({ wall: text, gives });
    onChange(gives);
  };
  return (
    <div className="moment-field">
      <Labelled
        hint={hint ?? (isDay ? undefined : words.zone(zone))}
        id={id}
        label={label}
        problem={isMissing ? words.missing : problem}
      >
        <input
          aria-describedby={isMissing || problem ? `${id}-problem` : isDay && !hint ? undefined : `${id}-hint`}
          aria-invalid={isMissing || problem ? true : undefined}
          id={id}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          type={isDay ? 'date' : 'datetime-local'}
          value={isDay ? (isTyped ? typed.wall : dayOf(value, zone)) : wall}
        />
      </Labelled>
      {!isDay && instants.length > 1 && (
        <Which instants={instants} name={id} onChange={onChange} value={value} zone={zone} />
      )}
    </div>
  );
}

interface WhichProps {
  instants: Date[];
  name: string;
  value: string | null;
  zone: string;
  onChange(value: string): void;
}

/** The hour that clocks show twice. */
function Which({ instants, name, value, zone, onChange }: WhichProps) {
  const words = usePartWords().moment;
  const times = useTimes(zone);
  return (
    <fieldset className="field-set">
      <legend>{words.twice}</legend>
      {instants.map((one) => (
        <label className="radio" key={one.getTime()}>
          <input
            checked={value !== null && one.getTime() === Date.parse(value)}
            name={`${name}-which`}
            onChange={() => onChange(one.toISOString())}
            type="radio"
          />
          {times.wall(one.toISOString())} {offsetName(one, zone)}
        </label>
      ))}
    </fieldset>
  );
}
