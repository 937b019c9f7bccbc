import type { OpenSet } from "#shared/blocks/sealed-json.ts";
import type { Snapshot } from "#shared/blocks/snapshot.ts";
import { openSnapshot } from "#shared/blocks/snapshots.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import { damageIn } from "./damage.ts";

/** Maximum number of unreadable snapshots to skip. After that, everything is sent again. */
const maxUnreadable = 5;

/**
 * Returns the snapshot that the next one is compared with, and the highest counter so far. Reports lost or damaged data, and continues
 * without it: what no snapshot has is sent again.
 * @param newest the newest snapshot that the service knows of
 */
export async function previousSnapshot(
  opened: OpenSet,
  newest: Pick<Snapshot, "name" | "counter"> | null,
  say: TaskContext["say"],
): Promise<{ readonly previous: Snapshot | undefined; readonly counterBefore: number }> {
  const names = (await opened.store.list("snapshot")).map(({ name }) => name).sort();
  if (newest !== null && !names.includes(newest.name))
    say(
      "error",
      `Snapshot ${newest.counter} is missing from the bucket: it was deleted, or an older state of the bucket was restored. Data that older snapshots don't have is sent again`,
    );
  for (const name of names.reverse().slice(0, maxUnreadable)) {
    try {
      const previous = await openSnapshot(opened, name);
      // A later snapshot, whose run never reported back, works as well.
      if (newest !== null && previous.counter > newest.counter)
        say("info", `Continues with snapshot ${previous.counter}, whose run was interrupted`);
      return { previous, counterBefore: Math.max(previous.counter, newest?.counter ?? 0) };
    } catch (thrown) {
      say("error", `Skipped the unreadable snapshot ${name}: ${damageIn(thrown)}`);
    }
  }
  return { previous: undefined, counterBefore: newest?.counter ?? 0 };
}
