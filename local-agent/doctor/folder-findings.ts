import { constants, existsSync } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { systemClock } from "../clock.ts";
import { obstacleText, writeObstacle } from "../disk/write-access.ts";
import type { Finding } from "../finding.ts";
import type { Host } from "../host.ts";
import { runProgram } from "../programs/run-program.ts";
import { pathOf } from "../server/admin-api-files.ts";
import type { AdminFacts } from "./admin-api-findings.ts";

/** Folder that the agent uses, and its purpose. */
interface UsedFolder {
  readonly path: string;
  readonly use: string;
  readonly isWritten: boolean;
  /** State if it can't be used. */
  readonly worst: "failed" | "warning";
}

/** Checks each folder that FileMaker Server names, wherever it is, and the folders of its installation. Changes nothing on Linux. */
export async function folderFindings(host: Host, facts: AdminFacts): Promise<readonly Finding[]> {
  const writable = await writableByUnit();
  return Promise.all(usedFolders(host, facts).map((folder) => folderFinding(folder, writable)));
}

function usedFolders({ roots }: Host, facts: AdminFacts): readonly UsedFolder[] {
  const own = Object.entries(roots).map(([root, path]) => ({
    path,
    use: root,
    isWritten: root !== "logs",
    worst: root === "databases" ? ("failed" as const) : ("warning" as const),
  }));
  const named = (folders: readonly string[], use: string, worst: UsedFolder["worst"]) =>
    folders.filter((folder) => folder !== "").map((folder) => ({ path: pathOf(folder), use, isWritten: true, worst }));
  const all: readonly UsedFolder[] = [
    ...own,
    ...named(facts.fileFolders, "hosted files", "failed"),
    ...named(facts.additionalFolders, "additional databases", "failed"),
    ...named(facts.containerFolders, "containers", "warning"),
    ...named(facts.backupPath === undefined ? [] : [facts.backupPath], "backups", "warning"),
    ...named(facts.backupTargets, "backup schedules", "warning"),
  ];
  return [...new Map(all.toReversed().map((folder) => [folder.path, folder])).values()].toReversed();
}

async function folderFinding(
  { path, use, isWritten, worst }: UsedFolder,
  writable: readonly string[] | undefined,
): Promise<Finding> {
  const check = "folder";
  try {
    await access(path, constants.R_OK | constants.X_OK);
  } catch {
    const remedy = existsSync(path)
      ? `Give the agent's account access to ${path}: on Linux and macOS, the folder belongs to the group fmsadmin.`
      : `Check that ${path} exists on this host, and that its disk is mounted. The agent must run on FileMaker Server's machine.`;
    return { check, state: worst, text: `Can't read the folder for ${use}, ${path}.`, remedy };
  }
  const obstacle = isWritten ? ((await writeObstacle(path))?.message ?? unitObstacle(path, writable)) : undefined;
  if (obstacle !== undefined)
    return {
      check,
      state: worst,
      text: `Can't write to the folder for ${use}, ${path}.`,
      remedy: `${sentence(obstacle)}.`,
    };
  const { bavail, bsize } = await statfs(path);
  const free = ((bavail * bsize) / 1_000_000_000).toFixed(1);
  return { check, state: "ok", text: `The folder for ${use}, ${path}, has ${free} GB free.` };
}

/** Returns the refusal that the agent gets in its unit, whose limits don't apply to this program. */
export function unitObstacle(path: string, writable: readonly string[] | undefined): string | undefined {
  if (writable === undefined || writable.some((folder) => path === folder || path.startsWith(`${folder}/`)))
    return undefined;
  return obstacleText(path, "EROFS", "linux");
}

/** Returns the folders that the agent's unit, or the service's if that starts the agent, lets it change. Undefined: no limit, or no unit. */
async function writableByUnit(): Promise<readonly string[] | undefined> {
  const file = "/usr/bin/systemctl";
  if (process.platform !== "linux" || !existsSync(file)) return undefined;
  const args = ["show", "latchkey-agent", "latchkey", "--property=LoadState,ProtectSystem,ReadWritePaths"];
  const program = { file, args, cwd: "/", input: "", timeoutMs: 5_000 };
  const { exitCode, output } = await runProgram(program, systemClock);
  return exitCode === 0 ? readWritePaths(output) : undefined;
}

/** Parses the properties of the first loaded unit as systemctl prints them. Undefined if the unit doesn't limit writing. */
export function readWritePaths(properties: string): readonly string[] | undefined {
  const unit = properties.split(/\n\n+/).find((one) => /^LoadState=loaded$/m.test(one)) ?? "";
  const of = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
  if (of("ProtectSystem") !== "strict") return undefined;
  // Spaces in paths are escaped or in quotes. A leading minus ignores missing folders, a plus is for other roots.
  const words = of("ReadWritePaths").match(/"[^"]*"|(?:\\x20|\\ |[^ "])+/g) ?? [];
  return words.map((word) =>
    word
      .replace(/^"|"$/g, "")
      .replaceAll(/\\x20|\\ /g, " ")
      .replace(/^[-+]+/, ""),
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
