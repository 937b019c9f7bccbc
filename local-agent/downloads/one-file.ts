import { basename, join } from "node:path";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { bareDatabaseName } from "#shared/contract/values/database-name.ts";
import { containersOf } from "../disk/containers.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { runDeveloperTool, saveAsXml } from "../operations/developer-tool.ts";
import { Refused } from "../refused.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import { copyClosed } from "./closed-copy.ts";
import { type LiveBackup, liveBackup } from "./live-backup.ts";

type Fields = Pick<TaskFields<"files.download">, "kind" | "server" | "withInfo" | "files">;

/** Result for one file. */
export interface MadeFile {
  readonly path: string;
  /** Name of the file. */
  readonly name: string;
  /** Folder of its containers, if it can have any. */
  readonly containers: string | undefined;
}

/** Hosted file as the server reports it. */
export interface WantedFile {
  readonly filename: string;
  readonly folder: string;
  readonly isOpen: boolean;
}

/** Makes the requested copy of a hosted file, in its own folder. Only reads the hosted file directly while it is closed. */
export async function madeOf(
  context: TaskContext,
  fields: Fields,
  wanted: WantedFile,
  { place: index, into }: { readonly place: number; readonly into: string },
): Promise<MadeFile> {
  const { kind, server, withInfo } = fields;
  const account = fields.files[index];
  await makeFolder(into, 0o775);
  const bare = bareDatabaseName(wanted.filename);
  const source = join(wanted.folder, wanted.filename);
  const backup = wanted.isOpen
    ? await liveBackup(context, { file: wanted.filename, server, into: join(into, "backup"), isClone: kind !== "copy" })
    : undefined;

  if (kind === "copy") {
    if (backup !== undefined) return made(backup, wanted.filename);
    const path = join(into, wanted.filename);
    await copyClosed(source, path);
    return { path, name: wanted.filename, containers: containersOf(source) };
  }
  if (kind === "clone") {
    const name = `${bare}_clone.fmp12`;
    if (backup !== undefined) return { ...made(backup, name), containers: undefined };
    const path = join(into, name);
    await runDeveloperTool(context, ["--clone", source, ...opener(account, wanted.filename), "-t", path]);
    return { path, name, containers: undefined };
  }
  const name = `${bare}.xml`;
  const path = join(into, name);
  await saveAsXml(context, backup?.path ?? source, {
    opener: opener(account, wanted.filename),
    target: path,
    withInfo,
  });
  return { path, name, containers: undefined };
}

function made({ path, folder }: LiveBackup, name: string): MadeFile {
  return { path, name, containers: containersOf(join(folder, basename(path))) };
}

/** @throws Refused if the file's account is unknown */
function opener(account: Fields["files"][number] | undefined, filename: string): readonly string[] {
  const { username, password = "", encryptionKey } = account ?? {};
  if (username === undefined) throw new Refused("not-allowed", `this requires an account of ${filename}`);
  return [username, password, ...(encryptionKey === undefined ? [] : ["-e", encryptionKey])];
}
