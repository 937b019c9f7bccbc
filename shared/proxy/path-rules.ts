import { ServiceError } from "#shared/contract/errors.ts";

/** Only unreserved characters and sub-delimiters, no empty segment, none that begins with a dot: nothing here needs decoding. */
const plain = /^(?:\/[A-Za-z0-9_~!$&'()*+,;=:@-][A-Za-z0-9._~!$&'()*+,;=:@-]*)+\/?$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const forbidden = /[\u0000-\u001f\u007f-\u009f\\]|%(?:2e|2f|5c)/i;

/** Some systems read them as what makes a path. No name of a file is written with them; other names may be. */
const wideForms = /[\uff0e\uff0f\uff3c]/;

/** No path of FileMaker's APIs or of ours has a tenth of them, and each is looked at on its own. */
const maxSegments = 256;

/** Segments behind these words are names that people chose: they may hold a slash. */
const freeNamesAfter = new Set(["layouts", "script", "containers"]);

/** Says whether the segment at a place is a name that may hold an encoded slash. */
export type FreeNames = (segments: readonly string[], place: number) => boolean;

const afterKnownWords: FreeNames = (segments, index) => freeNamesAfter.has(segments[index - 1] ?? "");

/** A request target in its two parts, as they came. */
export interface Target {
  /** Percent-encoded, checked. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
}

/** Splits a target and checks its path (R4.3). What passes can be sent on byte for byte. @throws ServiceError path_refused */
export function checkedTarget(target: string, isFreeName = afterKnownWords): Target {
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  if (target.includes("#")) throw new ServiceError("path_refused");
  if (!plain.test(path)) checkSegments(path, isFreeName);
  return { path, query: mark < 0 ? "" : target.slice(mark) };
}

function checkSegments(path: string, isFreeName: FreeNames): void {
  const segments = path.split("/").slice(1);
  if (segments.length > maxSegments) throw new ServiceError("path_refused");
  for (const [index, segment] of segments.entries()) {
    if (segment === "" && index < segments.length - 1) throw new ServiceError("path_refused");
    const decoded = decodedSegment(segment);
    if (forbidden.test(decoded) || decoded.split("/").some(isDotSegment)) throw new ServiceError("path_refused");
    if ((decoded.includes("/") || wideForms.test(decoded)) && !isFreeName(segments, index))
      throw new ServiceError("path_refused");
  }
}

/** Also inside a name with slashes, and with parameters behind: web servers in front have taken either for a way up. */
function isDotSegment(part: string): boolean {
  return /^\.{1,2}(?:;|$)/.test(part);
}

/** A segment decoded exactly once. @throws ServiceError path_refused when it is not valid percent-encoding of UTF-8 */
export function decodedSegment(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw new ServiceError("path_refused", { cause });
  }
}

/** A query without its `apiKey`, every other byte as it came. */
export function withoutApiKey(query: string): string {
  const kept = query
    .slice(1)
    .split("&")
    .filter((pair) => queryName(pair) !== "apiKey");
  return kept.length === 0 ? "" : `?${kept.join("&")}`;
}

/** Every value of `apiKey` in a query, decoded. */
export function apiKeysIn(query: string): readonly string[] {
  // Most queries have none. The word may be percent-encoded, so a % is looked at as well.
  if (!query.includes("apiKey") && !query.includes("%")) return [];
  const pairs = query
    .slice(1)
    .split("&")
    .filter((pair) => queryName(pair) === "apiKey");
  return pairs.map((pair) => decodedQuery(pair.slice(pair.indexOf("=") + 1)));
}

function queryName(pair: string): string {
  const equals = pair.indexOf("=");
  return decodedQuery(equals < 0 ? pair : pair.slice(0, equals));
}

function decodedQuery(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // Not ours to refuse: it is compared with a name and then passed on as it came.
  }
}
