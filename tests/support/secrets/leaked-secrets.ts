import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { ToolStart } from "../../../sandbox/fmserver/host.ts";
import type { FmServer } from "../../../sandbox/fmserver/server.ts";
import { traces } from "./traces.ts";

type World = FmServer["world"];

/** Minimum length of a secret: shorter ones are words that occur anywhere. */
const leastCharacters = 8;
/** Programs of FileMaker Server that accept passwords only as arguments. */
const fileTools = new Set(["FMDeveloperTool", "FMUpgradeTool", "FMDataMigration"]);

/**
 * Searches for a world's passwords and keys, and for other secrets, where none may occur. @throws Error that says where a secret was found,
 * but not which one
 */
export function refuseLeaked(
  world: World,
  texts: Readonly<Record<string, Buffer>>,
  others: Readonly<Record<string, string>> = {},
): void {
  const found = traces({ ...secretsOf(world), ...others }, texts);
  if (found.length > 0) throw new Error(`Secrets were spoken: ${found.join("; ")}`);
}

/** Searches the arguments and environments of a sandbox's tools: secrets may occur only in the arguments of file tools. */
export function refuseLeakedToTools({ world, toolStarts }: Pick<FmServer, "world" | "toolStarts">): void {
  const starts = toolStarts.map(({ tool, arguments: words, environment }: ToolStart, at): [string, Buffer] => {
    const seen = { environment, ...(fileTools.has(tool) ? {} : { words }) };
    return [`start ${at} of ${tool}`, Buffer.from(JSON.stringify(seen))];
  });
  refuseLeaked(world, Object.fromEntries(starts));
}

/** Returns all files of a folder by relative path; empty if the folder doesn't exist. */
export function filesBelow(folder: string): Readonly<Record<string, Buffer>> {
  if (!existsSync(folder)) return {};
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(folder, path), readFileSync(path)] as const;
    }),
  );
}

function secretsOf({ databases, server }: World): Readonly<Record<string, string>> {
  const ofFiles = databases.flatMap(({ name, definition }) => [
    ...definition.accounts.map((account) => [`password of ${account.name} in ${name}`, account.password] as const),
    ...(definition.encryptionKey === undefined ? [] : [[`key of ${name}`, definition.encryptionKey] as const]),
  ]);
  const ofServer = server.accounts.map(({ name, password }) => [`password of ${name}`, password] as const);
  return Object.fromEntries([...ofFiles, ...ofServer].filter(([, secret]) => secret.length >= leastCharacters));
}
