import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Lets V8 collect after some 5 MB of buffers that streams have left behind, and not only after 64 MB: that much memory was held
 * while gigabytes passed. For the start of the program.
 */
export function collectBuffersEarly(): void {
  // Also how large new space would become, which is decided by now. A Node that does not know the flag says so and goes on.
  setFlagsFromString("--scavenger-max-new-space-capacity-mb=1");
}

/**
 * Lets V8 compile WebAssembly once. What is called often it compiles again with all its care, undici's parser of HTTP within twenty calls:
 * 22 MB for a moment, of which 8 stay, and calls were no faster by it. For the start of the program.
 */
export function compileWebAssemblyOnce(): void {
  setFlagsFromString("--no-wasm-tier-up");
  setFlagsFromString("--no-wasm-dynamic-tiering");
}

/**
 * Has V8 make every object where the short-lived ones are. It learns which places of a program make objects that last, and makes those of them among
 * the old from then on. What proxied calls make looks so to it after some starts and not after others: a call's dead objects then lie among the old,
 * hold the young ones that they name, and a call takes a quarter more of a processor for as long as the process runs. For the start of the program.
 */
export function keepNewObjectsYoung(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}

/**
 * Gives back to the machine what the heap grew by and no longer needs. A start allocates more than most hours after it, and V8 keeps
 * the room: 50 MB of 190. Everything waits meanwhile, for some 80 ms, so it is for moments when nobody calls yet.
 */
export function giveBackMemory(): void {
  collection()({ type: "major", execution: "sync", flavor: "last-resort" });
}

/**
 * For work that makes a buffer for every piece of gigabytes: collects the newest ones whenever so many bytes have become of no use. That takes a
 * millisecond. V8 by itself looks through the whole heap each time, which took a quarter of the work's time, and lets 50 MB come together.
 * @returns what is called with how many bytes have become of no use
 */
export function buffersCollected(everyBytes = 8_000_000): (bytes: number) => void {
  return collectedEvery(everyBytes, "minor");
}

/**
 * For bytes that pass on beside other work: a few of their buffers are in use whenever V8 collects the newest ones, count as old from then on,
 * and are left until 64 MB of them have come together. Collects them too, whenever so many bytes have passed, which takes some 30 ms.
 * @returns what is called with how many bytes have passed
 */
export function oldBuffersCollected(everyBytes = 512_000_000): (bytes: number) => void {
  return collectedEvery(everyBytes, "major");
}

function collectedEvery(everyBytes: number, type: "minor" | "major"): (bytes: number) => void {
  let collect: Collect | undefined;
  let waiting = 0;
  return (bytes) => {
    waiting += bytes;
    if (waiting < everyBytes) return;
    waiting = 0;
    collect ??= type === "minor" ? buffersCollection() : collection();
    collect({ type, execution: "sync" });
  };
}

/** Buffers are freed on the spot: to wake another thread for a hundred of them costs more, an eighth of a backup's time on a busy machine. */
function buffersCollection(): Collect {
  setFlagsFromString("--no-concurrent-array-buffer-sweeping");
  setFlagsFromString("--no-parallel-scavenge");
  return collection();
}

/** Gives back what V8 does not count, such as memory that threads have shared: it would not look for it. Takes some 10 ms, most of them beside work. */
export async function collectUncounted(): Promise<void> {
  await collection()({ type: "major", execution: "async" });
}

type Collect = (how: object) => unknown;

function collection(): Collect {
  // Node offers a collection only by this flag, and then in contexts that are made after it.
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}
