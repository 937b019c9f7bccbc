import { gunzipSync } from "node:zlib";
import * as z from "zod";
import { ComparedStructure } from "#shared/agent/protocol/tasks/comparison-tasks.ts";

/** What is longer was not packed by our agent. Bytes. */
const mostBytes = 16 * 1_048_576;

/** What an agent has packed. */
export function structuresIn(packed: string): ComparedStructure[] {
  const json = gunzipSync(Buffer.from(packed, "base64"), { maxOutputLength: mostBytes }).toString("utf8");
  return z.array(ComparedStructure).parse(JSON.parse(json));
}
