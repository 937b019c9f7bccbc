import type { LogSearch } from "./log-filter.ts";

/** Splits a text into parts, of which every second one is a match. */
export type Marker = (text: string) => readonly string[];

/**
 * Returns a function that marks matches. The service uses RE2, whose syntax differs from browsers': patterns that a browser doesn't support
 * aren't marked.
 */
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
    return undefined; // If the pattern is invalid, the service reports it.
  }
}
