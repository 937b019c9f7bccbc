import type { Call } from "../call.ts";
import type { ObjectDescription } from "../object-record.ts";
import { S3Error } from "../s3-error.ts";

const kept = [
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-type",
  "expires",
];
const maxMetadataBytes = 2 * 1024;

/** Returns the properties of an object in an upload's headers. @throws S3Error */
export function describeObject(call: Call): ObjectDescription {
  const headers: Record<string, string> = {};
  for (const name of kept) {
    const value = call.header(name);
    if (value !== undefined) headers[name] = value;
  }
  // The framing of the body isn't a property of the object.
  const encoding = (headers["content-encoding"] ?? "").split(",").map((one) => one.trim());
  const lasting = encoding.filter((one) => one !== "" && one !== "aws-chunked").join(", ");
  delete headers["content-encoding"];
  if (lasting !== "") headers["content-encoding"] = lasting;
  headers["content-type"] ??= "binary/octet-stream";
  return { headers, metadata: metadataOf(call) };
}

function metadataOf(call: Call): Readonly<Record<string, string>> {
  const names = [...Object.keys(call.incoming.headers), ...call.query.map(([name]) => name.toLowerCase())];
  const metadata = Object.fromEntries(
    names
      .filter((name) => name.startsWith("x-amz-meta-"))
      .map((name) => [name.slice("x-amz-meta-".length), call.setting(name) ?? ""]),
  );
  const size = Object.entries(metadata).reduce((sum, [name, value]) => sum + name.length + Buffer.byteLength(value), 0);
  if (size > maxMetadataBytes)
    throw new S3Error("MetadataTooLarge", "Your metadata headers exceed the maximum allowed metadata size");
  return metadata;
}
