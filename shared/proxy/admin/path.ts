import { ServiceError } from "#shared/contract/errors.ts";
import { decodedSegment } from "../path-rules.ts";

/** Where FileMaker Server has its Admin API. */
export const adminBase = "/fmi/admin/api/v2";

/** What a checked path of the Admin API asks for. */
export type AdminPath =
  | { readonly kind: "login"; readonly path: string }
  | { readonly kind: "logout"; readonly path: string; readonly token: string }
  /** Answered from what the server knows: it may be asked again. */
  | { readonly kind: "read"; readonly path: string }
  /** Anything else: it changes something, or takes its time, as a whole file does that is packed before it is sent. */
  | { readonly kind: "work"; readonly path: string };

/** Clients write the base as the specification does, or as FileMaker Server does. */
const bases = /^\/fmi\/admin\/(?:api\/)?v2(?=\/|$)/;

/**
 * Reads `/fmi/admin/v2/…`. Words that decide are read as the server may read them, decoded and without case (R4.3).
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

/** No name in the Admin API's paths was chosen by people: none may hold a slash. */
export const noFreeNames = () => false;
