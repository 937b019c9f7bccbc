import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { Database } from "../world/schema/database-schema.ts";

/** Size of a page; files consist of whole pages. */
export const PAGE_BYTES = 4096;

/** Content of a file's first page. */
export interface FileHeader {
  readonly fileId: string;
  readonly version: string;
  /** Digest of the tables, layouts and scripts, without records. */
  readonly schema: string;
  /** Digest of the accounts and their privileges. */
  readonly accounts: string;
  readonly encryption: { readonly keyDigest: string; readonly hint: string; readonly iv: string } | null;
  /** True while a server has the file open: a copy made then is incomplete. */
  readonly isOpen: boolean;
  readonly bodyBytes: number;
  readonly bodySha256: string;
}

/** First bytes of a file that the sandbox has saved. The real format isn't public. */
const MARK = "latchkey sandbox fmp12\n";
const CIPHER = "aes-256-ctr";

/** Returns a file as bytes: a header page and the pages of its body. */
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

/** Returns the header page. */
export function headerPage(header: FileHeader): Buffer {
  const page = Buffer.alloc(PAGE_BYTES);
  page.write(`${MARK}${JSON.stringify(header)}\n`);
  return page;
}

/** Returns the header of a file; undefined if the sandbox didn't write it. */
export function readHeader(bytes: Buffer): FileHeader | undefined {
  const page = bytes.subarray(0, PAGE_BYTES).toString("utf8");
  if (!page.startsWith(MARK)) return undefined;
  try {
    return JSON.parse(page.slice(MARK.length, page.indexOf("\n", MARK.length))) as FileHeader;
  } catch {
    // Damaged: the file can't be read.
    return undefined;
  }
}

/** Returns the file in these bytes; undefined if the sandbox didn't write it, or it is incomplete. */
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

/** Returns the id of a file, which stays the same when the file is renamed or moved. */
export function fileIdOf({ fileId, name }: Pick<Database, "fileId" | "name">): string {
  return fileId ?? sha256(`file ${name.toLowerCase()}`).slice(0, 32).toUpperCase();
}

/** Returns true if this is the key of a file; a file without encryption accepts any key. */
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

/** Returns the key that encrypts the body, which isn't the file's own key: the server has to read a file before it receives that key. */
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
