import { setTimeout as wait } from "node:timers/promises";
import { type AreaName, areas } from "../load/areas.ts";
import { processOf } from "../oracles/work-ended.ts";
import type { LiveRow } from "../row.ts";
import { withInjected } from "../support/injected-calls.ts";
import { descendants, isAlive, until } from "../support/latchkey.ts";
import { withoutProgram } from "../support/programs.ts";
import { startLatchkey } from "../support/watched-latchkey.ts";

/** More writes to its stores than this row makes: some repetitions end afterwards. */
const maxWrites = 40;
/** Maximum seconds for a started task. */
const workSeconds = 60;

const scenarios: Readonly<Partial<Record<AreaName, string>>> = {
  keys: "keys are created and deleted",
  notes: "notes are written",
  events: "events arrive and are delivered",
  uploads: "a file is uploaded",
  triggers: "a trigger is created and fires",
  builds: "a build is made",
  deployments: "a deployment runs",
  fileOperations: "a file is copied and compressed",
  backups: "a backup is made and sent offsite",
};

/** Each repetition interrupts another write. */
export const killedWriteRows: readonly LiveRow[] = Object.entries(scenarios).map(([name, what]) => ({
  id: "H1",
  sentence: `kill -9 of the service at one of its writes while ${what}: done, not done, or continued`,
  endsProduct: true,
  missing: () => withoutProgram("strace"),
  async run(fault) {
    // The witness's writes would be counted, too.
    const latchkey = await startLatchkey(fault, undefined, {}, { areas: ["management"] });
    const own = latchkey.child.pid ?? 0;
    const all = [own, ...descendants(own)];
    const number = 1 + Math.floor(fault.random() * maxWrites);
    const killing = { names: "pwrite64,fdatasync,fsync", effect: `signal=SIGKILL:when=${number}`, isStore: true };
    const [witness] = fault.witnesses;
    if (witness === undefined) throw new Error("What is started is watched");
    const { load, watched } = witness;
    await withInjected(fault, latchkey, killing, async () => {
      for (let time = 0; time < 3 && isAlive(own); time += 1) await areas[name as AreaName](load);
      for (let second = 0; second < workSeconds && isAlive(own); second += 1) {
        const open = await Promise.all(
          [...watched.ledger.processes.keys()].map(async (id) => {
            const seen = await processOf(watched.call, id).catch(() => undefined); // It has ended meanwhile.
            return seen?.endedAt === null;
          }),
        );
        if (!open.includes(true)) break;
        await wait(1_000);
      }
    });
    if (isAlive(own)) return;
    await until("agent and sandbox have ended too", () => all.every((pid) => !isAlive(pid)));
  },
}));
