import { crc32 } from "node:zlib";
import type { CalloutAnswer, CalloutCall, ReadBody } from "#shared/ports/callouts.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { decodedKey } from "./decoded-key.ts";
import { base64Of, md5Of, sha256Of } from "./digests.ts";
import { escaped, objectUrl, type StoreAddress } from "./endpoint.ts";
import { refusalOf, StoreRefused } from "./failure.ts";
import { presignedUrl, type StoreCredentials, type StoreQuery, signedRequest, unsignedBody } from "./signed-request.ts";
import { elementsAt, parsedXml, textAt, type XmlElement } from "./xml.ts";

const answerMs = 30_000;
/** Time limit in milliseconds for a part of an upload over a slow connection. */
const partMs = 15 * 60_000;
const usualPartBytes = 16 * 1024 * 1024;
/** Maximum size in bytes: a list of a thousand names of a kilobyte each. */
const largestAnswerBytes = 4_000_000;

/** Object in a list. */
export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: string;
}

/** Tag of a part, which completing the upload requires. */
export interface PartTag {
  readonly tag: string;
  /** CRC32 in base64, if the part was sent with one. */
  readonly crc32?: string;
}

/** Part that was already uploaded. */
export interface UploadedPart extends PartTag {
  readonly number: number;
  readonly sizeBytes: number;
}

/**
 * Body of a part with its checksum for the store: CRC32 if the upload was begun with checksums, otherwise SHA-256 in hexadecimal and MD5 in
 * base64.
 */
export type PartBody =
  | { readonly body: Uint8Array | ReadBody; readonly crc: number }
  /** Default: computed. */
  | { readonly body: Uint8Array; readonly sha256?: string }
  | { readonly body: ReadBody; readonly sha256: string; readonly md5: string };

/** Position of a part in an upload. Numbers start at 1. */
export interface PartPlace {
  readonly bucket: string;
  readonly key: string;
  readonly uploadId: string;
  readonly number: number;
}

export interface ObjectPage {
  readonly objects: readonly ListedObject[];
  /** Common prefixes of objects (folders), with a trailing slash. */
  readonly prefixes: readonly string[];
  /** Cursor of the next page. */
  readonly cursor: string | undefined;
}

/** Options for storing an object. */
export interface PutOptions {
  /** Sends a CRC32, which the store verifies. `crc`: its value, if it is known already. */
  readonly checksum?: boolean;
  readonly crc?: number;
  /** Uses the checksum instead of the SHA-256 of the body, which isn't computed then. For content that can verify itself. */
  readonly isChecksumEnough?: boolean;
  /** Stores the object only if it doesn't exist. */
  readonly ifAbsent?: boolean;
  /** SHA-256 of the body in hexadecimal, if it is known already. */
  readonly sha256?: string;
}

interface StoreClientDependencies {
  readonly address: StoreAddress;
  readonly credentials: StoreCredentials;
  readonly call: (request: CalloutCall) => Promise<CalloutAnswer>;
  readonly clock: Clock;
}

/** Client for small requests to an S3-compatible store. Every method throws StoreRefused if the store refuses, and the errors of `call`. */
export type StoreClient = ReturnType<typeof storeClient>;

