import type { IncomingMessage, ServerResponse } from "node:http";
import { S3Error } from "./s3-error.ts";

/** Parsed request. */
export interface Call {
  readonly method: string;
  /** Encoded path, as sent. */
  readonly path: string;
  readonly bucket: string;
  /** Empty if the call is for the bucket. */
  readonly key: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Returns a header, joined if it was sent several times. */
  header(name: string): string | undefined;
  parameter(name: string): string | undefined;
  /** Returns an `x-amz-` setting, which is a parameter in presigned addresses. */
  setting(name: string): string | undefined;
}

const longestKeyBytes = 1024;

/** @throws S3Error for an invalid address. */
export function callOf(incoming: IncomingMessage, outgoing: ServerResponse, buckets: ReadonlySet<string>): Call {
  const [path = "/", search = ""] = split(incoming.url ?? "/", "?");
  const query = search === "" ? [] : search.split("&").map(pairOf);
  const host = virtualBucket(incoming.headers.host ?? "", buckets);
  const [first, rest = ""] = host === undefined ? split(path.slice(1), "/") : [host, path.slice(1)];
  const key = decoded(rest);
  if (Buffer.byteLength(key) > longestKeyBytes) throw new S3Error("KeyTooLongError", "Your key is too long");
  const parameter = (name: string): string | undefined =>
    query.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];
  const header = (name: string): string | undefined => incoming.headersDistinct[name.toLowerCase()]?.join(",");
  return {
    method: incoming.method ?? "GET",
    path,
    bucket: decoded(first ?? ""),
    key,
    query,
    incoming,
    outgoing,
    header,
    parameter,
    setting: (name) => header(name) ?? parameter(name),
  };
}

/** Returns the bucket in a host such as `bucket.localhost`. */
function virtualBucket(host: string, buckets: ReadonlySet<string>): string | undefined {
  const [, bucket = ""] = /^([^:]+)\.localhost(?::\d+)?$/.exec(host) ?? [];
  return buckets.has(bucket) ? bucket : undefined;
}

function pairOf(text: string): readonly [string, string] {
  const [name = "", value = ""] = split(text, "=");
  return [decoded(name.replaceAll("+", " ")), decoded(value.replaceAll("+", " "))];
}

function split(text: string, mark: string): readonly [string, string?] {
  const index = text.indexOf(mark);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + mark.length)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Only URIError is possible here, and its message says no more.
    throw new S3Error("InvalidArgument", "The address is not encoded as it should be");
  }
}
