import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** A request, parsed as far as every API needs it. */
export interface IncomingCall {
  readonly method: string;
  /** As it came, without the query. */
  readonly path: string;
  /** Split at the slashes before decoding, so that %2F stays inside a name. Undefined when it cannot be decoded. */
  readonly segments: readonly string[] | undefined;
  readonly query: ReadonlyMap<string, string>;
  readonly message: IncomingMessage;
  readonly peer: string;
  /** Aborted when the caller leaves or the server closes. */
  readonly gone: AbortSignal;
  /** Where the caller sees this server. */
  readonly origin: string;
}

export function incomingCall(message: IncomingMessage, scheme: "http" | "https", gone: AbortSignal): IncomingCall {
  const url = message.url ?? "/";
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  return {
    method: message.method ?? "GET",
    path,
    segments: decodeSegments(path),
    query: mark === -1 ? NO_QUERY : parseQuery(url.slice(mark + 1)),
    message,
    peer: plainAddress(message.socket),
    gone,
    origin: `${scheme}://${message.headers.host ?? "localhost"}`,
  };
}

const NO_QUERY: ReadonlyMap<string, string> = new Map();

/** Split at the slashes before decoding; undefined when it cannot be decoded. */
export function decodeSegments(path: string): readonly string[] | undefined {
  const segments = path.split("/");
  segments.shift();
  while (segments.at(-1) === "") segments.pop();
  if (!path.includes("%")) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    // A stray % is a URL that fits nothing; the router answers so.
    return undefined;
  }
}

/** `+` is a blank as well as %20; a value is decoded once. */
function parseQuery(text: string): ReadonlyMap<string, string> {
  const query = new Map<string, string>();
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equal = pair.indexOf("=");
    const name = equal === -1 ? pair : pair.slice(0, equal);
    query.set(decodeText(name), equal === -1 ? "" : decodeText(pair.slice(equal + 1)));
  }
  return query;
}

function decodeText(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Half-encoded values reach real servers too; they are read as they stand.
    return spaced;
  }
}

function plainAddress(socket: Socket): string {
  const address = socket.remoteAddress ?? "";
  return address.startsWith("::ffff:") ? address.slice(7) : address;
}
