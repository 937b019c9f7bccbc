import { shownLine } from "./rules.ts";
import type { ProcessStore } from "./store.ts";

/** Number of lines per read. The store reads them in hundreds. */
const linesAtOnce = 1_000;

/** Yields the log of a process as text, with time, level and text per line. Logs of any length are streamed. */
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
