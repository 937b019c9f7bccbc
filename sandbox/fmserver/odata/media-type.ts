import type { ContainerFile } from "../world/values/cell.ts";

/** Returns the type of a container's file from its first bytes, otherwise from its name. */
export function mediaType({ name, bytes }: ContainerFile): string {
  const sniffed = SIGNATURES.find(([, signature]) => bytes.subarray(0, signature.length).equals(signature));
  if (sniffed !== undefined) return sniffed[0];
  return BY_EXTENSION[/\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ""] ?? "application/octet-stream";
}

/** Returns the extension for a type, with its dot; empty for unknown types. */
export function extensionOf(type: string): string {
  const found = Object.entries(BY_EXTENSION).find(([, known]) => known === type);
  return found === undefined ? "" : `.${found[0]}`;
}

const SIGNATURES: readonly (readonly [string, Buffer])[] = [
  ["image/png", Buffer.from([0x89, 0x50, 0x4e, 0x47])],
  ["image/jpeg", Buffer.from([0xff, 0xd8, 0xff])],
  ["image/gif", Buffer.from("GIF8")],
  ["image/tiff", Buffer.from([0x49, 0x49, 0x2a, 0x00])],
  ["image/tiff", Buffer.from([0x4d, 0x4d, 0x00, 0x2a])],
  ["application/pdf", Buffer.from("%PDF")],
];

const BY_EXTENSION: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  tiff: "image/tiff",
  tif: "image/tiff",
  pdf: "application/pdf",
  txt: "text/plain",
  csv: "text/csv",
  json: "application/json",
};
