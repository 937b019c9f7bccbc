import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Lets V8 collect after some 10 MB of buffers that streams have left behind, and not only after 64 MB: that much memory was held
 * while gigabytes passed. For the start of the program.
 */
export function collectBuffersEarly(): void {
  // Also how large new space would become, which is decided by now. A Node that does not know the flag says so and goes on.
  setFlagsFromString("--scavenger-max-new-space-capacity-mb=2");
}

/**
 * Gives back to the machine what the heap grew by and no longer needs. A start allocates more than most hours after it, and V8 keeps
 * the room: 50 MB of 190. Everything waits meanwhile, for some 80 ms, so it is for moments when nobody calls yet.
 */
export function giveBackMemory(): void {
  // Node offers a collection only by this flag, and then in contexts that are made after it.
  setFlagsFromString("--expose-gc");
  const collect: (how: object) => void = runInNewContext("gc");
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
