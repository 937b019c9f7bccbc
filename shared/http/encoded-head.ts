import { type ContentCoding, chosenCoding } from "./content-coding.ts";

/** The head of an answer as it is sent, and what its body has to be compressed with. */
export interface EncodedHead {
  /** Alternating names and values. */
  readonly headers: string[];
  readonly coding: ContentCoding | undefined;
}

/** Shorter answers fit into a packet or two anyway. */
export const smallestBytes = 1_024;

/** Pictures, archives and FileMaker files are packed already; each event is sent at once, and an open stream would hold its compressor for hours. */
const compressible =
  /^\s*(?:text\/(?!event-stream\b)|multipart\/mixed|application\/(?:json|xml|javascript|x-ndjson)\b|[^;]+\+(?:json|xml)\b)/i;

/**
 * Decides whether an answer is compressed, and says so in its head: what is part of a file, empty, encoded already or marked `no-transform` stays as
 * it is, and so does what is short. Without a Content-Length among its headers an answer counts as long.
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
  /** Whether the bytes have to stay what they are. */
  readonly isFixed: boolean;
  readonly varies: boolean;
}

/** Reads what matters in one pass; the length of a name tells most of them apart. */
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

/** Other bytes than those that the headers speak of: their length is another, a strong tag would be wrong, and no part of them can be asked for. */
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
