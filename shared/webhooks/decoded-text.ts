import { ServiceError } from "#shared/contract/errors.ts";

/**
 * Returns the text of bytes in a charset. Bytes that don't fit it are rejected: a replacement character would be stored in their place.
 * @throws ServiceError webhook_type_unsupported
 */
export function decodedText(bytes: Buffer, charset: string, name: string): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ServiceError("webhook_type_unsupported", { text: `${name} isn't ${charset}`, cause });
  }
}
