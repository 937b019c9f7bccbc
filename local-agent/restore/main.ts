import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isName, momentOf } from "#shared/blocks/object-names.ts";
import { openSet } from "#shared/blocks/open-set.ts";
import { NoRecoveryKey, recoveryKeyId, recoveryKeyIn } from "#shared/blocks/recovery-key.ts";
import { UnreadableObject } from "#shared/blocks/sealed-object.ts";
import { setFolder, setStore } from "#shared/blocks/set-store.ts";
import type { Snapshot } from "#shared/blocks/snapshot.ts";
import { openSnapshot } from "#shared/blocks/snapshots.ts";
import { callouts } from "#shared/node/callouts.ts";
import { CalloutFailed, CalloutRefused } from "#shared/ports/callouts.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import { patiently } from "../backups/upload-file.ts";
import { withFileRestorer } from "../blocks/restore/file-restorer.ts";
import { systemClock } from "../clock.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { Refused } from "../refused.ts";
import { commandIn, type RestoreCommand, usage, WrongCommand } from "./command-line.ts";

interface Output {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/** Program that restores block-based backups with only the bucket and the recovery key. Returns its exit code. */
export async function main(
  commandLine: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  { out, error }: Output,
): Promise<number> {
  try {
    const command = commandIn(commandLine, variables);
    if (command.task === "help") out(usage);
    else await done(command, out);
    return 0;
  } catch (thrown) {
    if (thrown instanceof WrongCommand) error(`${thrown.message}\n\n${usage}`);
    else if (isReported(thrown)) error(thrown.message);
    else throw thrown;
    return 1;
  }
}

async function done(command: RestoreCommand, out: Output["out"]): Promise<void> {
  const recoveryKey = recoveryKeyIn(await readFile(command.keyFile, "utf8"));
  const opened = await openedSets(command, recoveryKey);
  if (opened.length === 0)
    throw new WrongCommand(`The recovery key ${recoveryKeyId(recoveryKey)} opens no backup here`);
  if (command.task === "list") {
    for (const one of opened) await listSet(one, out);
    return;
  }
  const [chosen, ...others] = opened;
  if (chosen === undefined || others.length > 0)
    throw new WrongCommand(`--set is missing. Sets: ${opened.map(({ set }) => set).join(", ")}`);
  const names = await snapshotNames(chosen);
  const name = names.findLast((one) => one.startsWith(command.snapshot ?? ""));
  if (name === undefined) throw new WrongCommand("Snapshot not found");
  const snapshot = await openSnapshot(chosen, name);
  if (command.task === "files") listFiles(snapshot, out);
  else await restoreFiles(command, { ...chosen, snapshot }, out);
}

type OpenedSet = Awaited<ReturnType<typeof openedSets>>[number];

async function openedSets(command: RestoreCommand, recoveryKey: Uint8Array) {
  const { endpoint, region, addressing, accessKeyId, secretAccessKey, bucket, folder } = command;
  // The address on the command line is allowed, wherever it is.
  const { call } = callouts({ isAllowed: () => true });
  const clock = systemClock;
  const { signal } = new AbortController();
  const address = storeAddress(endpoint, region, addressing);
  const client = storeClient({ address, credentials: { accessKeyId, secretAccessKey }, call, clock });
  const asked = <T>(ask: () => Promise<T>) => patiently({ clock, signal }, ask);

  const prefix = `${setFolder(folder, "")}/`;
  const { prefixes } = await asked(() => client.list(bucket, { prefix, delimiter: "/" }));
  const sets = prefixes.map((one) => one.slice(prefix.length, -1)).filter(isName);
  const features = { conditionalPut: false, checksums: false };
  const opened = await Promise.all(
    sets
      .filter((set) => set.startsWith(command.set ?? ""))
      .map(async (set) => {
        const store = setStore({ client, bucket, folder: setFolder(folder, set), features, asked });
        return { set, store, keys: await openSet(store, set, recoveryKey), signal };
      }),
  );
  return opened.filter(({ keys }) => keys.size > 0);
}

async function snapshotNames({ store }: OpenedSet): Promise<readonly string[]> {
  return (await store.list("snapshot")).map(({ name }) => name).sort();
}

async function listSet(opened: OpenedSet, out: Output["out"]): Promise<void> {
  const names = await snapshotNames(opened);
  out(`set ${opened.set}: ${names.length} snapshots`);
  for (const name of names) {
    const { counter, schedule, backup, files } = await openSnapshot(opened, name);
    const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const when = new Date(momentOf(name)).toISOString();
    out(`  ${name}  ${when}  ${counter}  ${schedule}  ${backup}  ${files.length} files  ${bytes} bytes`);
  }
}

function listFiles({ name, files }: Snapshot, out: Output["out"]): void {
  out(`snapshot ${name}: ${files.length} files`);
  for (const { path, sizeBytes, modifiedAt } of files)
    out(`  ${String(sizeBytes).padStart(14)}  ${new Date(modifiedAt).toISOString()}  ${path}`);
}

async function restoreFiles(
  { files, to }: RestoreCommand,
  opened: OpenedSet & { readonly snapshot: Snapshot },
  out: Output["out"],
): Promise<void> {
  const wanted = opened.snapshot.files.filter(
    ({ path }) => files.length === 0 || files.includes(path.normalize("NFC")),
  );
  const missing = files.filter((file) => !wanted.some(({ path }) => path === file.normalize("NFC")));
  if (missing.length > 0) throw new WrongCommand(`The snapshot has no file ${missing.join(", ")}`);
  await withFileRestorer(opened, async (restore) => {
    for (const file of wanted) {
      const parts = file.path.split("/");
      if (
        parts.some((part) => part === "" || part === "." || part === ".." || part.includes("\\") || part.includes("\0"))
      )
        throw new UnreadableObject("the snapshot contains a file outside of its folder");
      const target = join(to, ...parts);
      await makeFolder(dirname(target));
      await restore({ file, target, onProgress: () => undefined });
      out(`restored ${file.path}, ${file.sizeBytes} bytes`);
    }
  });
}

/** True if its message is a sentence for the user of the program. */
function isReported(thrown: unknown): thrown is Error {
  const kinds = [NoRecoveryKey, UnreadableObject, StoreRefused, CalloutFailed, CalloutRefused, Refused];
  return kinds.some((kind) => thrown instanceof kind) || (thrown instanceof Error && "syscall" in thrown);
}
