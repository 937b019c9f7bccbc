import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BusboyHeaders } from "@fastify/busboy";
import { badParameter } from "../fm-error.ts";
import type { ContainerFile } from "../world/cell.ts";
import type { DataCall } from "./operation.ts";

/** The part named `upload` of a multipart body; other parts are ignored. @throws FmError 960 */
export async function uploadedFile(call: DataCall): Promise<ContainerFile> {
  // Only uploads need the parser, and the sandbox should start at once.
  const { Busboy } = await import("@fastify/busboy");
  let found: { readonly name: string; readonly chunks: Buffer[] } | undefined;
  try {
    const parser = new Busboy({ headers: call.request.message.headers as BusboyHeaders });
    let broken = false;
    parser.on("file", (part, stream, name) => {
      stream.on("error", () => {
        broken = true;
      });
      if (part !== "upload" || found !== undefined) {
        stream.resume();
        return;
      }
      const file = { name: name === "" || name === undefined ? "Untitled" : name, chunks: [] as Buffer[] };
      found = file;
      stream.on("data", (chunk: Buffer) => file.chunks.push(chunk));
    });
    await pipeline(Readable.from([call.body]), parser);
    if (broken) found = undefined;
  } catch {
    // A body that is no multipart message has no such part either.
    found = undefined;
  }
  if (found === undefined) throw badParameter("Upload payload must contain a part named 'upload'.");
  return { name: found.name, bytes: Buffer.concat(found.chunks) };
}
