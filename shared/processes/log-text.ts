import { shownLine } from "./rules.ts";
import type { ProcessStore } from "./store.ts";

/** What is read at once. The store reads lines by the hundred. */
const linesAtOnce = 1_000;

/** The log of a process as text, a line each: moment, level, text. Read as it is sent, however long it is. */
export async function* logText(store: Pick<ProcessStore, "lines">, id: number): AsyncGenerator<Uint8Array> {
  for (let since = 0; ; since += linesAtOnce) {
    const lines = await store.lines(id, since, linesAtOnce);
    const texts = lines.map(({ position, line }) => {
      const { at, level, text } = shownLine(position, line);
      return `${at} ${level.padEnd(7)} ${text}\n`;
    });
    if (texts.length > 0) yield Buffer.from(texts.join(""));
    if (lines.length < linesAtOnce) return;
  }
}
