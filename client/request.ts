import type { OperationEntry } from "./operation-entry.ts";

/** Fields of an operation's input, by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** Call as it is sent. */
export interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestInit["body"];
}

/** Returns the request of an operation: path parameters, then the query of a read or delete, or the JSON body of others. */
export function requestOf(
  baseUrl: string,
  { method, path, takesBytes }: Pick<OperationEntry, "method" | "path" | "takesBytes">,
  input: Fields,
  body?: RequestInit["body"],
): SentRequest {
  const inPath = new Set<string>();
  const url = `${baseUrl}${path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    return segment(name, input[name]);
  })}`;
  const rest = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  if (!takesBytes && method !== "GET" && method !== "HEAD" && method !== "DELETE")
    return {
      url,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(Object.fromEntries(rest)),
    };
  const query = new URLSearchParams(rest.map(([name, value]): [string, string] => [name, String(value)]));
  return { url: query.size === 0 ? url : `${url}?${query}`, headers: {}, ...(body !== undefined && { body }) };
}

/** Encodes a path parameter. Dots alone would change the path. @throws TypeError */
function segment(name: string, value: unknown): string {
  const text = value === undefined || value === null ? "" : String(value);
  if (text === "" || text === "." || text === "..") throw new TypeError(`"${text}" isn't a valid ${name}`);
  return encodeURIComponent(text);
}

/** Returns the service's address without a trailing slash. Without a path, it gets the default prefix: `/svc`. @throws TypeError */
export function baseUrlOf(url: string): string {
  const { origin, pathname, protocol } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") throw new TypeError(`"${url}" isn't an http or https address`);
  const path = pathname.replace(/\/+$/, "");
  return `${origin}${path === "" ? "/svc" : path}`;
}
