import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const guide = readFileSync(new URL("../../../docs/guides/disaster-recovery.md", import.meta.url), "utf8");
const [untilFiles = "", withFiles = ""] = guide.split("## Open the files");

/** Values that the guide's shell lines rely on. */
interface Bucket {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly bucket: string;
  readonly folder: string;
  readonly backup: string;
  /** Returns the bucket's objects; replaces `awscli` if it isn't installed. */
  readonly objects: () => Promise<ReadonlyMap<string, Uint8Array>>;
}

/** Follows the guide line by line into an empty folder. Returns the output of each of its blocks. */
export async function followedGuide(from: Bucket, target: string): Promise<readonly string[]> {
  const run = (code: string) =>
    runBlock(code, target, {
      ...{ AWS_ACCESS_KEY_ID: from.accessKeyId, AWS_SECRET_ACCESS_KEY: from.secretAccessKey },
      ...{ AWS_DEFAULT_REGION: from.region, ENDPOINT: from.endpoint, BUCKET: from.bucket, FOLDER: from.folder },
      ...{ BACKUP: from.backup, TARGET: target },
    });
  const hasAws = await run("command -v aws").then(
    () => true,
    () => false,
  );
  const printed: string[] = [];
  for (const code of blocksOf(untilFiles)) {
    if (hasAws || !/^aws /m.test(code)) printed.push(await run(code));
    else if (code.includes(" cp ")) await fetched(from, target);
  }
  return printed;
}

/**
 * Continues when a backup's files are restored: puts them into the folder of a FileMaker Server without files, has them checked, and opens
 * them with the account of its Admin Console. Returns the output of each of the guide's blocks.
 */
export async function openedByGuide(
  target: string,
  server: string,
  account: { readonly user: string; readonly password: string },
): Promise<readonly string[]> {
  const printed: string[] = [];
  for (const code of blocksOf(withFiles))
    printed.push(
      await runBlock(code, target, { TARGET: target, SERVER: server }, `${account.user}\n${account.password}\n`),
    );
  return printed;
}

function blocksOf(text: string): readonly string[] {
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = ""]) => code);
}

/** Runs a block as a user would type it, including the input that it asks for. */
async function runBlock(
  code: string,
  cwd: string,
  variables: Readonly<Record<string, string>>,
  typed = "",
): Promise<string> {
  const running = promisify(execFile)("bash", ["--norc", "-euo", "pipefail", "-c", code], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...variables },
  });
  // A block that asks for nothing may have ended by now.
  running.child.stdin?.on("error", () => undefined).end(typed);
  return (await running).stdout;
}

/** Returns the guide's lines for backups in blocks: those that list them, and those that restore the newest. */
export function guidedRestore(): readonly string[] {
  const [, code = ""] = /^```console\n(node restore\.mjs .*?)^```$/ms.exec(guide) ?? [];
  return code.trim().split("\n");
}

async function fetched({ folder, backup, objects }: Bucket, target: string): Promise<void> {
  const prefix = `${folder}/dbs/${backup}/`;
  for (const [key, bytes] of await objects()) {
    if (!key.startsWith(prefix)) continue;
    const path = join(target, ...key.slice(prefix.length).split("/"));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

/** Returns the paths of all files in a folder, including subfolders. */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
}
