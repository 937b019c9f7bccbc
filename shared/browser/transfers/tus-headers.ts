import type { DeliveryCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";

type Header = DeliveryCall["header"];

/** Checksum algorithms for the bytes of a call. */
const checksums = new Set(["sha1", "sha256", "md5"]);

/** @throws ServiceError tus_version_unsupported */
export function checkVersion(header: Header): void {
  if (header("tus-resumable") !== "1.0.0") throw new ServiceError("tus_version_unsupported");
}

/** Returns the length of the upload in bytes. @throws ServiceError */
export function lengthIn(header: Header): number {
  if (header("upload-defer-length") !== undefined)
    throw refusal("`Upload-Defer-Length`: not supported; the length must be known");
  return numberIn(header, "Upload-Length");
}

/** Returns the offset of the bytes in a call. @throws ServiceError */
export function offsetIn(header: Header): number {
  return numberIn(header, "Upload-Offset");
}

function numberIn(header: Header, name: string): number {
  const text = header(name.toLowerCase()) ?? "";
  const number = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(number)) throw refusal(`\`${name}\`: must be an integer`);
  return number;
}

/** Returns the metadata of the upload: names with values, which are base64 of text. @throws ServiceError */
export function metadataIn(header: Header): ReadonlyMap<string, string> {
  const given = header("upload-metadata") ?? "";
  if (given.length > 8_000) throw refusal("`Upload-Metadata`: must be at most 8000 characters long");
  const values = new Map<string, string>();
  for (const pair of given.split(",").filter((text) => text.trim() !== "")) {
    const [name = "", value = "", ...more] = pair.trim().split(" ");
    const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(value) && value.length % 4 === 0;
    if (name === "" || values.has(name) || more.length > 0 || !isBase64)
      throw refusal("`Upload-Metadata`: must be names with base64 values");
    values.set(name, textIn(value));
  }
  return values;
}

function textIn(base64: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, "base64"));
  } catch (cause) {
    throw new ServiceError("input_invalid", { text: "`Upload-Metadata`: has a value that isn't valid UTF-8", cause });
  }
}

export interface Checksum {
  readonly algorithm: string;
  readonly value: Buffer;
}

/** Returns the expected checksum of the bytes in a call, if it has one. @throws ServiceError */
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
