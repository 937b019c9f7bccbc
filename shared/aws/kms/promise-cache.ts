/** Small cache of results: the least recently used is removed first. Failures aren't cached. */
export interface PromiseCache<Answer> {
  /** Returns the result for a name. It is requested once for all simultaneous callers, and again if `isGood` rejects it. */
  get(name: string, ask: () => Promise<Answer>, isGood?: (answer: Answer) => boolean): Promise<Answer>;
}

export function promiseCache<Answer>(max: number): PromiseCache<Answer> {
  const answers = new Map<string, Promise<Answer>>();

  function remember(name: string, answer: Promise<Answer>): Promise<Answer> {
    answers.delete(name);
    answers.set(name, answer);
    for (const oldest of answers.keys()) {
      if (answers.size <= max) break;
      answers.delete(oldest);
    }
    return answer;
  }

  function asked(name: string, ask: () => Promise<Answer>): Promise<Answer> {
    const answer = remember(name, ask());
    answer.catch(() => {
      if (answers.get(name) === answer) answers.delete(name);
    });
    return answer;
  }

  return {
    async get(name, ask, isGood = () => true) {
      const known = answers.get(name);
      if (known === undefined) return asked(name, ask);
      if (isGood(await known)) return remember(name, known);
      // Another call has already requested it again.
      const now = answers.get(name);
      return now === undefined || now === known ? asked(name, ask) : now;
    },
  };
}
