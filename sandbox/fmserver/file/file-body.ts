import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { Database } from "../world/schema/database-schema.ts";

/** A file is a whole number of these. */
export const PAGE_BYTES = 4096;

/** What the first page of a file says of it. */
export interface FileHeader {
  readonly fileId: string;
  readonly version: string;
  /** What the tables, layouts and scripts come to, whatever records there are. */
  readonly schema: string;
  /** What the accounts and their privileges come to. */
  readonly accounts: string;
  readonly encryption: { readonly keyDigest: string; readonly hint: string; readonly iv: string } | null;
  /** Set while a server has the file open: what was copied then was torn off in the middle. */
  readonly isOpen: boolean;
  readonly bodyBytes: number;
  readonly bodySha256: string;
}

/** What stands at the beginning of a file that the sandbox has saved. The real format is not public. */
const MARK = "latchkey sandbox fmp12\n";
const CIPHER = "aes-256-ctr";

/** A file as bytes: a page that says what it is, and the pages of its body. */
export function fileBytes(database: Database): Buffer {
  const plain = Buffer.from(JSON.stringify(database));
  const fileId = fileIdOf(database);
  const { encryptionKey } = database;
  const iv = encryptionKey === undefined ? undefined : randomBytes(16);
  const body = iv === undefined ? plain : crypt(createCipheriv(CIPHER, bodyKey(fileId), iv), plain);
  const header: FileHeader = {
    fileId,
    version: database.version,
    ...digestsOf(database),
    encryption:
      iv === undefined || encryptionKey === undefined
        ? null
        : {
            keyDigest: keyDigest(fileId, encryptionKey),
            hint: database.encryptionHint.slice(0, 200),
            iv: iv.toString("hex"),
          },
    isOpen: false,
    bodyBytes: body.length,
    bodySha256: sha256(plain),
  };
  const bytes = Buffer.alloc(PAGE_BYTES + Math.ceil(body.length / PAGE_BYTES) * PAGE_BYTES);
  headerPage(header).copy(bytes);
  body.copy(bytes, PAGE_BYTES);
  return bytes;
}

/** The first page. */
export function headerPage(header: FileHeader): Buffer {
  const page = Buffer.alloc(PAGE_BYTES);
  page.write(`${MARK}${JSON.stringify(header)}\n`);
  return page;
}

/** What a file says of itself; undefined when it is none of the sandbox's. */
export function readHeader(bytes: Buffer): FileHeader | undefined {
  const page = bytes.subarray(0, PAGE_BYTES).toString("utf8");
  if (!page.startsWith(MARK)) return undefined;
  try {
    return JSON.parse(page.slice(MARK.length, page.indexOf("\n", MARK.length))) as FileHeader;
  } catch {
    // Spoiled on the way: a file that cannot be read.
    return undefined;
  }
}

/** The file that these bytes are; undefined when they are none of the sandbox's, or not whole. */
export function readFileBody(bytes: Buffer): Database | undefined {
  const header = readHeader(bytes);
  if (header === undefined) return undefined;
  const body = bytes.subarray(PAGE_BYTES, PAGE_BYTES + header.bodyBytes);
  const { encryption, fileId } = header;
  const plain =
    encryption === null
      ? body
      : crypt(createDecipheriv(CIPHER, bodyKey(fileId), Buffer.from(encryption.iv, "hex")), body);
  if (sha256(plain) !== header.bodySha256) return undefined;
  const parsed = Database.safeParse(JSON.parse(plain.toString("utf8")));
  return parsed.success ? parsed.data : undefined;
}

/** The id that a file keeps when it is renamed or moved. */
export function fileIdOf({ fileId, name }: Pick<Database, "fileId" | "name">): string {
  return fileId ?? sha256(`file ${name.toLowerCase()}`).slice(0, 32).toUpperCase();
}

/** Whether this is the key of a file; one that is not encrypted takes any. */
export function keyFits({ encryption, fileId }: FileHeader, key: string): boolean {
  return encryption === null || encryption.keyDigest === keyDigest(fileId, key);
}

function digestsOf(database: Database): Pick<FileHeader, "schema" | "accounts"> {
  const { tables, occurrences, relationships, layouts, valueLists, scripts, accounts, privilegeSets } = database;
  const fields = tables.map((table) => ({
    name: table.name,
    fields: table.fields.map(({ autoEnter, ...field }) => ({
      ...field,
      // The next number is data.
      autoEnter: autoEnter !== undefined && "serial" in autoEnter ? { serial: autoEnter.serial.step } : autoEnter,
    })),
  }));
  return {
    schema: sha256(JSON.stringify({ fields, occurrences, relationships, layouts, valueLists, scripts })),
    accounts: sha256(JSON.stringify({ accounts, privilegeSets })),
  };
}

/** The server has to know a file before anybody has given its key, so the body's key is the sandbox's own. */
function bodyKey(fileId: string): Buffer {
  return createHash("sha256").update(`latchkey sandbox body ${fileId}`).digest();
}

function keyDigest(fileId: string, key: string): string {
  return sha256(`${fileId}\n${key}`);
}

function crypt(cipher: ReturnType<typeof createCipheriv>, bytes: Buffer): Buffer {
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

function sha256(data: Buffer | string): string {
  return createHash("sha256").update(data).digest("hex");
}
