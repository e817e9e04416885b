/** The progress of a long command: a bar on a terminal, elsewhere a line every few seconds. */

const WIDTH = 24;
const TERMINAL_PAUSE = 200;
const LINE_PAUSE = 5_000;

export interface Progress {
  /** `share` from 0 to 1, or null when the total is unknown. */
  show(words: string, share: number | null): void;
  /** Clears the bar. */
  end(): void;
}

export function progressOn(stream: NodeJS.WriteStream, now: () => number = Date.now): Progress {
  const pause = stream.isTTY ? TERMINAL_PAUSE : LINE_PAUSE;
  let [last, isShown] = [now(), false];
  return {
    show(words, share) {
      if (now() - last < pause) return;
      last = now();
      const percent = share === null ? '' : `${Math.floor(share * 100)} %`.padStart(5);
      if (!stream.isTTY) return void stream.write(`${[percent.trim(), words].filter(Boolean).join(', ')}\n`);
      isShown = true;
      stream.write(`\r\x1b[2K${share === null ? '' : `${bar(share)}${percent}  `}${words}`);
    },
    end() {
      if (isShown) stream.write('\r\x1b[2K');
      isShown = false;
    },
  };
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, share) * WIDTH);
  return `[${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}]`;
}

/** `1,234 lines (560 a second)` */
export function rate(done: number, called: string, milliseconds: number): string {
  const aSecond = Math.round(done / Math.max(milliseconds / 1000, 0.001));
  return `${count(done)} ${called} (${count(aSecond)} a second)`;
}

export const count = (number: number) => number.toLocaleString('en');
