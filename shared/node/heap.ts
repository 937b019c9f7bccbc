import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Makes V8 collect buffers of streams after some 5 MB instead of 64 MB, which were held while gigabytes passed. Call at program start. */
export function collectBuffersEarly(): void {
  // Also limits the maximum size of new space, which is already decided by now. A Node that doesn't know the flag prints that and
  // continues.
  setFlagsFromString("--scavenger-max-new-space-capacity-mb=1");
}

/**
 * Makes V8 compile WebAssembly only once. Otherwise V8 recompiles frequently called code with full optimization, such as undici's HTTP
 * parser within twenty calls. This takes 22 MB temporarily and 8 MB permanently, without making calls faster. Call at program start.
 */
export function compileWebAssemblyOnce(): void {
  setFlagsFromString("--no-wasm-tier-up");
  setFlagsFromString("--no-wasm-dynamic-tiering");
}

/**
 * Makes V8 create every object in new space. It would learn which places in a program create long-lived objects, and create those in
 * old space. After some starts it counts those of proxied calls among them: the dead objects of a call are then in old space and retain
 * the new ones they refer to, and a call takes a quarter more CPU for as long as the process runs. Call at program start.
 */
export function keepNewObjectsYoung(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}

/**
 * Returns unused heap memory to the machine. A start allocates more than most hours after it, and V8 keeps the space: 50 MB of 190.
 * Blocks everything for some 80 ms, so call it before the first request.
 */
export function giveBackMemory(): void {
  collection()({ type: "major", execution: "sync", flavor: "last-resort" });
}

/**
 * Collects the newest buffers each time this number of bytes has become unused, for work that creates a buffer for every piece of
 * gigabytes. That takes a millisecond. V8 would scan the whole heap each time, which took a quarter of the work's time, and let 50 MB
 * accumulate.
 * @returns a function that takes the number of bytes that have become unused
 */
export function buffersCollected(everyBytes = 8_000_000): (bytes: number) => void {
  return collectedEvery(everyBytes, "minor");
}

/**
 * Collects old buffers too, each time this number of bytes has passed, for transfers next to other work. A few of their buffers are in
 * use whenever V8 collects the newest ones, count as old from then on, and stay until there are 64 MB of them. Takes some 30 ms.
 * @returns a function that takes the number of bytes that have passed
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

/** Frees buffers synchronously: waking another thread for a hundred of them costs more, an eighth of a backup's time on a busy machine. */
function buffersCollection(): Collect {
  setFlagsFromString("--no-concurrent-array-buffer-sweeping");
  setFlagsFromString("--no-parallel-scavenge");
  return collection();
}

/**
 * Returns memory that V8 doesn't count, such as memory shared by threads: it wouldn't look for it. Takes some 10 ms, mostly in
 * parallel.
 */
export async function collectUncounted(): Promise<void> {
  await collection()({ type: "major", execution: "async" });
}

type Collect = (how: object) => unknown;

function collection(): Collect {
  // Node offers a collection only with this flag, in contexts created afterwards.
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}
