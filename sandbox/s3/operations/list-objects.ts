import type { Bucket } from "../bucket.ts";
import type { Call } from "../call.ts";
import { indexOfKey, keyOrder } from "../key-order.ts";
import { isoTime, replyXml } from "../reply.ts";
import { S3Error } from "../s3-error.ts";
import type { Operation } from "./operation.ts";

/** ListObjectsV2. */
export const listObjects: Operation = async ({ call, bucket }) => {
  if (call.parameter("list-type") !== "2")
    throw new S3Error("NotImplemented", "Only version 2 of the list is known here");
  const [prefix, delimiter] = [call.parameter("prefix") ?? "", call.parameter("delimiter") ?? ""];
  const most = countOf(call, "max-keys");
  const token = call.parameter("continuation-token");
  const startAfter = call.parameter("start-after");
  const after = token === undefined ? (startAfter ?? "") : fromToken(token);
  const page = pageOf(bucket, { prefix, delimiter, after, most });
  const encode = call.parameter("encoding-type") === "url" ? encoded : (text: string) => text;
  replyXml(call, "ListBucketResult", {
    Name: bucket.name,
    Prefix: encode(prefix),
    ...(delimiter === "" ? {} : { Delimiter: encode(delimiter) }),
    ...(encode === encoded ? { EncodingType: "url" } : {}),
    ...(startAfter === undefined ? {} : { StartAfter: encode(startAfter) }),
    ...(token === undefined ? {} : { ContinuationToken: token }),
    MaxKeys: most,
    KeyCount: page.keys.length + page.prefixes.length,
    IsTruncated: page.next !== undefined,
    ...(page.next === undefined ? {} : { NextContinuationToken: Buffer.from(page.next).toString("base64url") }),
    Contents: page.keys.flatMap((key) => {
      const record = bucket.get(key);
      if (record === undefined) return [];
      const { etag, size, modifiedMs } = record;
      return [
        { Key: encode(key), LastModified: isoTime(modifiedMs), ETag: etag, Size: size, StorageClass: "STANDARD" },
      ];
    }),
    CommonPrefixes: page.prefixes.map((one) => ({ Prefix: encode(one) })),
  });
};

interface PageRequest {
  readonly prefix: string;
  readonly delimiter: string;
  readonly after: string;
  readonly most: number;
}

/** Returns keys and common prefixes after `after`, in one order; `next` is the start of the next page. */
function pageOf({ keys }: Bucket, { prefix, delimiter, after, most }: PageRequest) {
  const found: string[] = [];
  const prefixes: string[] = [];
  let last = after;
  for (let place = indexOfKey(keys, keyOrder(after, prefix) < 0 ? prefix : after); place < keys.length; place++) {
    const key = keys[place] ?? "";
    if (!key.startsWith(prefix)) break;
    const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    const common = end < 0 ? undefined : key.slice(0, end + delimiter.length);
    if (keyOrder(key, after) <= 0) continue;
    // A common prefix represents all of its keys, including those on the previous page.
    if (common !== undefined && (common === after || common === prefixes.at(-1))) continue;
    if (found.length + prefixes.length === most) return { keys: found, prefixes, next: last };
    if (common === undefined) found.push(key);
    else prefixes.push(common);
    last = common ?? key;
  }
  return { keys: found, prefixes, next: undefined };
}

/** Returns a count of at most a thousand. @throws S3Error */
export function countOf(call: Call, name: string): number {
  const text = call.parameter(name) ?? "1000";
  if (!/^\d{1,9}$/.test(text))
    throw new S3Error("InvalidArgument", `Provided ${name} not an integer or within integer range`);
  return Math.min(Number(text), 1000);
}

function fromToken(token: string): string {
  const key = Buffer.from(token, "base64url");
  if (token === "" || key.toString("base64url") !== token) {
    throw new S3Error("InvalidArgument", "The continuation token provided is incorrect");
  }
  return key.toString();
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("%2F", "/");
}
