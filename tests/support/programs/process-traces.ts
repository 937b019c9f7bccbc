import { readdirSync, readFileSync } from "node:fs";

/** Returns the arguments and environment of a process and its descendants, by `pid/cmdline` and `pid/environ`. */
export function processTraces(pid: number): Readonly<Record<string, Buffer>> {
  const seen: Record<string, Buffer> = {};
  for (const name of ["cmdline", "environ"]) seen[`process ${pid} ${name}`] = readFileSync(`/proc/${pid}/${name}`);
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").trim();
    for (const child of children === "" ? [] : children.split(" ")) Object.assign(seen, processTraces(Number(child)));
  }
  return seen;
}
