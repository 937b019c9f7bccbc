import { fetchZip } from "../../deployments/fetch-zip.ts";
import type { SpaceGuard } from "../../disk/disk-space.ts";
import { sha256Of } from "../../disk/sha256-of.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext } from "../../tasks/task-context.ts";
import type { StoreAt } from "../store-at.ts";

/** Object to fetch, with the expected properties of its bytes. */
interface WantedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly sha256: string | null;
  /** Space on the disk that the bytes are written to. */
  readonly space: SpaceGuard;
}

/** True if a file on this host matches what is known of an object. */
export async function isDescribedAt({ sha256 }: Pick<WantedObject, "sha256">, path: string): Promise<boolean> {
  return sha256 !== null && (await sha256Of(path)) === sha256;
}

/** Lifetime of an object's address in seconds, which must cover its transfer. */
const addressSeconds = 24 * 3_600;

/** Downloads an object to this host's disk. Resumes interrupted transfers, and checks the bytes against the manifest. @throws Refused */
export async function fetchObject(
  { clock, signal }: Pick<TaskContext, "clock" | "signal">,
  at: StoreAt,
  { key, sizeBytes, sha256, space }: WantedObject,
  target: string,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<void> {
  let before = 0;
  const progress: TaskContext["progress"] = ({ done = before }) => {
    onBytes(done - before);
    before = done;
  };
  const { href: address } = await at.store.addressOf(at.bucket, key, addressSeconds);
  await fetchZip({ clock, signal, progress }, at.callouts, { address, sizeBytes, sha256, space }, target).catch(
    (thrown: unknown) => {
      if (!(thrown instanceof Refused) || thrown.fault !== "changed") throw thrown;
      throw new Refused("changed", `${key} doesn't match its manifest: it was changed or is damaged`);
    },
  );
  onBytes(sizeBytes - before);
}
