import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { CalloutFailed, CalloutRefused, type CalloutStream, type Callouts } from "#shared/ports/callouts.ts";
import type { SpaceGuard } from "../disk/disk-space.ts";
import { found } from "../disk/on-disk.ts";
import { sha256Of } from "../disk/sha256-of.ts";
import { Refused } from "../refused.ts";
import type { TaskContext } from "../tasks/task-context.ts";

interface Fetched {
  readonly address: string;
  /** SHA-256 of the whole file in hexadecimal digits. Null if its server doesn't provide it. */
  readonly sha256: string | null;
  readonly sizeBytes: number | null;
  /** Space on the disk that the bytes are written to. */
  readonly space: SpaceGuard;
}

/** Maximum milliseconds of silence of a server. */
const silenceMs = 60_000;
/** Maximum number of consecutive attempts to resume that bring no bytes. */
const maxTries = 5;
const maxRedirects = 3;
/** Maximum wait in milliseconds before one retry, and in total, for a server that says when to retry: it is still preparing the file. */
const longestRetryMs = 60_000;
const longestWaitMs = 12 * 60 * 60_000;

/** Server that can't send the file yet and says when to try again. */
class NotReady extends Error {
  override readonly name = "NotReady";
  readonly retryMs: number;

  constructor(status: number, retryMs: number) {
    super(`The server responded with HTTP ${status}.`);
    this.retryMs = retryMs;
  }
}

/**
 * Downloads a file from another server directly to disk. Resumes interrupted transfers if the file is still the same, and checks the whole
 * file against the server's values. Always leaves the disk's floor free, regardless of the announced length.
 * @throws Refused
 */
export async function fetchZip(
  { clock, signal, progress }: Pick<TaskContext, "clock" | "signal" | "progress">,
  callouts: Callouts,
  { address, sha256, sizeBytes, space }: Fetched,
  target: string,
): Promise<void> {
  const part = `${target}.part`;
  // Without a checksum to verify the result, leftovers of an interrupted run can't be used.
  if (sha256 === null) await rm(part, { force: true });
  let etag: string | undefined;
  // Hashed while it arrives, if the transfer starts from the beginning. Otherwise the whole file is read again.
  let summed = { hash: createHash("sha256"), bytes: 0 };
  const giveUpAt = clock.now() + longestWaitMs;
  for (let tries = 1; ; tries += 1) {
    const before = (await found(part))?.size ?? 0;
    try {
      etag = await append(before, etag);
      break;
    } catch (thrown) {
      if (thrown instanceof NotReady) {
        if (clock.now() >= giveUpAt) throw new Refused("failed", thrown.message, { cause: thrown });
        await clock.sleep(thrown.retryMs, signal);
        tries -= 1;
        continue;
      }
      const isPassing = thrown instanceof CalloutFailed;
      if (thrown instanceof CalloutRefused) throw new Refused("not-allowed", thrown.message, { cause: thrown });
      if (!isPassing) throw thrown;
      const after = (await found(part))?.size ?? 0;
      if (after > before) tries = 0;
      if (tries >= maxTries) throw new Refused("failed", thrown.message, { cause: thrown });
      await clock.sleep(1_000 * 2 ** tries, signal);
    }
  }
  const size = (await found(part))?.size ?? 0;
  const sum = async () => (summed.bytes === size ? summed.hash.digest("hex") : await sha256Of(part));
  const isWhole = (sizeBytes === null || size === sizeBytes) && (sha256 === null || (await sum()) === sha256);
  if (!isWhole) {
    await rm(part, { force: true });
    throw new Refused(
      "changed",
      "the fetched file differs from the one that its server announced: it may have been made again",
    );
  }
  await rename(part, target);

  /** Downloads the missing part. Returns the file's tag. */
  async function append(start: number, tag: string | undefined): Promise<string | undefined> {
    if (start > 0 && start === sizeBytes) return tag;
    const range = start > 0 && (tag !== undefined || sha256 !== null) ? { Range: `bytes=${start}-` } : {};
    const condition = "Range" in range && tag !== undefined ? { "If-Range": tag } : {};
    const answer = await opened(callouts, address, { ...range, ...condition }, signal);
    const offset = offsetOf(answer, start);
    const file = await open(part, "a", 0o664);
    try {
      if (offset === 0) await file.truncate(0);
      await written(file, answer, offset);
      await file.sync();
    } finally {
      await file.close();
    }
    const strong = answer.header("etag");
    return strong?.startsWith('"') === true ? strong : undefined;
  }

  async function written(file: FileHandle, { bytes, header }: CalloutStream, offset: number): Promise<void> {
    const announced = Number(header("content-length") ?? Number.NaN);
    const total = Number.isNaN(announced) ? sizeBytes : offset + announced;
    let done = offset;
    if (offset === 0) summed = { hash: createHash("sha256"), bytes: 0 };
    for await (const piece of bytes) {
      if (signal.aborted) throw new Refused("failed", "aborted");
      if (done === offset && total !== null) await space.announced(total - offset);
      await space.writing(piece.length);
      await file.write(piece);
      if (summed.bytes === done) {
        summed.hash.update(piece);
        summed.bytes += piece.length;
      }
      done += piece.length;
      if (sizeBytes !== null && done > sizeBytes)
        throw new Refused("changed", "the server sent more data than announced");
      progress({ done, total, unit: "bytes" });
    }
    if (total !== null && done < total) throw new CalloutFailed("The transfer was interrupted.");
  }
}

/** Returns the offset of a response's bytes in the file. @throws Refused, NotReady, and CalloutFailed for temporary failures */
function offsetOf({ status, header }: CalloutStream, asked: number): number {
  if (status === 200) return 0;
  if (status === 206) {
    const [, start] = /^bytes (\d+)-/.exec(header("content-range") ?? "") ?? [];
    if (Number(start) === asked) return asked;
  }
  const retrySeconds = Number(header("retry-after") ?? Number.NaN);
  if ((status === 503 || status === 429) && retrySeconds >= 1)
    throw new NotReady(status, Math.min(longestRetryMs, retrySeconds * 1_000));
  if (status === 503 || status === 429 || status === 502)
    throw new CalloutFailed(`The server responded with HTTP ${status}.`);
  throw new Refused("failed", `the server did not send the file: HTTP ${status}`);
}

/** Follows redirects to the bytes, and checks each address on the way. */
async function opened(
  callouts: Callouts,
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) {
  let url = new URL(address);
  for (let left = maxRedirects; ; left -= 1) {
    const answer = await callouts.open({
      url,
      timeoutMs: silenceMs,
      signal,
      headers: { ...headers, Accept: "*/*" },
      ...(url.port !== "" && { port: Number(url.port) }),
    });
    const location = answer.header("location");
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) return answer;
    if (left === 0) throw new Refused("failed", "the server redirects too often");
    // Nothing of this response is read.
    for await (const _ of answer.bytes) break;
    const next = URL.parse(location, url.href);
    if (next === null) throw new Refused("failed", "the server redirects to an address that isn't a URL");
    url = next;
  }
}
