import { ServiceError } from "#shared/contract/errors.ts";

/** Only unreserved characters and sub-delimiters, no empty segment, and no segment that starts with a dot: needs no decoding. */
const plain = /^(?:\/[A-Za-z0-9_~!$&'()*+,;=:@-][A-Za-z0-9._~!$&'()*+,;=:@-]*)+\/?$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const forbidden = /[\u0000-\u001f\u007f-\u009f\\]|%(?:2e|2f|5c)/i;

/** Wide forms of dot and slashes, which some systems read as path syntax. No file name contains them; other names can. */
const wideForms = /[\uff0e\uff0f\uff3c]/;

/** Paths of FileMaker's APIs and of ours have less than a tenth of this. Each segment is checked on its own. */
const maxSegments = 256;

/** Segments after these words are user-defined names, which can contain a slash. */
const freeNamesAfter = new Set(["layouts", "script", "containers"]);

/** True if the segment at this index is a name that can contain an encoded slash. */
export type FreeNames = (segments: readonly string[], place: number) => boolean;

const afterKnownWords: FreeNames = (segments, index) => freeNamesAfter.has(segments[index - 1] ?? "");

/** Path and query of a request target, unchanged. */
export interface Target {
  /** Percent-encoded, checked. */
  readonly path: string;
  /** Including its question mark, or empty. */
  readonly query: string;
}

/** Splits a target and checks its path. A path that passes can be forwarded byte for byte. @throws ServiceError path_refused */
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

/**
 * True for a dot segment, also inside a name with slashes or followed by parameters: web servers in front have read both as a parent
 * folder.
 */
function isDotSegment(part: string): boolean {
  return /^\.{1,2}(?:;|$)/.test(part);
}

/** Returns a segment decoded exactly once. @throws ServiceError path_refused if it isn't valid percent-encoded UTF-8 */
export function decodedSegment(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw new ServiceError("path_refused", { cause });
  }
}

/** Returns a query without its `apiKey`, otherwise byte for byte. */
export function withoutApiKey(query: string): string {
  const kept = query
    .slice(1)
    .split("&")
    .filter((pair) => queryName(pair) !== "apiKey");
  return kept.length === 0 ? "" : `?${kept.join("&")}`;
}

/** Returns every value of `apiKey` in a query, decoded. */
export function apiKeysIn(query: string): readonly string[] {
  // Most queries have no apiKey. The name can be percent-encoded, so a % is checked as well.
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
    return text; // Not ours to reject: it is compared with a name and then forwarded unchanged.
  }
}
