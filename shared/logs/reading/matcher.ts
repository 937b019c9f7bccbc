import { RE2JS, RE2JSException } from "re2js";
import type { LogFormat } from "../format/format.ts";
import { leadingTime } from "../format/log-time.ts";
import type { SearchWish, TextRecord } from "../place.ts";

/** Decides which records are found. */
export interface Matcher {
  /** Where in these bytes a record may be found, last first: the last place before another one, or -1. */
  candidates(bytes: Buffer): (before: number) => number;
  accepts(record: TextRecord): boolean;
}

/** A text that is no pattern. */
export class PatternRefused extends Error {
  override readonly name = "PatternRefused";
}

/** @throws PatternRefused */
export function matcherOf(wish: SearchWish, format: LogFormat): Matcher {
  const { text = "", isPattern = false, isCaseSensitive = false, exclude = "", levels, from, to } = wish;
  const finds = text === "" ? undefined : isPattern ? pattern(text, isCaseSensitive) : literal(text, isCaseSensitive);
  const excludes = exclude === "" ? undefined : literal(exclude, isCaseSensitive);
  const linesOf = (record: TextRecord) => [record.text, ...record.more];
  return {
    candidates: candidatesOf(isPattern ? "" : text, isCaseSensitive),
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

/** RE2 alone: a search takes time by the length of the line, whatever somebody writes (R9.2). */
function pattern(text: string, isCaseSensitive: boolean): (line: string) => boolean {
  try {
    const compiled = RE2JS.compile(text, isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
    return (line) => compiled.test(line);
  } catch (thrown) {
    if (!(thrown instanceof RE2JSException)) throw thrown;
    throw new PatternRefused(thrown.message, { cause: thrown });
  }
}

/** Bytes are searched for the text where that tells something, so that lines without it are never looked at. */
function candidatesOf(text: string, isCaseSensitive: boolean): Matcher["candidates"] {
  const isAscii = /^[\x20-\x7e\t]*$/.test(text);
  if (text === "" || (!isCaseSensitive && !isAscii)) return () => (before) => before - 1;
  const wanted = Buffer.from(isCaseSensitive ? text : text.toLowerCase());
  return (bytes) => {
    const searched = isCaseSensitive ? bytes : Buffer.from(bytes.toString("latin1").toLowerCase(), "latin1");
    // What begins before a place ends there at the latest: no text holds a line's ending.
    return (before) => (before < wanted.length ? -1 : searched.lastIndexOf(wanted, before - wanted.length));
  };
}
