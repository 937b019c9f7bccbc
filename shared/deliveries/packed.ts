import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Fields, Item } from "#shared/ports/table.ts";
import type { DeliveryRecord } from "./record.ts";

/** Longest record to compress, in characters. Larger ones are rare, and compressing them would delay other calls. */
const maxPackedLength = 8_000;
/** Maximum size in bytes of a record that is read, as protection against items that this service didn't write. */
const maxUnpackedBytes = 4 * maxPackedLength;

/**
 * Text that records have in common, which compressed records refer to. It is a part of the format: a change needs another first character of
 * `packed`, and the old text to read older records.
 */
const dictionary = Buffer.from(
  [
    '["Via","1.1 ","X-Amz-Cf-Id","X-Amzn-Trace-Id","Root=1-","X-Forwarded-Port","443","X-Forwarded-Proto","https",',
    '["CloudFront-Viewer-Country","CloudFront-Forwarded-Proto","Accept-Encoding","gzip, deflate, br","Connection","close",',
    '["Authorization","Basic Bearer "],["X-Hub-Signature-256","sha256="],["X-Hub-Signature","sha1="],["Stripe-Signature","t=",',
    '["X-GitHub-Hook-ID","X-GitHub-Hook-Installation-Target-ID","X-GitHub-Hook-Installation-Target-Type","repository"],',
    '["X-GitHub-Event","push"],["X-GitHub-Delivery","GitHub-Hookshot/","X-Shopify-Topic","X-Request-Id","Idempotency-Key",',
    '"application/x-www-form-urlencoded","application/xml","text/plain","base64":"https://www.","The script failed",',
    '"Content-Type","application/json; charset=utf-8"],["Referrer-Policy","no-referrer"],["X-Content-Type-Options","nosniff"],',
    "[\"Content-Security-Policy\",\"default-src 'none'; frame-ancestors 'none'; sandbox\"]],",
    '"given":{"status":200,"headers":[["Content-Type","application/json; charset=utf-8"],"body":"{\\"success\\":true,',
    '\\"scriptError\\":0,\\"scriptResult\\":\\"messageRecordId\\":\\"successMessage\\":\\"Message Accepted\\",\\"deliveryId\\":\\"',
    '"given":{"status":202,"body":"{\\"success\\":true,\\"queued\\":true,\\"deliveryId\\":\\"webhook-1_019\\"}"}',
    '"filesStored\\":0,\\"taken\\":{\\"recordId\\":\\"1\\",\\"scriptError\\":\\"0\\",\\"scriptResult\\":\\"',
    '"context":"{\\"webhookId\\":1,\\"keyId\\":1,\\"database\\":\\".fmp12\\",\\"channel\\":\\"\\",\\"layout\\":\\"OttoReceiver\\",',
    '\\"script\\":\\"OttoReceiver\\",\\"contentType\\":\\"application/json\\",\\"contentCoding\\":\\"\\",\\"query\\":[],',
    '\\"withQuery\\":false,\\"withHeaders\\":false,\\"recordId\\":null,\\"isUnsure\\":false,\\"taken\\":null,\\"sent\\":null,',
    '\\"form\\":\\"receiver\\",\\"filesStored\\":0}","keptMs":2592000000}',
    '"createdAt":17,"endedAt":null,"nextAt":17,"attempts":0,"totalAttempts":0,"leasedUntil":0,"isRepeated":false,',
    '"trigger":"first","since":17,"senderId":null,"duplicateOf":null,"reason":null,"request":{"method":"POST",',
    '"target":"/svc/receiver/","headers":[["Content-Type","application/json"],["Content-Length","1000"],["User-Agent","',
    '["Host","Accept","*/*"],["X-Forwarded-For","',
    '"]],"body":{"sizeBytes":1000,"inline":{"text":"{\\"}},"inline":null}},"tries":[],"given":null,"context":"{\\"',
    '"tries":[{"at":17,"durationMs":1,"trigger":"first","status":200,"reason":null,"answer":"',
    '"attempts":1,"totalAttempts":1,"leasedUntil":0,"isRepeated":false,"trigger":"first","since":17,"senderId":"',
  ].join(""),
);
const format = "1";

/**
 * Returns the fields of a delivery's item, compressed if it is small: DynamoDB charges for each started kilobyte of each write, and most of a
 * small record is text that all records have. Its id is the key of the item, and its state stays readable for other programs.
 */
export function packed(record: DeliveryRecord): Fields {
  const { schema, id: _id, source: _source, state, ...rest } = record;
  const json = JSON.stringify(rest);
  if (json.length > maxPackedLength) return record;
  return { schema, state, packed: format + deflateRawSync(json, { dictionary }).toString("base64") };
}

/** Returns the record in a delivery's item, which may be stored without compression. */
export function unpacked({ sk, fields }: Pick<Item, "sk" | "fields">): Fields {
  const { packed: text, ...others } = fields;
  if (text === undefined) return fields;
  if (typeof text !== "string" || !text.startsWith(format)) throw new TypeError(`Unknown format of delivery ${sk}`);
  const bytes = Buffer.from(text.slice(format.length), "base64");
  const json = inflateRawSync(bytes, { dictionary, maxOutputLength: maxUnpackedBytes }).toString();
  return { ...others, id: sk, source: sk.slice(0, sk.indexOf("_")), ...JSON.parse(json) };
}
