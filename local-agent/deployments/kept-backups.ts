import { readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { buildsFolder } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { containersOf } from "../disk/containers.ts";
import { found } from "../disk/on-disk.ts";
import { keepPrivately } from "../disk/private-file.ts";
import type { Host } from "../host.ts";
import { moveTo } from "../operations/move.ts";
import { Refused } from "../refused.ts";

/** Folder below a hosting folder, deeper than the server looks: on the same disk as the files, so that moving them is instant. */
const keptFolderName = ".latchkey-backups";

/** File before a deployment. */
const KeptFile = z.object({ file: z.string(), path: z.string() });
type KeptFile = z.infer<typeof KeptFile>;
const KeptFiles = z.object({ files: z.array(KeptFile) });

const listFolder = (host: Host) => join(host.roots.backups, buildsFolder, "kept");
const listPath = (host: Host, deployment: number) => join(listFolder(host), `${deployment}.json`);

/** Returns the path of a file that a deployment replaced, on the disk of its root. */
export function keptPath(root: string, deployment: number, index: number, name: string): string {
  return join(root, keptFolderName, String(deployment), String(index), name);
}

/** Keeps files that a deployment replaced, with their containers. Can be repeated after an interruption. */
export async function keepBackups(
  host: Host,
  deployment: number,
  files: readonly { readonly from: string; readonly file: string; readonly path: string }[],
): Promise<readonly string[]> {
  const kept: KeptFile[] = [];
  for (const { from, file, path } of files) {
    await moveTo(from, path);
    await moveTo(containersOf(from), containersOf(path));
    if ((await found(path)) !== undefined) kept.push({ file, path });
  }
  if (kept.length > 0) keepPrivately(listPath(host, deployment), { files: kept });
  return kept.map(({ file }) => file);
}

/** Returns the deployments with kept files, in order. */
export async function keptDeployments(host: Host): Promise<number[]> {
  if ((await found(listFolder(host))) === undefined) return [];
  const names = await readdir(listFolder(host));
  const ids = names.flatMap((name) => /^([1-9]\d*)\.json$/.exec(name)?.[1] ?? []);
  return ids.map(Number).sort((one, other) => one - other);
}

/** Returns a deployment's kept file. @throws Refused if it has kept none */
export async function keptFile(host: Host, deployment: number, file: string): Promise<string> {
  const one = (await keptFiles(host, deployment)).find(
    (kept) => normalizedDatabaseName(kept.file) === normalizedDatabaseName(file),
  );
  if (one === undefined || (await found(one.path)) === undefined)
    throw new Refused("not-found", `deployment ${deployment} replaced a version of ${file} that is no longer stored`);
  return one.path;
}

/** Deletes the kept files of a deployment. */
export async function forgetBackups(host: Host, deployment: number): Promise<void> {
  for (const { path } of await keptFiles(host, deployment))
    await rm(dirname(dirname(path)), { recursive: true, force: true });
  await rm(listPath(host, deployment), { force: true });
}

async function keptFiles(host: Host, deployment: number): Promise<readonly KeptFile[]> {
  const path = listPath(host, deployment);
  if ((await found(path)) === undefined) return [];
  const { data } = KeptFiles.safeParse(jsonIn(await readFile(path, "utf8")));
  if (data !== undefined) return data.files;
  const kept = `${keptFolderName}/${deployment}`;
  throw new Refused("failed", `${path} is damaged. Restore the files in the folders ${kept} manually.`);
}
