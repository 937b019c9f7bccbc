import type { DeliveryCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";

type Header = DeliveryCall["header"];

/** Checksums that a call's bytes may be checked by. */
const checksums = new Set(["sha1", "sha256", "md5"]);

/** @throws ServiceError for a caller of another version of tus */
export function checkVersion(header: Header): void {
  if (header("tus-resumable") !== "1.0.0") throw new ServiceError("tus_version_unsupported");
}

/** How many bytes are to come. @throws ServiceError */
export function lengthIn(header: Header): number {
  if (header("upload-defer-length") !== undefined) throw refusal("`Upload-Defer-Length`: the length has to be known");
  return numberIn(header, "Upload-Length");
}

/** Where the bytes of a call belong. @throws ServiceError */
export function offsetIn(header: Header): number {
  return numberIn(header, "Upload-Offset");
}

function numberIn(header: Header, name: string): number {
  const text = header(name.toLowerCase()) ?? "";
  const number = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(number)) throw refusal(`\`${name}\`: must be a whole number`);
  return number;
}

/** What the caller says of the file: names with values, each of them text in base64. @throws ServiceError */
export function metadataIn(header: Header): ReadonlyMap<string, string> {
  const given = header("upload-metadata") ?? "";
  if (given.length > 8_000) throw refusal("`Upload-Metadata`: is too long");
  const values = new Map<string, string>();
  for (const pair of given.split(",").filter((text) => text.trim() !== "")) {
    const [name = "", value = "", ...more] = pair.trim().split(" ");
    const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(value) && value.length % 4 === 0;
    if (name === "" || values.has(name) || more.length > 0 || !isBase64)
      throw refusal("`Upload-Metadata`: must be names with values in base64");
    values.set(name, textIn(value));
  }
  return values;
}

function textIn(base64: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, "base64"));
  } catch (cause) {
    throw new ServiceError("input_invalid", { text: "`Upload-Metadata`: a value is no UTF-8", cause });
  }
}

export interface Checksum {
  readonly algorithm: string;
  readonly value: Buffer;
}

/** What the bytes of the call have to sum up to, where it says so. @throws ServiceError */
export function checksumIn(header: Header): Checksum | undefined {
  const text = header("upload-checksum");
  if (text === undefined) return undefined;
  const [algorithm = "", value = ""] = text.split(" ");
  if (!checksums.has(algorithm)) throw refusal(`\`Upload-Checksum\`: must be one of ${[...checksums].join(", ")}`);
  return { algorithm, value: Buffer.from(value, "base64") };
}

function refusal(text: string): ServiceError {
  return new ServiceError("input_invalid", { text });
}
