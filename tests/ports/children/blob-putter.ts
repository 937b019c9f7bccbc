import { writeSync } from "node:fs";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { openBlobs } from "../../../local-runtime/storage/blobs.ts";

// Puts one blob, and pauses in the middle of a second one until it is killed. Argument: folder.
const [folder = ""] = process.argv.slice(2);
const blobs = await openBlobs({ folder, clock: systemClock, ids: systemIds(systemClock) });

async function* whole(): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from("whole");
}

async function* half(): AsyncGenerator<Uint8Array, void> {
  yield Buffer.alloc(100_000);
  writeSync(1, "half\n");
  await new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1));
}

await blobs.put("whole", whole());
await blobs.put("half", half());
