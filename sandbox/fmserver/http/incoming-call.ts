import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** Request with the parsed parts that all APIs need. */
export interface IncomingCall {
  readonly method: string;
  /** Encoded path without the query. */
  readonly path: string;
  /** Decoded segments, split before decoding so that %2F stays in a name. Undefined if they can't be decoded. */
  readonly segments: readonly string[] | undefined;
  readonly query: ReadonlyMap<string, string>;
  readonly message: IncomingMessage;
  readonly peer: string;
  /** Aborted when the caller disconnects or the server closes. */
  readonly gone: AbortSignal;
  /** Origin of this server for the caller. */
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

/** Returns the segments of a path, split before decoding; undefined if they can't be decoded. */
export function decodeSegments(path: string): readonly string[] | undefined {
  const segments = path.split("/");
  segments.shift();
  while (segments.at(-1) === "") segments.pop();
  if (!path.includes("%")) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    // A stray % makes the URL unknown; the router answers accordingly.
    return undefined;
  }
}

/** Returns decoded parameters; `+` is a space, like %20. */
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
    // Incompletely encoded values also reach real servers; they are used unchanged.
    return spaced;
  }
}

function plainAddress(socket: Socket): string {
  const address = socket.remoteAddress ?? "";
  return address.startsWith("::ffff:") ? address.slice(7) : address;
}
