import { RE2JS, RE2JSException } from "re2js";
import type { LogFormat } from "../format/format.ts";
import { leadingTime } from "../format/log-time.ts";
import type { SearchQuery, TextRecord } from "../log-reader.ts";
import { type SearchText, searchText } from "./scan/search-text.ts";

/** Decides which records match. */
export interface Matcher {
  /** Returns a function that finds the last possible match before an index in these bytes, or -1. */
  candidates(bytes: Buffer): (before: number) => number;
  /** Text that every match contains, if its bytes show that. */
  readonly text: SearchText | undefined;
  accepts(record: TextRecord): boolean;
}

/** Invalid pattern. */
class PatternRefused extends Error {
  override readonly name = "PatternRefused";
}

/** Returns a matcher, or the error in the pattern. */
export function matcherOrFault(query: SearchQuery, format: LogFormat): Matcher | { readonly fault: string } {
  try {
    return matcherOf(query, format);
  } catch (thrown) {
    if (thrown instanceof PatternRefused) return { fault: thrown.message };
    throw thrown;
  }
}

/** @throws PatternRefused */
function matcherOf(query: SearchQuery, format: LogFormat): Matcher {
  const { text = "", isPattern = false, isCaseSensitive = false, exclude = "", levels, from, to } = query;
  const finds = text === "" ? undefined : isPattern ? pattern(text, isCaseSensitive) : literal(text, isCaseSensitive);
  const excludes = exclude === "" ? undefined : literal(exclude, isCaseSensitive);
  const linesOf = (record: TextRecord) => [record.text, ...record.more];
  return {
    candidates: candidatesOf(isPattern ? "" : text, isCaseSensitive),
    text: isPattern || !isByteSearchable(text, isCaseSensitive) ? undefined : searchText(text, isCaseSensitive),
    accepts(record) {
      if (finds !== undefined && !linesOf(record).some(finds)) return false;
      if (excludes !== undefined && linesOf(record).some(excludes)) return false;
      if (from !== undefined || to !== undefined) {
        const time = format.read(record.text).time ?? leadingTime(record.text);
        if (time === undefined || time < (from ?? time) || (to !== undefined && time >= to)) return false;
      }
      if (levels === undefined) return true;
      const { level } = format.read(record.text);
      return level !== null && levels.includes(level);
    },
  };
}

function literal(text: string, isCaseSensitive: boolean): (line: string) => boolean {
  if (isCaseSensitive) return (line) => line.includes(text);
  const lower = text.toLowerCase();
  return (line) => line.toLowerCase().includes(lower);
}

/** Uses only RE2, so that search time depends only on the length of the line, for any pattern. */
function pattern(text: string, isCaseSensitive: boolean): (line: string) => boolean {
  try {
    const compiled = RE2JS.compile(text, isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
    return (line) => compiled.test(line);
  } catch (thrown) {
    if (!(thrown instanceof RE2JSException)) throw thrown;
    throw new PatternRefused(thrown.message, { cause: thrown });
  }
}

/** True if the text can be found in bytes. Case-insensitive search requires ASCII, whose letters have the same length in both cases. */
function isByteSearchable(text: string, isCaseSensitive: boolean): boolean {
  return text !== "" && (isCaseSensitive || /^[\x20-\x7e\t]*$/.test(text));
}

/** Searches the bytes for the text if that is possible, so that lines without it are never parsed. */
function candidatesOf(text: string, isCaseSensitive: boolean): Matcher["candidates"] {
  if (!isByteSearchable(text, isCaseSensitive)) return () => (before) => before - 1;
  const wanted = Buffer.from(isCaseSensitive ? text : text.toLowerCase());
  return (bytes) => {
    // One character per byte, so that indexes are the same.
    const lower = isCaseSensitive ? undefined : bytes.toString("latin1").toLowerCase();
    const lastFrom = (start: number): number =>
      lower === undefined ? bytes.lastIndexOf(wanted, start) : lower.lastIndexOf(wanted.toString("latin1"), start);
    // A match that begins before an index also ends there: no text contains a line ending.
    return (before) => (before < wanted.length ? -1 : lastFrom(before - wanted.length));
  };
}
