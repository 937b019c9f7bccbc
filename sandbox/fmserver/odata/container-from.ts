import type { ContainerFile } from "../world/values/cell.ts";
import { extensionOf, mediaType } from "./media-type.ts";
import { badBody } from "./odata-error.ts";

/** Returns a container's file from base64, with its name and type from the adjacent keys; null empties the container. @throws ODataError */
export function containerFrom(
  name: string,
  value: unknown,
  values: Readonly<Record<string, unknown>>,
): ContainerFile | "" {
  if (value === null || value === "") return "";
  if (typeof value !== "string" || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) {
    throw badBody(`the value of '${name}' is no base64`);
  }
  const fileName = values[`${name}@com.filemaker.odata.Filename`];
  const hint = values[`${name}@com.filemaker.odata.ContentType`];
  const bytes = Buffer.from(value, "base64");
  return namedFile(bytes, typeof fileName === "string" ? fileName : undefined, typeof hint === "string" ? hint : "");
}

/** Returns a named file. Default name: Untitled, with the extension for its content. */
export function namedFile(bytes: Buffer, name: string | undefined, typeHint: string): ContainerFile {
  if (name !== undefined && name !== "") return { name, bytes };
  const sniffed = mediaType({ name: "", bytes });
  const type = sniffed === "application/octet-stream" ? typeHint : sniffed;
  return { name: `Untitled${extensionOf(type)}`, bytes };
}
