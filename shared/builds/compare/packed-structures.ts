import { gunzipSync } from "node:zlib";
import * as z from "zod";
import { ComparedStructure } from "#shared/agent/protocol/tasks/comparison-tasks.ts";

/** Maximum unpacked size in bytes. Our agent packs nothing larger. */
const maxBytes = 16 * 1_048_576;

/** Unpacks the structures that an agent has packed. */
export function structuresIn(packed: string): ComparedStructure[] {
  const json = gunzipSync(Buffer.from(packed, "base64"), { maxOutputLength: maxBytes }).toString("utf8");
  return z.array(ComparedStructure).parse(JSON.parse(json));
}
