import { ServiceError } from "#shared/contract/errors.ts";
import { bareDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { decodedSegment, type FreeNames } from "../path-rules.ts";

/** Meaning of a checked OData path. */
export type ODataPath =
  /** The server's list of files, or its `$metadata`. */
  | { readonly kind: "root"; readonly path: string }
  /** Call in a file. `rest` follows the file's name, unchanged. */
  | { readonly kind: "file"; readonly database: ODataDatabase; readonly rest: string }
  | { readonly kind: "batch"; readonly database: ODataDatabase; readonly rest: string };

export interface ODataDatabase {
  /** Segment of the path, unchanged. */
  readonly segment: string;
  /** Name in the caller's spelling. */
  readonly given: string;
  readonly folded: string;
}

const base = "/fmi/odata/v4";

/** True after the file's name: tables, fields and key values are user-defined and can contain a slash. */
export const odataFreeNames: FreeNames = (_segments, index) => index > 3;

/**
 * Parses `/fmi/odata/v4/…`. Words that decide about access are read as FileMaker Server may read them, so that no other spelling gets
 * through.
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
  // An entity by its address could belong to another file.
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
  // Without its extension a name must not become a reserved word of the root, or a dot segment.
  if (bare === "" || bare.startsWith("$")) throw new ServiceError("route_not_found");
  if (/[/\\\p{Cc}]|^\.{1,2}(?:;|$)/u.test(bare)) throw new ServiceError("path_refused");
  return { segment, given, folded: normalizedDatabaseName(given) };
}

/**
 * Returns the file's name as it is forwarded: without extension, and in its true spelling if a key knows it. OData expects the bare
 * name; calls that manage triggers expect the given extension. Specification, "Proxy endpoints".
 */
export function odataSegment(
  { segment, given, folded }: ODataDatabase,
  listed: string | undefined,
  keepsExtension: boolean,
): string {
  const name = bareDatabaseName(listed ?? given);
  // The name that is checked and the name that the server reads must be the same file, even if it ends in two extensions.
  const extension = normalizedDatabaseName(name) === folded ? "" : ".fmp12";
  const sent = name + (keepsExtension ? given.slice(bareDatabaseName(given).length) : extension);
  return sent === given ? segment : encodeURIComponent(sent);
}

/** Returns the path of something in a file. */
export function odataFilePath(segment: string, rest: string): string {
  return `${base}/${segment}${rest}`;
}
