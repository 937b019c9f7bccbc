import { foldedDatabaseName, fullDatabaseName } from "../contract/database-name.ts";
import { ServiceError } from "../contract/errors.ts";
import { decodedSegment } from "./path-rules.ts";

/** What a checked Data API path asks for. */
export type DataApiPath =
  /** A call in a file: everything that runs in a session. */
  | { readonly kind: "file"; readonly version: string; readonly database: NamedDatabase; readonly rest: string }
  | { readonly kind: "login"; readonly database: NamedDatabase }
  | { readonly kind: "logout"; readonly token: string }
  | { readonly kind: "globals"; readonly version: string; readonly database: NamedDatabase; readonly rest: string }
  | { readonly kind: "databases" | "productInfo" | "validateSession"; readonly path: string };

export interface NamedDatabase {
  /** With extension, as the caller spelled it. */
  readonly full: string;
  readonly folded: string;
}

const versions = new Set(["v1", "v2", "vLatest"]);

/**
 * Reads `/fmi/data/{version}/…`. Words of the path count only in their plain spelling, so that what is authorised here
 * is what FileMaker Server reads there (R4.3).
 * @throws ServiceError route_not_found
 */
export function dataApiPath(path: string, method: string): DataApiPath {
  const [, , , version = "", top = "", name, part, token] = path.split("/", 9);
  if (!versions.has(version)) throw new ServiceError("route_not_found");
  const word = top.toLowerCase();
  if (word === "productinfo" && !name) return { kind: "productInfo", path };
  if (word === "validatesession" && !name) return { kind: "validateSession", path };
  if (top !== "databases") throw new ServiceError("route_not_found");
  if (!name) return { kind: "databases", path };
  const database = namedDatabase(decodedSegment(name));
  const rest = path.slice(["", "fmi", "data", version, top, name].join("/").length);
  if (part === "sessions" && method === "POST" && !token) return { kind: "login", database };
  if (part === "sessions" && method === "DELETE" && token) return { kind: "logout", token: decodedSegment(token) };
  if (part === "sessions") throw new ServiceError("method_not_allowed");
  if (part === undefined || part === "") throw new ServiceError("route_not_found");
  const kind = part === "globals" ? "globals" : "file";
  return { kind, version, database, rest };
}

function namedDatabase(name: string): NamedDatabase {
  if (/[/\\\p{Cc}]/u.test(name)) throw new ServiceError("path_refused");
  return { full: fullDatabaseName(name), folded: foldedDatabaseName(name) };
}
