import { type Argon2Parameters, argon2 } from "node:crypto";
import { promisify } from "node:util";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as z from "zod";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { boundData, decrypt, encrypt } from "#shared/ports/sealing.ts";
import { PartName, transferParts } from "./contract.ts";

/** The version of files that are written. One that older services misread gets a higher `readableBy` too. */
const version = 1;
const maxFileCharacters = 980_000;
/** Limits of what a file holds. Sealing refuses what opening would: who has the passphrase may have sealed anything. */
const maxContentBytes = 5_000_000;
const maxEntries = 10_000;
/** RFC 9106, section 4, the second choice: Lambda opens it too. */
const strength = { memoryKiB: 65_536, passes: 3, parallelism: 4 } as const;
/** Node's minimum. */
const minSaltBytes = 8;

/** What anyone may read of a file. It is bound to what is sealed: a changed head opens nothing. */
const Head = z.object({
  format: z.literal("latchkey-configuration"),
  version: z.int(),
  /** The oldest version that reads it. */
  readableBy: z.int(),
  from: z.string().max(500),
  exportedAt: z.number(),
  counts: z.partialRecord(PartName, z.int()),
  derivation: z.object({
    name: z.literal("argon2id"),
    // No file costs more than one of ours.
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
/** What is understood of every file, whichever version has made it. */
const AnyHead = Head.pick({ format: true, readableBy: true }).extend({
  counts: z.record(z.string(), z.unknown()).optional(),
});

export const Content = z.record(z.string(), z.array(z.unknown()));
/** Entries of each part. */
export type Content = z.output<typeof Content>;

/** A file that was opened. */
export interface OpenedFile {
  readonly from: string;
  readonly exportedAt: number;
  readonly content: Content;
}

interface FileOrigin {
  readonly from: string;
  readonly exportedAt: number;
}

/** The text of a sealed file. @throws ServiceError transfer_too_large */
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
    throw new ServiceError("transfer_file_invalid"); // What a parser says of it quotes what was secret.
  }
}

/** Entries of all parts. */
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

/** Whether this version would misread it, or leave a part out that it has never heard of. */
function isNewer({ readableBy, counts = {} }: z.output<typeof AnyHead>): boolean {
  const known: readonly string[] = transferParts;
  return readableBy > version || Object.keys(counts).some((name) => !known.includes(name));
}

const derived = promisify<"argon2id", Argon2Parameters, Buffer>(argon2);

/** People type the same letters in several ways: NFC makes them one. */
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
