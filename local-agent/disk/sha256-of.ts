import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { systemPath } from "./undecoded-names.ts";

/** Returns the SHA-256 of a file in hexadecimal digits. Uses a single buffer, because discarded ones would accumulate. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(1_048_576);
  const file = await open(systemPath(path));
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
