import { ServiceError } from "#shared/contract/errors.ts";
import { decodedSegment } from "../path-rules.ts";

/** Base path of FileMaker Server's Admin API. */
export const adminBase = "/fmi/admin/api/v2";

/** Meaning of a checked path of the Admin API. */
export type AdminPath =
  | { readonly kind: "login"; readonly path: string }
  | { readonly kind: "logout"; readonly path: string; readonly token: string }
  /** Only reads server state, so it can be repeated. */
  | { readonly kind: "read"; readonly path: string }
  /** Anything else: it changes something or takes long, such as a whole file that is packed before it is sent. */
  | { readonly kind: "work"; readonly path: string };

/** Base paths as the specification and as FileMaker Server write them. */
const bases = /^\/fmi\/admin\/(?:api\/)?v2(?=\/|$)/;

/**
 * Parses `/fmi/admin/v2/…`. Significant words are read as the server may read them: decoded and without case.
 * @throws ServiceError route_not_found
 */
export function adminPath(path: string, method: string): AdminPath {
  const base = bases.exec(path)?.[0];
  if (base === undefined) throw new ServiceError("route_not_found");
  const rest = path.slice(base.length);
  const segments = rest.split("/").slice(1).map(decodedSegment);
  if (segments.at(-1) === "") segments.pop();
  const [first, second, third, ...others] = segments;
  const endpoint = `${first ?? ""}/${second ?? ""}`.toLowerCase();
  const native = adminBase + rest;
  if (endpoint === "user/auth" && others.length === 0) {
    if (method === "POST" && third === undefined) return { kind: "login", path: native };
    if (method === "DELETE" && third !== undefined) return { kind: "logout", path: native, token: third };
  }
  const isDownload = first?.toLowerCase() === "databases" && second !== undefined && third === undefined;
  return { kind: (method === "GET" && !isDownload) || method === "HEAD" ? "read" : "work", path: native };
}

/** Always false: the Admin API's paths have no user-defined names, so no segment can contain a slash. */
export const noFreeNames = () => false;
