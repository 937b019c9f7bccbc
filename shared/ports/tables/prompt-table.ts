import { StoreUnavailable, type Table } from "#shared/ports/table.ts";

/** Maximum age of a late call that counts as an outage: after a longer time the process may have been frozen. Milliseconds. */
const believedMs = 10_000;
/**
 * Number of timers that a wait consists of. A process that was blocked or frozen meanwhile runs its timers before it reads responses that
 * have already arrived; such a pause then counts as a single step.
 */
const steps = 4;

/**
 * Wraps a table for callers that can continue without it: a call that isn't answered in time counts as an outage, and until it is
 * answered no other call is made. Calls that were started continue.
 */
export function promptTable(table: Table, waitMs: number): Table {
  /** Start time of a late call that is still pending. */
  let lateSince: number | undefined;

  const promptly = async <T>(begin: () => Promise<T>): Promise<T> => {
    const since = performance.now();
    if (lateSince !== undefined && since - lateSince < believedMs) throw late(waitMs);
    const answer = begin();
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const wait = (stepsLeft: number): NodeJS.Timeout =>
      setTimeout(() => {
        if (stepsLeft > 1) {
          timer = wait(stepsLeft - 1);
          return;
        }
        lateSince = since;
        reject(late(waitMs));
      }, waitMs / steps);
    let timer = wait(steps);
    const ended = () => {
      clearTimeout(timer);
      lateSince = undefined;
    };
    answer.then(ended, ended);
    return Promise.race([answer, tooLate]);
  };

  return {
    get: (key) => promptly(() => table.get(key)),
    query: (query) => promptly(() => table.query(query)),
    put: (item, condition) => promptly(() => table.put(item, condition)),
    update: (key, change, condition) => promptly(() => table.update(key, change, condition)),
    delete: (key, condition) => promptly(() => table.delete(key, condition)),
    transact: (writes, options) => promptly(() => table.transact(writes, options)),
  };
}

function late(waitMs: number): StoreUnavailable {
  return new StoreUnavailable(`The store did not respond within ${waitMs} ms`);
}
