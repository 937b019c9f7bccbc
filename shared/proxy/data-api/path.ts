import { ServiceError } from "#shared/contract/errors.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { decodedSegment } from "../path-rules.ts";

/** Meaning of a checked Data API path. */
export type DataApiPath =
  /** Call in a file that runs in a session. */
  | { readonly kind: "file"; readonly version: string; readonly database: NamedDatabase; readonly rest: string }
  | { readonly kind: "login"; readonly database: NamedDatabase }
  | { readonly kind: "logout"; readonly database: NamedDatabase; readonly token: string }
  | { readonly kind: "globals"; readonly version: string; readonly database: NamedDatabase; readonly rest: string }
  | { readonly kind: "databases"; readonly path: string }
  | { readonly kind: "productInfo"; readonly path: string }
  | { readonly kind: "validateSession"; readonly path: string };

export interface NamedDatabase {
  /** With extension, in the caller's spelling. */
  readonly full: string;
  readonly folded: string;
}

const versions = new Set(["v1", "v2", "vLatest"]);

/** Matches nearly every call: something in a layout of a file. */
const inLayout = /^\/fmi\/data\/(v1|v2|vLatest)\/databases\/([^/]+)(\/layouts(?:\/.*)?)$/;

/**
 * Parses `/fmi/data/{version}/…`. Words that decide about access are read as FileMaker Server may read them, decoded and without case,
 * so that no other spelling gets through.
 * @throws ServiceError route_not_found
 */
export function dataApiPath(path: string, method: string): DataApiPath {
  const usual = inLayout.exec(path);
  if (usual !== null) {
    const [, version, name, rest] = usual as unknown as [string, string, string, string];
    return { kind: "file", version, database: knownNames.get(name) ?? namedDatabase(name), rest };
  }
  const [, , , version = "", top = "", name, part, token] = path.split("/", 9);
  if (!versions.has(version)) throw new ServiceError("route_not_found");
  const word = top.toLowerCase();
  if (word === "productinfo" && !name) return { kind: "productInfo", path };
  if (word === "validatesession" && !name) return { kind: "validateSession", path };
  if (top !== "databases") throw new ServiceError("route_not_found");
  if (!name) return { kind: "databases", path };
  const database = knownNames.get(name) ?? namedDatabase(name);
  const rest = path.slice("/fmi/data/".length + version.length + 1 + top.length + 1 + name.length);
  if (!part) throw new ServiceError("route_not_found");
  const within = decodedSegment(part).toLowerCase();
  if (within !== "sessions") return { kind: within === "globals" ? "globals" : "file", version, database, rest };
  if (method === "POST" && !token) return { kind: "login", database };
  if (method === "DELETE" && token) return { kind: "logout", database, token: decodedSegment(token) };
  throw new ServiceError("method_not_allowed");
}

/** Names by path segment: clients request the same few files repeatedly. */
const knownNames = new Map<string, NamedDatabase>();
const maxKnownNames = 1_000;

function namedDatabase(segment: string): NamedDatabase {
  const name = decodedSegment(segment);
  if (/[/\\\p{Cc}]/u.test(name)) throw new ServiceError("path_refused");
  const database = { full: fullDatabaseName(name), folded: normalizedDatabaseName(name) };
  if (knownNames.size >= maxKnownNames) knownNames.clear();
  knownNames.set(segment, database);
  return database;
}
