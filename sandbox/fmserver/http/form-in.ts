import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BusboyHeaders } from "@fastify/busboy";

/** File in a form. */
export interface FormFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Returns the first part with each name in a multipart body; empty for other bodies. */
export async function formIn(
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<{ readonly files: ReadonlyMap<string, FormFile>; readonly fields: ReadonlyMap<string, string> }> {
  const files = new Map<string, FormFile>();
  const fields = new Map<string, string>();
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(headers["content-type"] ?? "")) return { files, fields };
  // Loaded on demand so that the sandbox starts fast: only uploads need the parser.
  const { Busboy } = await import("@fastify/busboy");
  const chunks = new Map<string, { readonly name: string; readonly parts: Buffer[] }>();
  try {
    const parser = new Busboy({ headers: headers as BusboyHeaders });
    let broken = false;
    parser.on("field", (name, value) => fields.set(name, value));
    parser.on("file", (part, stream, name) => {
      stream.on("error", () => {
        broken = true;
      });
      if (chunks.has(part)) {
        stream.resume();
        return;
      }
      const file = { name: name === "" || name === undefined ? "Untitled" : name, parts: [] as Buffer[] };
      chunks.set(part, file);
      stream.on("data", (chunk: Buffer) => file.parts.push(chunk));
    });
    await pipeline(Readable.from([body]), parser);
    if (broken) return { files, fields: new Map() };
  } catch {
    // A truncated or invalid body has no parts.
    return { files, fields: new Map() };
  }
  for (const [part, { name, parts }] of chunks) files.set(part, { name, bytes: Buffer.concat(parts) });
  return { files, fields };
}
