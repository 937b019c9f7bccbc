import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { ToolError } from "../process/open-file.ts";

const MARK = Buffer.from("latchkey sandbox patch\n");
const CIPHER = "aes-256-gcm";

/** Encrypts a patch with a key. */
export function encryptedPatch(bytes: Buffer, key: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, keyOf(key), iv);
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([MARK, iv, cipher.getAuthTag(), body]);
}

/** Decrypts a patch. @throws ToolError 212 for a wrong key */
export function decryptedPatch(bytes: Buffer, key: string): Buffer {
  if (!bytes.subarray(0, MARK.length).equals(MARK)) throw new ToolError(10001, "Patch is not encrypted");
  const [iv, tag] = [bytes.subarray(MARK.length, MARK.length + 12), bytes.subarray(MARK.length + 12, MARK.length + 28)];
  const decipher = createDecipheriv(CIPHER, keyOf(key), iv).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(bytes.subarray(MARK.length + 28)), decipher.final()]);
  } catch {
    // Authentication failed: the key is wrong.
    throw new ToolError(212, "Invalid patch key");
  }
}

function keyOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
