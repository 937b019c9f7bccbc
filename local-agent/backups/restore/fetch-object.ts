import { fetchZip } from "../../deployments/fetch-zip.ts";
import type { SpaceGuard } from "../../disk/disk-space.ts";
import { sha256Of } from "../../disk/sha256-of.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext } from "../../tasks/task-context.ts";
import type { StoreAt } from "../store-at.ts";

/** An object, with what is known of its bytes before they come. */
interface WantedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly sha256: string | null;
  /** Of the disk that the bytes are written to. */
  readonly space: SpaceGuard;
}

/** Whether a file on this host is what is known of an object. */
export async function isDescribedAt({ sha256 }: Pick<WantedObject, "sha256">, path: string): Promise<boolean> {
  return sha256 !== null && (await sha256Of(path)) === sha256;
}

/** An address gives one object, for as long as its transfer may take. Seconds. */
const addressSeconds = 24 * 3_600;

/** Brings an object onto this host's disk. What breaks off goes on where it stopped; what comes is what its manifest says. @throws Refused */
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
      throw new Refused("changed", `${key} is not what its manifest says: it was changed, or is damaged`);
    },
  );
  onBytes(sizeBytes - before);
}
