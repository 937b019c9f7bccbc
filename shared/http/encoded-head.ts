import { type ContentCoding, chosenCoding } from "./content-coding.ts";

/** Head of a response as it is sent, and the coding for its body. */
export interface EncodedHead {
  /** Alternating names and values. */
  readonly headers: string[];
  readonly coding: ContentCoding | undefined;
}

/** Minimum size for compression. Shorter responses fit in a packet or two anyway. Bytes. */
export const smallestBytes = 1_024;

/**
 * Images, archives and FileMaker files are already compressed. Events are sent immediately, and an open stream would hold its
 * compressor for hours.
 */
const compressible =
  /^\s*(?:text\/(?!event-stream\b)|multipart\/mixed|application\/(?:json|xml|javascript|x-ndjson)\b|[^;]+\+(?:json|xml)\b)/i;

/**
 * Decides whether a response is compressed, and sets the headers for it. Partial, empty, encoded, `no-transform` and short responses
 * stay unchanged. A response without Content-Length counts as long.
 */
export function encodedHead(acceptEncoding: string, status: number, headers: string[]): EncodedHead {
  const { type, length, isFixed, varies } = factsOf(headers);
  const plain = { headers, coding: undefined };
  if (type === undefined || isFixed || length === 0 || !mayHaveAnotherBody(status)) return plain;
  const fits = compressible.test(type);
  if (fits && !varies) headers.push("Vary", "Accept-Encoding");
  const { coding, refusesIdentity } = chosenCoding(acceptEncoding);
  if (coding === undefined) return plain;
  if (!refusesIdentity && (!fits || (length !== undefined && length < smallestBytes))) return plain;
  return { headers: [...adapted(headers), "Content-Encoding", coding], coding };
}

interface HeadFacts {
  readonly type: string | undefined;
  readonly length: number | undefined;
  /** True if the bytes must not change. */
  readonly isFixed: boolean;
  readonly varies: boolean;
}

/** Reads the relevant headers in one pass; the length of a name distinguishes most of them. */
function factsOf(headers: readonly string[]): HeadFacts {
  let type: string | undefined;
  let length: number | undefined;
  let isFixed = false;
  let varies = false;
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] as string;
    if (name.length !== 4 && (name.length < 12 || name.length > 16)) continue;
    const value = headers[index + 1] as string;
    switch (name.toLowerCase()) {
      case "content-type":
        type = value;
        break;
      case "content-length":
        length = Number(value);
        break;
      case "content-encoding":
        isFixed ||= value.toLowerCase() !== "identity";
        break;
      case "cache-control":
        isFixed ||= /\bno-transform\b/i.test(value);
        break;
      case "vary":
        varies ||= /(?:^|[\s,])(?:accept-encoding|\*)(?:$|[\s,])/i.test(value);
        break;
    }
  }
  return { type, length, isFixed, varies };
}

function mayHaveAnotherBody(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 205 && status !== 206 && status !== 304;
}

/** Adapts headers to compressed bytes: their length differs, a strong tag would be wrong, and ranges can't be requested. */
function adapted(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] as string;
    const value = headers[index + 1] as string;
    const folded = name.toLowerCase();
    if (folded === "content-length" || folded === "accept-ranges" || folded === "content-encoding") continue;
    kept.push(name, folded === "etag" && value.startsWith('"') ? `W/${value}` : value);
  }
  return kept;
}
