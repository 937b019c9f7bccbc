import { randomBytes } from "node:crypto";
import type { UpkeepOutcome } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { TaskEnd, TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext, TaskKind } from "../../tasks/task-context.ts";
import { setAt } from "../set-at.ts";
import { setMemory } from "../set-memory.ts";
import type { SetInUpkeep } from "./open-for-upkeep.ts";
import { pruneSet } from "./prune-set.ts";
import { repairSet } from "./repair-set.ts";
import type { SetDamage } from "./set-damage.ts";
import { verifySet } from "./verify-set.ts";

type Fields = TaskFields<"backups.upkeep">;

/** Maximum number of items of each kind in an outcome. */
const maxNamed = 30;

/** Maintains a set: repairs, verifies and prunes it. */
export const maintainSet: TaskKind<"backups.upkeep"> = {
  // Same lock as backups of this schedule: only one task at a time works on a set.
  files: ({ schedule }) => [`backups of schedule ${schedule.id}?`],

  async run(fields, context) {
    const { step, say } = context;
    const options = setOf(fields, context);
    const repair = fields.isRepaired
      ? await step({ name: "repair", perform: () => repaired(fields, options, context) })
      : null;
    const { verify: wanted, prune: pruning } = fields;
    const verify =
      wanted === null ? null : await step({ name: "verify", perform: () => verified(wanted, options, context) });
    const pruned =
      pruning === null ? null : await step({ name: "prune", perform: () => prunedOr(pruning, options, context) });
    await context.commit();
    const damage = verify?.damage ?? repair?.damage ?? null;
    const outcome: UpkeepOutcome = {
      prune: pruned !== null && "counts" in pruned ? pruned.counts : null,
      verify: verify?.verify ?? null,
      repair: repair?.repair ?? null,
      damage,
    };
    const reason = pruned !== null && "refused" in pruned ? pruned.refused : damageReason(damage);
    if (reason === null) say("success", "All checked data is intact");
    const state = reason === null ? "done" : "doneWithErrors";
    return { state, reason, outcome: JSON.stringify(outcome) } satisfies TaskEnd;
  },
};

function setOf(fields: Fields, context: TaskContext): SetInUpkeep {
  const [newest] = fields.keys;
  if (newest === undefined) throw new Refused("failed", "there is no encryption key");
  return {
    ...{ store: setAt(fields, context).store, set: fields.set, newest: fields.newest, random: randomBytes },
    keys: new Map(fields.keys.map(({ id, encryptionKey }) => [id, Buffer.from(encryptionKey, "base64")])),
    dataKey: { id: newest.id, bytes: Buffer.from(newest.encryptionKey, "base64") },
    ...{ now: () => context.clock.now(), signal: context.signal, say: context.say },
    checkLease: () => context.confirmed(),
  };
}

async function repaired(fields: Fields, options: SetInUpkeep, { folder, progress, say }: TaskContext) {
  progress({ phase: "repairing", done: 0, total: null, unit: null });
  const memory = setMemory(folder, fields.set);
  const { damage, ...repair } = await repairSet({ ...options, memory });
  say("info", `${repair.foundContents} lost pieces of files were found elsewhere, ${repair.lostContents} were not`);
  return { repair, damage: namedDamage(damage, say) };
}

async function verified(
  { share, after }: NonNullable<Fields["verify"]>,
  options: SetInUpkeep,
  { progress, say }: TaskContext,
) {
  progress({ phase: "verifying", done: 0, total: null, unit: "bytes" });
  const onRead = (done: number, total: number) => progress({ done, total });
  const { damage, ...verify } = await verifySet({ ...options, share, after, onRead });
  say("info", `${verify.readPacks} packs with ${verify.readBytes} bytes read, for ${verify.snapshots} snapshots`);
  return { verify, damage: namedDamage(damage, say) };
}

/** Prunes. If that isn't possible now, the verification still counts. */
async function prunedOr(pruning: NonNullable<Fields["prune"]>, options: SetInUpkeep, { progress, say }: TaskContext) {
  progress({ phase: "pruning", done: 0, total: null, unit: null });
  try {
    const counts = await pruneSet({ ...options, ...pruning });
    say(
      "info",
      `${counts.deletedSnapshots} snapshots and ${counts.deletedPacks} packs with ${counts.deletedBytes} bytes deleted, ${counts.markedPacks} packs no longer needed, ${counts.repackedPacks} packs rewritten`,
    );
    return { counts };
  } catch (thrown) {
    if (!(thrown instanceof Refused) || thrown.fault !== "changed") throw thrown;
    say("error", thrown.message);
    return { refused: thrown.message };
  }
}

/** Returns the damage, shortened for the outcome; the log gets the first items. */
function namedDamage({ objects, packs, files }: SetDamage, say: TaskContext["say"]): UpkeepOutcome["damage"] {
  for (const object of objects.slice(0, maxNamed)) say("error", `${object} is missing or can't be read`);
  for (const { counter, path } of files.slice(0, maxNamed))
    say("error", `${path} of snapshot ${counter} can't be restored completely`);
  return {
    ...{ objects: objects.slice(0, maxNamed), packs: packs.slice(0, maxNamed) },
    ...{ files: files.slice(0, maxNamed), fileCount: files.length },
  };
}

function damageReason(damage: UpkeepOutcome["damage"]): string | null {
  if (damage === null || damage.objects.length + damage.fileCount === 0) return null;
  return `${damage.fileCount} files of snapshots can't be restored completely, and ${damage.objects.length} objects can't be read`;
}
