import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { CalloutAnswer } from "#shared/ports/callouts.ts";
import { Refused } from "../../refused.ts";
import type { PublishedFile } from "./destination.ts";
import type { OtherServer } from "./other-server.ts";

/** The part of a file that is in memory at a time, where the other service takes as much. */
export const partBytes = 8 * 1024 * 1024;

export const tusHeaders = { "Tus-Resumable": "1.0.0" } as const;

/** How far an upload has come, as its server says. */
export interface HeldUpload {
  readonly offset: number;
  readonly answer: CalloutAnswer;
}

/** Asks how much the other service holds. One that has all bytes puts the file into its place then. */
export async function heldUpload({ sent, checked }: OtherServer, location: string): Promise<HeldUpload> {
  const answer = checked(await sent({ method: "HEAD", path: location, headers: tusHeaders }), 200);
  return { offset: offsetIn(answer), answer };
}

interface Upload {
  /** Where it is: a path of the other service. */
  readonly location: string;
  readonly largestPart: number;
  /** How much of it the other service holds already. */
  readonly from: number;
}

/** Brings a file by an upload that has begun (tus 1.0). What breaks off goes on where the other service says that it stopped. @throws Refused */
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
        if (bytesRead === 0) throw new Refused("changed", `${name} has changed its length`);
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
    // An empty file is finished by being asked for.
    if (sizeBytes === 0) await patiently(() => heldUpload(server, location));
  } finally {
    await file.close();
  }
}

function offsetIn(answer: CalloutAnswer): number {
  const offset = Number(answer.header("upload-offset") ?? Number.NaN);
  if (!Number.isSafeInteger(offset)) throw new Refused("failed", "the other server does not say how much it holds");
  return offset;
}
