import type { Call } from "../call.ts";
import { isoTime, replyXml } from "../reply.ts";

/** Answers with the buckets of the account. */
export function listBuckets(call: Call, names: Iterable<string>, nowMs: number): void {
  const buckets = [...names].sort().map((Name) => ({ Name, CreationDate: isoTime(nowMs) }));
  replyXml(call, "ListAllMyBucketsResult", {
    Owner: { ID: "sandbox", DisplayName: "sandbox" },
    Buckets: { Bucket: buckets },
  });
}
