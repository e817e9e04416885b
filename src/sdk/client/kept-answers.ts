/** Answers kept with their entity tags, the least recently used given up first. */

export interface KeptAnswer {
  etag: string;
  /** As it came: parsed anew for each caller, who may change what they get. */
  text: string;
}

export interface KeptAnswers {
  get(address: string): KeptAnswer | undefined;
  set(address: string, answer: KeptAnswer): void;
}

/** Holds at most `room` characters. */
export function keptAnswers(room: number): KeptAnswers {
  const answers = new Map<string, KeptAnswer>();
  let used = 0;

  function take(address: string): KeptAnswer | undefined {
    const answer = answers.get(address);
    if (answer) used -= answer.text.length;
    answers.delete(address);
    return answer;
  }

  function set(address: string, answer: KeptAnswer): void {
    take(address);
    if (answer.text.length > room) return;
    answers.set(address, answer);
    used += answer.text.length;
    for (const oldest of answers.keys()) {
      if (used <= room) break;
      take(oldest);
    }
  }

  return {
    set,
    get(address) {
      const answer = take(address);
      if (answer) set(address, answer);
      return answer;
    },
  };
}
