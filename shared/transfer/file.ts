import { type Argon2Parameters, argon2 } from "node:crypto";
import { promisify } from "node:util";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as z from "zod";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { boundData, decrypt, encrypt } from "#shared/ports/sealing.ts";
import { PartName, transferParts } from "./contract.ts";

/** Version of new files. A version that older services would misread needs a higher `readableBy` too. */
const version = 1;
const maxFileCharacters = 980_000;
/**
 * Limits for the content of a file, in bytes and entries. They apply to opening too, because anyone with the passphrase can seal anything.
 */
const maxContentBytes = 5_000_000;
const maxEntries = 10_000;
/** Argon2id parameters: RFC 9106, section 4, second recommended option. Lambda has enough memory for it. */
const strength = { memoryKiB: 65_536, passes: 3, parallelism: 4 } as const;
/** Minimum that Node accepts. */
const minSaltBytes = 8;

/** Public header of a file. It is authenticated with the sealed content: a file with a changed header can't be opened. */
const Head = z.object({
  format: z.literal("latchkey-configuration"),
  version: z.int(),
  /** Oldest version that can read the file. */
  readableBy: z.int(),
  from: z.string().max(500),
  exportedAt: z.number(),
  counts: z.partialRecord(PartName, z.int()),
  derivation: z.object({
    name: z.literal("argon2id"),
    // Limits, so that a file can't cost more than one of ours.
    memoryKiB: z.int().min(8_192).max(strength.memoryKiB),
    passes: z.int().min(1).max(strength.passes),
    parallelism: z.int().min(1).max(strength.parallelism),
    salt: z
      .base64()
      .max(100)
      .refine((salt) => Buffer.from(salt, "base64").length >= minSaltBytes),
  }),
});
type Head = z.output<typeof Head>;
const SealedFile = Head.extend({ sealed: z.base64() });
/** Header fields that every version can read. */
const AnyHead = Head.pick({ format: true, readableBy: true }).extend({
  counts: z.record(z.string(), z.unknown()).optional(),
});

export const Content = z.record(z.string(), z.array(z.unknown()));
/** Entries of each part. */
export type Content = z.output<typeof Content>;

/** Opened file. */
export interface OpenedFile {
  readonly from: string;
  readonly exportedAt: number;
  readonly content: Content;
}

interface FileOrigin {
  readonly from: string;
  readonly exportedAt: number;
}

/** Returns the text of a sealed file. @throws ServiceError transfer_too_large */
export async function sealedFile(
  content: Content,
  { from, exportedAt }: FileOrigin,
  { passphrase, ids }: { readonly passphrase: string; readonly ids: Pick<Ids, "bytes"> },
): Promise<string> {
  const plain = JSON.stringify(content);
  if (Buffer.byteLength(plain) > maxContentBytes || entriesIn(content) > maxEntries)
    throw new ServiceError("transfer_too_large");
  const counts = Object.fromEntries(Object.entries(content).map(([part, entries]) => [part, entries.length]));
  const salt = Buffer.from(ids.bytes(16)).toString("base64");
  const head = Head.parse({
    ...{ format: "latchkey-configuration", version, readableBy: version, from, exportedAt, counts },
    derivation: { name: "argon2id", ...strength, salt },
  });
  const key = await keyOf(passphrase, head);
  const packed = deflateRawSync(plain);
  const sealed = encrypt(key, ids.bytes(12), packed, boundTo(head)).toString("base64");
  const text = JSON.stringify({ ...head, sealed }, null, 2);
  if (text.length > maxFileCharacters) throw new ServiceError("transfer_too_large");
  return text;
}

/** Opens a sealed file. @throws ServiceError transfer_file_invalid, transfer_file_newer, transfer_not_opened, transfer_too_large */
export async function openedFile(text: string, passphrase: string): Promise<OpenedFile> {
  const { sealed, ...head } = fileIn(text);
  const key = await keyOf(passphrase, head);
  let packed: Buffer;
  try {
    packed = decrypt(key, Buffer.from(sealed, "base64"), boundTo(head));
  } catch (cause) {
    throw new ServiceError("transfer_not_opened", { cause });
  }
  return { from: head.from, exportedAt: head.exportedAt, content: contentIn(packed) };
}

/** @throws ServiceError transfer_file_invalid, transfer_too_large */
function contentIn(packed: Buffer): Content {
  const content = parsedContent(packed);
  if (entriesIn(content) > maxEntries) throw new ServiceError("transfer_too_large");
  return content;
}

function parsedContent(packed: Buffer): Content {
  try {
    const value = JSON.parse(inflateRawSync(packed, { maxOutputLength: maxContentBytes }).toString("utf8"));
    if (Object.keys(value).length > transferParts.length) throw new ServiceError("transfer_too_large");
    return Content.parse(value);
  } catch (thrown) {
    if (thrown instanceof ServiceError) throw thrown;
    if (thrown instanceof RangeError && "code" in thrown && thrown.code === "ERR_BUFFER_TOO_LARGE")
      throw new ServiceError("transfer_too_large");
    throw new ServiceError("transfer_file_invalid"); // The parser's message would quote secrets.
  }
}

/** Returns the number of entries in all parts. */
function entriesIn(content: Content): number {
  return Object.values(content).reduce((sum, entries) => sum + entries.length, 0);
}

function fileIn(text: string): z.output<typeof SealedFile> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ServiceError("transfer_file_invalid", { cause });
  }
  const any = AnyHead.safeParse(value);
  if (any.success && isNewer(any.data)) throw new ServiceError("transfer_file_newer");
  const file = SealedFile.safeParse(value);
  if (!file.success) throw new ServiceError("transfer_file_invalid", { cause: file.error });
  return file.data;
}

/** True if this version would misread the file, or ignore a part that it doesn't know. */
function isNewer({ readableBy, counts = {} }: z.output<typeof AnyHead>): boolean {
  const known: readonly string[] = transferParts;
  return readableBy > version || Object.keys(counts).some((name) => !known.includes(name));
}

const derived = promisify<"argon2id", Argon2Parameters, Buffer>(argon2);

/** Derives the key from a passphrase. Normalizes it (NFC), because the same letters can be typed in several ways. */
function keyOf(passphrase: string, { derivation }: Pick<Head, "derivation">): Promise<Buffer> {
  const { memoryKiB: memory, passes, parallelism, salt } = derivation;
  const message = Buffer.from(passphrase.normalize("NFC"));
  return derived("argon2id", {
    message,
    nonce: Buffer.from(salt, "base64"),
    memory,
    passes,
    parallelism,
    tagLength: 32,
  });
}

function boundTo(head: Head): Buffer {
  return boundData(JSON.stringify(Head.parse(head)));
}
