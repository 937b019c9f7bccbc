import type { UsageCounting } from "../counting.ts";

/** Name of the log field with the counted data, as text. */
export const countedField = "counted";

/**
 * Counts with log lines, for processes that can end without notice. `write` writes a line for events without a log line of their own.
 * `instance` is a version 7 UUID; its timestamp reveals missing first lines.
 */
export function countingByLines(instance: string, write: (counted: string) => void): UsageCounting {
  let number = 0;
  const textOf = (...what: readonly unknown[]): string => {
    number += 1;
    return JSON.stringify([instance, number, ...what]);
  };
  return {
    // An array, because every byte of a log line is billed.
    call: (_at, { key, file, api, method, outcome, receivedBytes, sentBytes, firstByteMs, code, error }) =>
      textOf(
        ...[key ?? null, file ?? null, api, method, outcome, receivedBytes, sentBytes],
        ...[Number(firstByteMs.toFixed(3)), code ?? null, error ?? null],
      ),
    event: (_at, { labels, values }) => write(textOf(labels, values)),
  };
}
