import type { LogSearch } from "./log-filter.ts";

/** Parts of a text, every second of which was searched for. */
export type Marker = (text: string) => readonly string[];

/** Marks what was searched for. The service knows RE2, browsers know something like it: what they do not know stays unmarked. */
export function markerOf({ q, re, cs }: LogSearch): Marker {
  if (!q) return (text) => [text];
  const pattern = patternOf(re ? q : q.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), cs ? "gu" : "giu");
  if (pattern === undefined) return (text) => [text];
  return (text) => {
    const parts: string[] = [];
    let end = 0;
    for (const found of text.matchAll(pattern)) {
      if (found[0] === "") continue;
      parts.push(text.slice(end, found.index), found[0]);
      end = found.index + found[0].length;
    }
    return [...parts, text.slice(end)];
  };
}

function patternOf(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined; // The service says what is wrong with it, if anything is.
  }
}
