import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { CalloutAnswer, CalloutCall, ReadBody } from "#shared/ports/callouts.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { decodedKey } from "./decoded-key.ts";
import { escaped, objectUrl, type StoreAddress } from "./endpoint.ts";
import { refusalOf, StoreRefused } from "./failure.ts";
import {
  emptySha256,
  presignedUrl,
  type StoreCredentials,
  type StoreQuery,
  signedRequest,
  unsignedBody,
} from "./signed-request.ts";
import { elementsAt, parsedXml, textAt, type XmlElement } from "./xml.ts";

const answerMs = 30_000;
/** For a part of an upload, over a slow line. */
const partMs = 15 * 60_000;
const usualPartBytes = 16 * 1024 * 1024;
/** A list of a thousand names of a kilobyte each. */
const largestAnswerBytes = 4_000_000;

/** An object as lists have it. */
export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: string;
}

/** What the end of an upload has to say of a part. */
export interface PartTag {
  readonly tag: string;
  /** In Base64, where it was sent with one. */
  readonly crc32?: string;
}

/** A part that an upload has already. */
export interface UploadedPart extends PartTag {
  readonly number: number;
  readonly sizeBytes: number;
}

/** A part, and what the store compares of it: its CRC32 where the upload was begun with checksums, else its SHA-256 in hexadecimal digits. */
export type PartBody =
  | { readonly body: Uint8Array | ReadBody; readonly crc: number }
  /** Left out: it is computed. */
  | { readonly body: Uint8Array; readonly sha256?: string }
  | { readonly body: ReadBody; readonly sha256: string };

/** Which part of which upload. Parts begin at 1. */
export interface PartPlace {
  readonly bucket: string;
  readonly key: string;
  readonly uploadId: string;
  readonly number: number;
}

export interface ObjectPage {
  readonly objects: readonly ListedObject[];
  /** What stands for the objects of a folder, with its slash. */
  readonly prefixes: readonly string[];
  /** Where the list goes on. */
  readonly cursor: string | undefined;
}

/** What is sent along with an object. */
export interface PutOptions {
  /** With a CRC32, which the store compares with what arrived; `crc` where it is known already. */
  readonly checksum?: boolean;
  readonly crc?: number;
  /** The checksum stands in the place of the body's SHA-256, which is not computed then. For what says by itself whether it is whole. */
  readonly isChecksumEnough?: boolean;
  /** Only where there is no such object. */
  readonly ifAbsent?: boolean;
  /** Of the body, in hexadecimal digits, where it is known already. */
  readonly sha256?: string;
}

interface StoreClientDependencies {
  readonly address: StoreAddress;
  readonly credentials: StoreCredentials;
  readonly call: (request: CalloutCall) => Promise<CalloutAnswer>;
  readonly clock: Clock;
}

/** Small calls to an S3-compatible store. Every one throws StoreRefused where the store refuses, and what `call` throws. */
export type StoreClient = ReturnType<typeof storeClient>;

