import { createHash } from "node:crypto";
import { blockBytes, idOf } from "#shared/blocks/block-list.ts";
import { openSource } from "./source-files.ts";

/** Whole blocks. */
const pieceBytes = 16 * blockBytes;

/** Returns the ID that a file on this host has in snapshots: the SHA-256 of its blocks' IDs in order. */
export async function fileIdOf(path: string, signal: AbortSignal): Promise<string> {
  const file = await openSource({ path, fullPath: path });
  const piece = Buffer.allocUnsafe(pieceBytes);
  const whole = createHash("sha256");
  try {
    for (let offset = 0; ; offset += pieceBytes) {
      signal.throwIfAborted();
      const bytes = piece.subarray(0, await file.read(piece, offset));
      for (let at = 0; at < bytes.length; at += blockBytes) whole.update(idOf(bytes.subarray(at, at + blockBytes)));
      if (bytes.length < pieceBytes) return whole.digest("hex");
    }
  } finally {
    await file.close();
  }
}
