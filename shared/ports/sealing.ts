import { createCipheriv, createDecipheriv } from "node:crypto";

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts with AES-256-GCM. Returns nonce, ciphertext and tag. */
export function encrypt(key: Uint8Array, nonce: Uint8Array, plaintext: Uint8Array, boundData: Uint8Array): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(boundData);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts the result of `encrypt`. @throws if the text was changed, or was encrypted with other bound data */
export function decrypt(key: Uint8Array, text: Uint8Array, boundData: Uint8Array): Buffer {
  if (text.byteLength < nonceBytes + tagBytes) throw new RangeError("Too short for a nonce and a tag");
  const decipher = createDecipheriv("aes-256-gcm", key, text.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(boundData).setAuthTag(text.subarray(-tagBytes));
  return Buffer.concat([decipher.update(text.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}

/** Returns data that identifies a ciphertext's owner. JSON separates the parts unambiguously, for any characters. */
export function boundData(...parts: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(parts));
}
