import type { ODataSettings } from "../../world/schema/odata-schema.ts";
import { syntaxError, unsupported } from "../odata-error.ts";
import { splitTop } from "./split-top.ts";

/** Query options of a request or of an `$expand` in it, by name without the dollar sign. */
export interface QueryOptions {
  readonly filter?: string;
  readonly select?: string;
  readonly expand?: string;
  readonly orderby?: string;
  readonly top?: string;
  readonly skip?: string;
  readonly count?: string;
  readonly apply?: string;
  readonly id?: string;
  /** By name with the at sign. */
  readonly aliases: ReadonlyMap<string, string>;
}

const KNOWN = ["filter", "select", "expand", "orderby", "top", "skip", "count", "apply", "id"] as const;
type OptionName = (typeof KNOWN)[number];

export const NO_OPTIONS: QueryOptions = { aliases: new Map() };

/** Parses the query of a URL. @throws ODataError if FileMaker's own parser fails */
export function queryOptions(query: string, { encodedColon }: Pick<ODataSettings, "encodedColon">): QueryOptions {
  if (query === "") return NO_OPTIONS;
  refuseEncodedDelimiters(query, encodedColon === "refused");
  return namedOptions(
    query.split("&").filter((pair) => pair !== ""),
    decode,
  );
}

/** Parses the parentheses of an `$expand`. @throws ODataError */
export function nestedOptions(text: string, aliases: QueryOptions["aliases"]): QueryOptions {
  const options = namedOptions(splitTop(text, ";"), (part) => part);
  return { ...options, aliases };
}

function namedOptions(pairs: readonly string[], read: (text: string) => string): QueryOptions {
  const found: Partial<Record<OptionName, string>> = {};
  const aliases = new Map<string, string>();
  for (const pair of pairs) {
    const equal = pair.indexOf("=");
    const name = read(equal === -1 ? pair : pair.slice(0, equal)).trim();
    const value = equal === -1 ? "" : read(pair.slice(equal + 1)).trim();
    if (name.startsWith("@")) {
      aliases.set(name, value);
      continue;
    }
    const known = KNOWN.find((option) => option === name.replace(/^\$/, ""));
    const token = name === "$skiptoken" ? /^s(\d{1,15})t\d+$/.exec(value)?.[1] : undefined;
    if (known !== undefined) found[known] = value;
    else if (token !== undefined) found.skip = token;
    else if (/^\$(?:search|compute|deltatoken|skiptoken|schemaversion|levels|index)$/.test(name)) throw unsupported();
    else if (name.startsWith("$") && name !== "$format") throw syntaxError(name);
  }
  return { ...found, aliases };
}

/** Refuses encoded delimiters: the engine splits the query before it decodes it, so it doesn't recognize them. */
function refuseEncodedDelimiters(query: string, refusesColons: boolean): void {
  let isQuoted = false;
  const isApply = /(?:^|&)\$?apply=/.test(query);
  for (const { 0: token, index } of query.matchAll(/'|%27|%2[cC]|%24|%2[89]|%3[aA]|&/g)) {
    if (token === "'" || token === "%27") isQuoted = !isQuoted;
    else if (token === "&") isQuoted = false;
    else if (/3a/i.test(token)) {
      if (refusesColons && !isQuoted) throw syntaxError(timeAround(query, index));
    } else if (!isQuoted && (/2c|24/i.test(token) || isApply)) throw syntaxError(token);
  }
}

/** Returns what the engine names in its error: the time of day, such as `T00%3A00%3A00Z`. */
function timeAround(query: string, colon: number): string {
  const before = /T?\d*$/.exec(query.slice(0, colon))?.[0] ?? "";
  return before + (/^(?:%3A|[^&%])*/i.exec(query.slice(colon))?.[0] ?? "");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw syntaxError(/%(?![0-9A-Fa-f]{2}).{0,2}/.exec(text)?.[0] ?? text);
  }
}
