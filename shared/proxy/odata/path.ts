import { ServiceError } from "#shared/contract/errors.ts";
import { bareDatabaseName, foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import { decodedSegment, type FreeNames } from "../path-rules.ts";

/** What a checked OData path asks for. */
export type ODataPath =
  /** The server's list of files, which its `$metadata` is as well. */
  | { readonly kind: "root"; readonly path: string }
  /** Something in a file. `rest` stands behind the file's name, as it came. */
  | { readonly kind: "file"; readonly database: ODataDatabase; readonly rest: string }
  /** Many calls in one. */
  | { readonly kind: "batch"; readonly database: ODataDatabase; readonly rest: string };

export interface ODataDatabase {
  /** As it stands in the path. */
  readonly segment: string;
  /** As the caller spelled it. */
  readonly given: string;
  readonly folded: string;
}

const base = "/fmi/odata/v4";

/** Behind the file's name, tables, fields and the values of keys are people's own: they may hold a slash (R4.3). */
export const odataFreeNames: FreeNames = (_segments, index) => index > 3;

/**
 * Reads `/fmi/odata/v4/…`. The words that decide who may call are read as FileMaker Server may read them, so that no other
 * spelling slips by (R4.3).
 * @throws ServiceError route_not_found, path_refused
 */
export function odataPath(path: string): ODataPath {
  if (path === base || path === `${base}/`) return { kind: "root", path };
  if (!path.startsWith(`${base}/`)) throw new ServiceError("route_not_found");
  const end = path.indexOf("/", base.length + 1);
  const segment = path.slice(base.length + 1, end < 0 ? undefined : end);
  const rest = end < 0 ? "" : path.slice(end);
  if (rest.length < 2 && decodedSegment(segment) === "$metadata") return { kind: "root", path };
  const database = namedDatabase(segment);
  const word = /[$%]/.test(rest) ? systemWord(rest) : undefined;
  // An entity by its address could be one of another file.
  if (word === "$entity") throw new ServiceError("route_not_found");
  return { kind: word === "$batch" ? "batch" : "file", database, rest };
}

function systemWord(rest: string): string | undefined {
  const parts = rest.split("/").flatMap((segment) => decodedSegment(segment).split("/"));
  const words = parts.map((part) => /^\s*(\$(?:batch|entity))(?!\w)/i.exec(part)?.[1]?.toLowerCase());
  return words.find((word) => word === "$entity") ?? words.find((word) => word !== undefined);
}

function namedDatabase(segment: string): ODataDatabase {
  const given = decodedSegment(segment);
  const bare = bareDatabaseName(given);
  // Without its extension a name must not become one of the root's own words, or a way up.
  if (bare === "" || bare.startsWith("$")) throw new ServiceError("route_not_found");
  if (/[/\\\p{Cc}]|^\.{1,2}(?:;|$)/u.test(bare)) throw new ServiceError("path_refused");
  return { segment, given, folded: foldedDatabaseName(given) };
}

/**
 * The file's name as it goes on: bare, and in its true spelling where a key knows it. OData wants the bare name; the calls that
 * manage triggers want the extension as it was given. Specification, "Proxy endpoints".
 */
export function odataSegment(
  { segment, given, folded }: ODataDatabase,
  listed: string | undefined,
  keepsExtension: boolean,
): string {
  const name = bareDatabaseName(listed ?? given);
  // What is checked and what the server reads must be one file, also when its name ends in two extensions.
  const extension = foldedDatabaseName(name) === folded ? "" : ".fmp12";
  const sent = name + (keepsExtension ? given.slice(bareDatabaseName(given).length) : extension);
  return sent === given ? segment : encodeURIComponent(sent);
}

/** The path of something in a file. */
export function odataFilePath(segment: string, rest: string): string {
  return `${base}/${segment}${rest}`;
}