export function storeClient({ address, credentials, call, clock }: StoreClientDependencies) {
  interface Request {
    readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
    readonly bucket?: string;
    readonly key?: string;
    readonly query?: StoreQuery;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Uint8Array | ReadBody;
    /** Of the body, or what stands for it. Left out: it is computed of what is in memory. */
    readonly sha256?: string;
    readonly timeoutMs?: number;
    readonly largestBytes?: number;
    readonly into?: Uint8Array;
  }

  /** How far the store's clock is ahead of ours. Milliseconds. */
  let aheadMs = 0;

  const send = async (request: Request): Promise<CalloutAnswer> => {
    let answer = await sendOnce(request);
    if (answer.refusal?.code === "RequestTimeTooSkewed") {
      // A signature names its time, and the store says by its own clock whether it is fresh.
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

  /** @throws StoreRefused where the answer is none of S3's: something else is at this address */
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
    /** The names of the account's buckets. */
    async buckets(): Promise<readonly string[]> {
      const root = await sendForXml({ method: "GET" }, "ListAllMyBucketsResult");
      return elementsAt(root, "Buckets/Bucket").flatMap((bucket) => textAt(bucket, "Name") ?? []);
    },

    /** A page of the objects whose names begin so, in the order of their names; with a delimiter, folders stand for theirs. */
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
      // A store that does not know of this encoding sends names as they are.
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
        ...(checksum === true && { "x-amz-checksum-crc32": base64Of(options.crc ?? crc32(body)) }),
        ...(ifAbsent === true && { "if-none-match": "*" }),
      };
      const request = { method: "PUT", bucket, key, headers, body, timeoutMs: partMs } as const;
      await send({ ...request, ...(sha256 !== undefined && { sha256 }) });
    },

    /** Puts a part of an upload. */
    async putPart({ bucket, key, uploadId, number }: PartPlace, part: PartBody): Promise<PartTag> {
      const query = { partNumber: String(number), uploadId };
      const { body } = part;
      const timeoutMs = body instanceof Uint8Array ? partMs : partMs * Math.ceil(body.sizeBytes / usualPartBytes);
      const request = { method: "PUT", bucket, key, query, body, timeoutMs } as const;
      if (!("crc" in part))
        return { tag: tagOf(await send({ ...request, ...(part.sha256 !== undefined && { sha256: part.sha256 }) })) };
      const checksum = base64Of(part.crc);
      const headers = { "x-amz-checksum-crc32": checksum };
      return { tag: tagOf(await send({ ...request, headers, sha256: unsignedBody })), crc32: checksum };
    },

    /** The parts that an upload has already, in their order. */
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

    /** Has the store make an object of another one of the same bucket, of at most 5 GiB. */
    async copy(bucket: string, from: string, key: string): Promise<void> {
      const headers = { "x-amz-copy-source": `/${[bucket, ...from.split("/")].map(escaped).join("/")}` };
      refuseLate(await send({ method: "PUT", bucket, key, headers, timeoutMs: partMs }));
    },

    /** Makes an object of the parts, in this order. */
    async completeUpload(bucket: string, key: string, uploadId: string, tags: readonly PartTag[]): Promise<void> {
      const parts = tags.map(({ tag, crc32 }, index) => {
        const checksum = crc32 === undefined ? "" : `<ChecksumCRC32>${crc32}</ChecksumCRC32>`;
        return `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapedText(tag)}</ETag>${checksum}</Part>`;
      });
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
      const request = { method: "POST", bucket, key, query: { uploadId }, body, timeoutMs: partMs } as const;
      refuseLate(await send(request));
    },

    /** An address from which the object is fetched without an account, for a while. */
    async addressOf(bucket: string, key: string, expiresSeconds: number): Promise<URL> {
      const { region } = address;
      const url = objectUrl(address, bucket, key);
      return presignedUrl({ url, region, at: clock.now() + aheadMs, expiresSeconds }, credentials);
    },

    async get(bucket: string, key: string, largestBytes = largestAnswerBytes): Promise<Uint8Array> {
      return (await send({ method: "GET", bucket, key, largestBytes })).body;
    },

    /** So many bytes of an object from an offset on, or what there is of them; in this memory where they fit there. */
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

    /** Begins an upload in parts, and answers its id. With checksums each part has to come with its CRC32. */
    async createUpload(bucket: string, key: string, { checksum }: Pick<PutOptions, "checksum"> = {}): Promise<string> {
      const headers = checksum === true ? { "x-amz-checksum-algorithm": "CRC32" } : {};
      const request = { method: "POST", bucket, key, query: { uploads: "" }, headers } as const;
      const root = await sendForXml(request, "InitiateMultipartUploadResult");
      return textAt(root, "UploadId") ?? "";
    },

    async abortUpload(bucket: string, key: string, uploadId: string): Promise<void> {
      await send({ method: "DELETE", bucket, key, query: { uploadId } });
    },

    /** Whether a bucket keeps older versions. */
    async isVersioned(bucket: string): Promise<boolean> {
      const root = await sendForXml({ method: "GET", bucket, query: { versioning: "" } }, "VersioningConfiguration");
      return textAt(root, "Status") === "Enabled";
    },

    /** Whether a bucket has Object Lock with a rule for every new object. */
    async isLocked(bucket: string): Promise<boolean> {
      const root = await sendForXml({ method: "GET", bucket, query: { "object-lock": "" } }, "ObjectLockConfiguration");
      return textAt(root, "Rule/DefaultRetention/Mode") !== undefined;
    },

    /** Whether a bucket ends uploads that nobody finished. */
    async endsUploads(bucket: string): Promise<boolean> {
      const root = await sendForXml({ method: "GET", bucket, query: { lifecycle: "" } }, "LifecycleConfiguration");
      return elementsAt(root, "Rule").some(
        (rule) => textAt(rule, "Status") === "Enabled" && elementsAt(rule, "AbortIncompleteMultipartUpload").length > 0,
      );
    },
  };
}

/** Where its work takes long, a store begins its answer with 200, whatever comes of it. */
function refuseLate({ status, body }: CalloutAnswer): void {
  const refusal = refusalOf(status, body);
  if (!refusal.code.startsWith("HTTP ")) throw refusal;
}

function sha256Of(body: Uint8Array | ReadBody | undefined): string {
  if (body === undefined) return emptySha256;
  return body instanceof Uint8Array ? hash("sha256", body) : unsignedBody;
}

function tagOf({ header }: CalloutAnswer): string {
  return header("etag") ?? "";
}

function base64Of(crc: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc);
  return bytes.toString("base64");
}

function escapedText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
