import type { UsageCounting } from "../counting.ts";

/** The field of a log line that has what it counts, as text. */
export const countedField = "counted";

/**
 * Counts by lines of the log: for processes that end without notice. `write` writes a line for what has none of its own. `instance`: a UUID of
 * version 7, whose time shows whether the first lines are missing.
 */
export function countingByLines(instance: string, write: (counted: string) => void): UsageCounting {
  let number = 0;
  const textOf = (...what: readonly unknown[]): string => {
    number += 1;
    return JSON.stringify([instance, number, ...what]);
  };
  return {
    // A list, since every byte of every line is billed.
    call: (_at, { key, file, api, method, outcome, receivedBytes, sentBytes, firstByteMs, code, error }) =>
      textOf(
        ...[key ?? null, file ?? null, api, method, outcome, receivedBytes, sentBytes],
        ...[Number(firstByteMs.toFixed(3)), code ?? null, error ?? null],
      ),
    event: (_at, { labels, values }) => write(textOf(labels, values)),
  };
}
