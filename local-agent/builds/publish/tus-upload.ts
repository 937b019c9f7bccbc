import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { CalloutAnswer } from "#shared/ports/callouts.ts";
import { Refused } from "../../refused.ts";
import type { PublishedFile } from "./destination.ts";
import type { OtherServer } from "./other-server.ts";

/** Bytes of a file in memory at a time, if the other service accepts that many. */
export const partBytes = 8 * 1024 * 1024;

export const tusHeaders = { "Tus-Resumable": "1.0.0" } as const;

/** Progress of an upload, as its server reports it. */
export interface HeldUpload {
  readonly offset: number;
  readonly answer: CalloutAnswer;
}

/** Returns how much the other service has. Once it has all bytes, it moves the file into place. */
export async function heldUpload({ sent, checked }: OtherServer, location: string): Promise<HeldUpload> {
  const answer = checked(await sent({ method: "HEAD", path: location, headers: tusHeaders }), 200);
  return { offset: offsetIn(answer), answer };
}

interface Upload {
  /** Path of the upload on the other service. */
  readonly location: string;
  readonly largestPart: number;
  /** Offset from which the other service needs the bytes. */
  readonly from: number;
}

/** Sends a file with an existing upload (tus 1.0). Resumes interrupted transfers where the other service says. @throws Refused */
export async function uploadByTus(
  server: OtherServer,
  { path, name, sizeBytes }: Pick<PublishedFile, "path" | "name" | "sizeBytes">,
  { location, largestPart, from }: Upload,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const { sent, checked, patiently } = server;
  const file = await open(path);
  try {
    let offset = from;
    const buffer = Buffer.allocUnsafe(Math.min(largestPart, Math.max(1, sizeBytes)));
    while (offset < sizeBytes) {
      const after = await patiently(async (tries) => {
        const start = tries === 0 ? offset : (await heldUpload(server, location)).offset;
        if (start > offset) return start;
        const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
        if (bytesRead === 0) throw new Refused("changed", `the size of ${name} changed`);
        const body = buffer.subarray(0, bytesRead);
        const headers = {
          ...tusHeaders,
          "Content-Type": "application/offset+octet-stream",
          "Upload-Offset": String(start),
          "Upload-Checksum": `sha256 ${createHash("sha256").update(body).digest("base64")}`,
        };
        return offsetIn(checked(await sent({ method: "PATCH", path: location, headers, body }), 204));
      });
      onBytes(after - offset);
      offset = after;
    }
    // An empty file is finished by querying it.
    if (sizeBytes === 0) await patiently(() => heldUpload(server, location));
  } finally {
    await file.close();
  }
}

function offsetIn(answer: CalloutAnswer): number {
  const offset = Number(answer.header("upload-offset") ?? Number.NaN);
  if (!Number.isSafeInteger(offset)) throw new Refused("failed", "the other server does not report its upload offset");
  return offset;
}
