import { disturbedIn, type Finding } from "../finding.ts";
import { measuredKeyChecks } from "../keys/measured-key-checks.ts";
import { type StoredKeys, storeKeys } from "../keys/stored-keys.ts";
import { timedListPages } from "../keys/timed-list-pages.ts";
import { randomNumbers } from "../load/random-numbers.ts";
import { readRecords } from "../load/requests.ts";
import { playRounds, type Rounds } from "../load/rounds.ts";
import { type Use, withResources } from "../machine/with-resources.ts";
import type { Contestant } from "../peers/contestant.ts";
import { startLatchkeyOn } from "../peers/latchkey.ts";
import type { Stage } from "../stage.ts";
import { median } from "../statistics.ts";
import { callsPerSecond, cpuPerCall, p50, p99 } from "./rounds-table.ts";

/** Compares Latchkey with many stored keys with Latchkey with few: calls, key checks, memory and the list. */
export function manyKeys(stage: Stage): Promise<Finding> {
  return withResources(async (use) => {
    const few = await storeKeys(stage.directory, FEW);
    const many = await storeKeys(stage.directory, stage.plan.storedKeys);
    const names = { few: `${FEW} keys`, many: `${stage.plan.storedKeys.toLocaleString("en")} keys` };
    const checks = await measuredKeyChecks({ few, many, ...stage });
    const fewLatchkey = await contestant(use, stage, names.few, few);
    const manyLatchkey = await contestant(use, stage, names.many, many);

    // First with the same number of keys in use on both sides, so that only the number of stored keys differs; then with all keys.
    const play = async (inUse: string, keys: (stored: StoredKeys) => readonly string[]) => {
      const chosen = { [names.few]: keys(few), [names.many]: keys(many) };
      const nextRequest = spread(chosen, stage.seed);
      const load = { layout: "K1", connections: 32, seconds: stage.plan.secondsPerTurn, nextRequest } as const;
      return { inUse, rounds: await playRounds([fewLatchkey, manyLatchkey], load, stage.plan.rounds) };
    };
    const one = await play("one key in use", ({ dataKeys }) => dataKeys.slice(0, 1));
    const some = await play(`${FEW} keys in use`, ({ dataKeys }) => dataKeys.slice(0, FEW));
    const all = await play("all keys in use", ({ dataKeys }) => dataKeys);
    const pages = await timedListPages(manyLatchkey.port, many.adminKey);

    const ratio = ({ rounds }: { rounds: Rounds<string> }) => rounds.ratio(names.many, names.few, p99);
    return {
      values: {
        keyCheck: checks.many.checkMicroseconds,
        manyKeysCheckP99: checks.checkP99Ratio,
        manyKeysCallP99: Math.max(ratio(one), ratio(some)),
        manyKeysMemory: checks.keyCacheMegabytes + checks.usesMegabytes,
        manyKeysListPage: Math.max(...pages),
      },
      tables: [
        {
          title: "Proxied calls by keys stored, 1 KB, c=32, upstream 0 ms",
          columns: ["", "stored", "calls/s", "CPU us/call", "p50 ms", "p99 ms", "p99 to few", "turns disturbed"],
          rows: [one, some, all].flatMap(({ inUse, rounds }) =>
            rounds.names.map((name) => [
              inUse,
              name,
              rounds.median(name, callsPerSecond),
              rounds.median(name, cpuPerCall),
              rounds.median(name, p50),
              rounds.median(name, p99),
              rounds.ratio(name, names.few, p99),
              rounds.disturbedTurns(name),
            ]),
          ),
        },
        {
          title: "Key checks without the call around them, in microseconds",
          columns: ["", "CPU of hash and look-up", "with the secret's form", "p50", "p99"],
          rows: [
            ...(
              [
                ["few", names.few],
                ["many", names.many],
              ] as const
            ).map(([side, name]) => [
              `${FEW} in use of ${name}`,
              checks[side].lookUpMicroseconds,
              checks[side].checkMicroseconds,
              checks[side].p50Microseconds,
              checks[side].p99Microseconds,
            ]),
            [`all in use of ${names.many}`, "", "", checks.anyKey.p50Microseconds, checks.anyKey.p99Microseconds],
          ],
        },
        {
          title: `Memory and list with ${names.many}`,
          columns: ["", "value"],
          rows: [
            ["key cache after each was looked up, MB", checks.keyCacheMegabytes],
            ["notes of last use when each was used within a minute, MB", checks.usesMegabytes],
            [`${pages.length} pages of 1,000, median ms`, median(pages)],
            ["slowest page, ms", Math.max(...pages)],
          ],
        },
      ],
      disturbed: disturbedIn(one.rounds, some.rounds, all.rounds),
    };
  });
}

const FEW = 100;

async function contestant(
  use: Use,
  { upstream, cores }: Stage,
  name: string,
  stored: StoredKeys,
): Promise<Contestant<string>> {
  const start = { upstream: upstream.origin, core: cores?.proxy };
  const { readiness, pid, alive } = use(await startLatchkeyOn(stored.dataFolder, start));
  return { name, port: Number(readiness), pid, alive, prefix: "/svc", authorization: `Bearer ${stored.dataKeys[0]}` };
}

/** Returns calls with random keys of their contestant. */
function spread(keys: Readonly<Record<string, readonly string[]>>, seed: number): (to: Contestant<string>) => Buffer {
  const random = randomNumbers(seed);
  return (to) => {
    const own = keys[to.name] ?? [];
    return readRecords(to, "K1", `Bearer ${own[Math.floor(random() * own.length)]}`);
  };
}