export function storeClient({ address, credentials, call, clock }: StoreClientDependencies) {
  interface Request {
    readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
    readonly bucket?: string;
    readonly key?: string;
    readonly query?: StoreQuery;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Uint8Array | ReadBody;
    /** SHA-256 of the body, or its replacement. Default: computed from a body in memory. */
    readonly sha256?: string;
    readonly timeoutMs?: number;
    readonly largestBytes?: number;
    readonly into?: Uint8Array;
  }

  /** Milliseconds by which the store's clock is ahead of ours. */
  let aheadMs = 0;

  const send = async (request: Request): Promise<CalloutAnswer> => {
    let answer = await sendOnce(request);
    if (answer.refusal?.code === "RequestTimeTooSkewed") {
      // A signature contains its time, and the store checks it by its own clock.
      const storeNow = Date.parse(answer.header("date") ?? "");
      if (Number.isFinite(storeNow)) {
        aheadMs = storeNow - clock.now();
        answer = await sendOnce(request);
      }
    }
    if (answer.refusal !== undefined) throw answer.refusal;
    return answer;
  };

  const sendOnce = async (request: Request) => {
    const { method, bucket, key, query, headers, body, timeoutMs = answerMs } = request;
    const { largestBytes = largestAnswerBytes, into } = request;
    const url = objectUrl(address, bucket, key);
    const signed = await signedRequest(
      {
        method,
        url,
        ...(query !== undefined && { query }),
        ...(headers !== undefined && { headers }),
        sha256: request.sha256 ?? sha256Of(body),
        region: address.region,
        at: clock.now() + aheadMs,
      },
      credentials,
    );
    const port = Number(url.port) || undefined;
    const answer = await call({
      method,
      ...signed,
      timeoutMs,
      largestBytes,
      keepsConnection: true,
      ...(into !== undefined && { into }),
      ...(port !== undefined && { port }),
      ...(body !== undefined && { body }),
    });
    const isTaken = answer.status >= 200 && answer.status < 300;
    return { ...answer, refusal: isTaken ? undefined : refusalOf(answer.status, answer.body) };
  };

  /** @throws StoreRefused if the answer isn't from S3, because another server is at this address */
  const sendForXml = async (request: Request, root: string): Promise<XmlElement> => {
    const { body, status } = await send(request);
    try {
      const element = parsedXml(Buffer.from(body).toString("utf8"));
      if (element.name === root) return element;
    } catch (cause) {
      throw new StoreRefused("no S3", status, cause);
    }
    throw new StoreRefused("no S3", status);
  };

  return {
    /** Returns the names of the account's buckets. */
    async buckets(): Promise<readonly string[]> {
      const root = await sendForXml({ method: "GET" }, "ListAllMyBucketsResult");
      return elementsAt(root, "Buckets/Bucket").flatMap((bucket) => textAt(bucket, "Name") ?? []);
    },

    /** Returns a page of objects with a prefix, sorted by name. With a delimiter, common prefixes (folders) replace their objects. */
    async list(bucket: string, { prefix = "", delimiter = "", cursor = "", limit = 1000 }): Promise<ObjectPage> {
      const query = {
        "list-type": "2",
        "encoding-type": "url",
        prefix,
        "max-keys": String(limit),
        ...(delimiter !== "" && { delimiter }),
        ...(cursor !== "" && { "continuation-token": cursor }),
      };
      const root = await sendForXml({ method: "GET", bucket, query }, "ListBucketResult");
      // Stores that don't support this encoding send names unencoded.
      const named = textAt(root, "EncodingType") === "url" ? decodedKey : (text: string) => text;
      return {
        objects: elementsAt(root, "Contents").map((object) => ({
          key: named(textAt(object, "Key") ?? ""),
          sizeBytes: Number(textAt(object, "Size")),
          modifiedAt: textAt(object, "LastModified") ?? "",
        })),
        prefixes: elementsAt(root, "CommonPrefixes/Prefix").map(({ text }) => named(text)),
        cursor: textAt(root, "IsTruncated") === "true" ? textAt(root, "NextContinuationToken") : undefined,
      };
    },

    async put(bucket: string, key: string, body: Uint8Array, options: PutOptions = {}): Promise<void> {
      const { checksum, ifAbsent, isChecksumEnough = false } = options;
      const sha256 = checksum === true && isChecksumEnough ? unsignedBody : options.sha256;
      const headers = {
        ...(checksum === true
          ? { "x-amz-checksum-crc32": base64Of(options.crc ?? crc32(body)) }
          : { "content-md5": md5Of(body) }),
        ...(ifAbsent === true && { "if-none-match": "*" }),
      };
      const request = { method: "PUT", bucket, key, headers, body, timeoutMs: partMs } as const;
      await send({ ...request, ...(sha256 !== undefined && { sha256 }) });
    },

    async putPart({ bucket, key, uploadId, number }: PartPlace, part: PartBody): Promise<PartTag> {
      const query = { partNumber: String(number), uploadId };
      const { body } = part;
      const timeoutMs = body instanceof Uint8Array ? partMs : partMs * Math.ceil(body.sizeBytes / usualPartBytes);
      const request = { method: "PUT", bucket, key, query, body, timeoutMs } as const;
      if (!("crc" in part)) {
        const headers = { "content-md5": "md5" in part ? part.md5 : md5Of(part.body) };
        const answer = await send({ ...request, headers, ...(part.sha256 !== undefined && { sha256: part.sha256 }) });
        return { tag: tagOf(answer) };
      }
      const checksum = base64Of(part.crc);
      const headers = { "x-amz-checksum-crc32": checksum };
      return { tag: tagOf(await send({ ...request, headers, sha256: unsignedBody })), crc32: checksum };
    },

    /** Returns the parts that were already uploaded, in order. */
    async parts(bucket: string, key: string, uploadId: string): Promise<readonly UploadedPart[]> {
      const found: UploadedPart[] = [];
      for (let marker: string | undefined = ""; marker !== undefined; ) {
        const query = { uploadId, ...(marker !== "" && { "part-number-marker": marker }) };
        const root = await sendForXml({ method: "GET", bucket, key, query }, "ListPartsResult");
        for (const part of elementsAt(root, "Part")) {
          const crc32 = textAt(part, "ChecksumCRC32");
          found.push({
            number: Number(textAt(part, "PartNumber")),
            sizeBytes: Number(textAt(part, "Size")),
            tag: textAt(part, "ETag") ?? "",
            ...(crc32 !== undefined && { crc32 }),
          });
        }
        marker = textAt(root, "IsTruncated") === "true" ? textAt(root, "NextPartNumberMarker") : undefined;
      }
      return found;
    },

    /** Copies an object of at most 5 GiB within a bucket. The store does the copying. */
    async copy(bucket: string, from: string, key: string): Promise<void> {
      const headers = { "x-amz-copy-source": `/${[bucket, ...from.split("/")].map(escaped).join("/")}` };
      refuseLate(await send({ method: "PUT", bucket, key, headers, timeoutMs: partMs }));
    },

    /** Combines the parts into an object, in this order. */
    async completeUpload(bucket: string, key: string, uploadId: string, tags: readonly PartTag[]): Promise<void> {
      const parts = tags.map(({ tag, crc32 }, index) => {
        const checksum = crc32 === undefined ? "" : `<ChecksumCRC32>${crc32}</ChecksumCRC32>`;
        return `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapedText(tag)}</ETag>${checksum}</Part>`;
      });
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
      const request = { method: "POST", bucket, key, query: { uploadId }, body, timeoutMs: partMs } as const;
      refuseLate(await send(request));
    },

    /** Returns an address that downloads the object without an account, for the given time. */
    async addressOf(bucket: string, key: string, expiresSeconds: number): Promise<URL> {
      const { region } = address;
      const url = objectUrl(address, bucket, key);
      return presignedUrl({ url, region, at: clock.now() + aheadMs, expiresSeconds }, credentials);
    },

    async get(bucket: string, key: string, largestBytes = largestAnswerBytes): Promise<Uint8Array> {
      return (await send({ method: "GET", bucket, key, largestBytes })).body;
    },

    /** Returns this number of bytes of an object from an offset, or fewer at its end; in the given buffer if they fit. */
    async getRange(
      bucket: string,
      key: string,
      offset: number,
      length: number,
      into?: Uint8Array,
    ): Promise<Uint8Array> {
      const headers = { range: `bytes=${offset}-${offset + length - 1}` };
      const largestBytes = offset + length;
      const { status, body } = await send({
        ...{ method: "GET", bucket, key, headers, largestBytes },
        ...(into !== undefined && { into }),
      });
      return status === 206 ? body : body.subarray(offset, offset + length);
    },

    async delete(bucket: string, key: string): Promise<void> {
      await send({ method: "DELETE", bucket, key });
    },

    /** Begins a multipart upload and returns its id. With checksums, each part must be sent with its CRC32. */
    async createUpload(bucket: string, key: string, { checksum }: Pick<PutOptions, "checksum"> = {}): Promise<string> {
      const headers = checksum === true ? { "x-amz-checksum-algorithm": "CRC32" } : {};
      const request = { method: "POST", bucket, key, query: { uploads: "" }, headers } as const;
      const root = await sendForXml(request, "InitiateMultipartUploadResult");
      return textAt(root, "UploadId") ?? "";
    },

    async abortUpload(bucket: string, key: string, uploadId: string): Promise<void> {
      await send({ method: "DELETE", bucket, key, query: { uploadId } });
    },

    /** True if a bucket keeps older versions. */
    async isVersioned(bucket: string): Promise<boolean> {
      const root = await sendForXml({ method: "GET", bucket, query: { versioning: "" } }, "VersioningConfiguration");
      return textAt(root, "Status") === "Enabled";
    },

    /** True if a bucket has Object Lock with a default retention for new objects. */
    async isLocked(bucket: string): Promise<boolean> {
      const root = await sendForXml({ method: "GET", bucket, query: { "object-lock": "" } }, "ObjectLockConfiguration");
      return textAt(root, "Rule/DefaultRetention/Mode") !== undefined;
    },

    /** True if a bucket aborts incomplete uploads automatically. */
    async endsUploads(bucket: string): Promise<boolean> {
      const root = await sendForXml({ method: "GET", bucket, query: { lifecycle: "" } }, "LifecycleConfiguration");
      return elementsAt(root, "Rule").some(
        (rule) => textAt(rule, "Status") === "Enabled" && elementsAt(rule, "AbortIncompleteMultipartUpload").length > 0,
      );
    },
  };
}

/** Throws if a response with status 200 contains an error: for long operations, a store sends the status before the result is known. */
function refuseLate({ status, body }: CalloutAnswer): void {
  const refusal = refusalOf(status, body);
  if (!refusal.code.startsWith("HTTP ")) throw refusal;
}

function tagOf({ header }: CalloutAnswer): string {
  return header("etag") ?? "";
}

function escapedText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
