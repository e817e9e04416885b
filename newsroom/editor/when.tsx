/** A date and time in the site's zone, written out in that zone and in the viewer's; and what a clock change does to it. */
import { useId, useState } from 'react';
import { ownZone, useTimes } from '../i18n/times.ts';
import { useSite } from '../shell/context.ts';
import { Labelled } from './fields.tsx';
import { useEditorWords } from './words.ts';
import { instantsAt, offsetName, wallAt } from './zone.ts';

const HOUR = 3_600_000;

interface WhenFieldProps {
  instant: Date | undefined;
  /** The sentence that says what happens then. */
  meaning: (time: string) => string;
  onInstant(instant: Date | undefined): void;
  /** A time that has passed is no problem. */
  mayPass?: boolean;
}

/** Undefined while the field has no time that exists. */
export function WhenField({ instant, meaning, onInstant, mayPass = false }: WhenFieldProps) {
  const { publish } = useEditorWords();
  const { time_zone: zone } = useSite();
  const id = useId();
  const [wall, setWall] = useState(() => wallAt(instant ?? nextHour(), zone));
  return (
    <>
      <Labelled hint={publish.zone(zone)} id={id} label={publish.when}>
        <input
          aria-describedby={`${id}-hint`}
          id={id}
          onChange={({ currentTarget: { value } }) => {
            setWall(value);
            onInstant(instantsAt(value, zone)[0]);
          }}
          type="datetime-local"
          value={wall}
        />
      </Labelled>
      <Meaning instant={instant} mayPass={mayPass} meaning={meaning} name={id} onInstant={onInstant} wall={wall} />
    </>
  );
}

interface MeaningProps extends Required<WhenFieldProps> {
  wall: string;
  name: string;
}

function Meaning({ wall, instant, name, meaning, mayPass, onInstant }: MeaningProps) {
  const { publish } = useEditorWords();
  const { time_zone: zone } = useSite();
  const own = ownZone();
  const times = useTimes(zone);
  const ownTimes = useTimes(own);
  const instants = instantsAt(wall, zone);
  if (instants.length === 0)
    return (
      <p className="field-problem" role="alert">
        {publish.missing}
      </p>
    );
  if (!instant) return null;
  const iso = instant.toISOString();
  return (
    <div role="status">
      {instants.length > 1 && (
        <div className="twice">
          <p className="field-problem">{publish.twice}</p>
          {instants.map((one) => (
            <label className="radio" key={one.getTime()}>
              <input
                checked={one.getTime() === instant.getTime()}
                name={`${name}-which`}
                onChange={() => onInstant(one)}
                type="radio"
              />{' '}
              {times.wall(one.toISOString())} {offsetName(one, zone)}
            </label>
          ))}
        </div>
      )}
      {!mayPass && instant.getTime() <= Date.now() ? (
        <p className="field-problem">{publish.past}</p>
      ) : (
        <p>{meaning(`${times.wall(iso)} (${zone}, ${offsetName(instant, zone)})`)}</p>
      )}
      {own !== zone && <p className="note">{publish.yours(`${ownTimes.moment(iso)} (${own})`)}</p>}
    </div>
  );
}

export function nextHour(): Date {
  return new Date(Math.ceil(Date.now() / HOUR) * HOUR);
}
