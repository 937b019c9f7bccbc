import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Program, startProgram } from "../machine/program.ts";

/** Returns the name of a file in this bench, without its extension. */
export function nameOfFile(number: number): string {
  return `Sales ${String(number).padStart(5, "0")}`;
}

/** Starts the FileMaker Server stand-in with very many files; returns when it is ready, with its address. */
export function startServerOf(files: number, directory: string, core: number | undefined): Promise<Program> {
  mkdirSync(directory, { recursive: true });
  const world = JSON.parse(readFileSync(new URL("../../sandbox/worlds/demo.json", import.meta.url), "utf8"));
  world.$schema = undefined;
  const accounts = [{ name: "api", password: "demo-pass" }];
  for (let number = 0; number < files; number += 1)
    world.databases.push({ name: nameOfFile(number), accounts, tables: [], layouts: [] });
  const file = join(directory, "world.json");
  writeFileSync(file, JSON.stringify(world));
  const args = ["--world", file, "--admin-port", "0", "--folder", join(directory, "host")];
  return startProgram({
    command: process.execPath,
    args: [fileURLToPath(new URL("../../sandbox/start.ts", import.meta.url)), ...args],
    core,
    ready: (line) => /sandbox ready at (\S+)/.exec(line)?.[1],
    readyWithinSeconds: 120,
  });
}
