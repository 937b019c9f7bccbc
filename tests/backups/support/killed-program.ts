import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";

// Runs `done` of a module in this folder, such as a task on a set in a folder, and kills itself with SIGKILL before or after one of its
// writes: node killed-program.ts MODULE PLACE WORK NUMBER before|after. Counts the writes of Node, both the store's and the agent's.

type Call = (...parameters: unknown[]) => Promise<unknown>;
const [module = "", placeText = "", workText = "", number = "0", when = "before"] = process.argv.slice(2);
let count = 0;

const killed = (): Promise<never> => {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => undefined);
};

function counted(owner: Record<string, Call>, names: readonly string[]): void {
  for (const name of names) {
    const real = owner[name] as Call;
    owner[name] = async function (this: unknown, ...parameters) {
      count += 1;
      const isThis = count === Number(number);
      if (isThis && when === "before") return killed();
      const answer = await real.apply(this, parameters);
      return isThis ? killed() : answer;
    };
  }
}

const handle = await fs.open(fileURLToPath(import.meta.url));
counted(Object.getPrototypeOf(handle), ["write", "appendFile", "truncate", "sync", "utimes"]);
await handle.close();
counted(fs as unknown as Record<string, Call>, ["writeFile", "rename", "rm"]);
syncBuiltinESMExports();

// Imported only now, so that the module uses the counted writes.
const { done } = await import(module);
await done(JSON.parse(placeText), JSON.parse(workText));
