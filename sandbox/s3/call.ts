import type { IncomingMessage, ServerResponse } from "node:http";
import { S3Error } from "./s3-error.ts";

/** One request, taken apart. */
export interface Call {
  readonly method: string;
  /** The path as it was sent, encoded. */
  readonly path: string;
  readonly bucket: string;
  /** Empty when the call is about the bucket. */
  readonly key: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** A header, joined when it was sent several times. */
  header(name: string): string | undefined;
  parameter(name: string): string | undefined;
  /** An `x-amz-` setting, which presigned addresses carry as a parameter. */
  setting(name: string): string | undefined;
}

const longestKeyBytes = 1024;

/** @throws S3Error when there is no such address. */
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

/** `bucket.localhost` names its bucket in the host. */
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
    // Only URIError is thrown here, and it says no more than this.
    throw new S3Error("InvalidArgument", "The address is not encoded as it should be");
  }
}
