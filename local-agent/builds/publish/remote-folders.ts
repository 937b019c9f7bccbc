import { dirname } from "node:path/posix";
import { Refused } from "../../refused.ts";
import type { TaskContext } from "../../tasks/task-context.ts";
import type { Destination, PublishedFile } from "./destination.ts";
import { holdsBuild, refuseFileMakerFolder, type Target, unfinishedManifest, unfinishedName } from "./replaceable.ts";

/** What a server for files is asked to do. Paths have slashes. */
export interface RemoteFolders {
  /** Whether there is such a folder. */
  exists(path: string): Promise<boolean>;
  /** Kind of what has this name in a folder. Links aren't followed. */
  kindOf(parent: string, name: string): Promise<Target["kind"]>;
  /** Returns the start of a small file. Undefined: there is no such file. */
  read(path: string): Promise<string | undefined>;
  /** Writes a small file. */
  write(path: string, text: string): Promise<void>;
  /** Makes one folder in one that is there. */
  makeFolder(path: string): Promise<void>;
  upload(file: PublishedFile, path: string, onBytes: (bytes: number) => void): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Deletes a folder with all that is in it. */
  remove(path: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  end(): void;
}

interface Place {
  /** The folder that gets one of the build's name. */
  readonly parent: string;
  readonly build: string;
  /** Names what is not finished yet. */
  readonly draft: string;
  /** Files are written under their own names at once. */
  readonly isInPlace: boolean;
  /** The place, for people. */
  readonly shown: string;
  readonly say: TaskContext["say"];
}

/** A folder of the build's name on a server for files: a draft next to it replaces it when it is whole. @throws Refused */
export async function remoteDestination(
  remote: RemoteFolders,
  { parent, build, draft: draftName, isInPlace, shown, say }: Place,
): Promise<Destination> {
  refuseFileMakerFolder(build);
  const within = (name: string) => (parent === "" ? name : `${parent.replace(/\/$/, "")}/${name}`);
  const target = within(build);
  const [draft, replaced] = isInPlace ? [target, target] : [within(`.${draftName}`), within(`.${draftName}.old`)];
  const known = new Set<string>();
  const isReplacing = async () =>
    holdsBuild(build, {
      kind: await remote.kindOf(parent, build),
      shown: `${target} on ${shown}`,
      read: (name) => remote.read(`${target}/${name}`),
    });

  const ensureFolder = async (path: string): Promise<void> => {
    if (path === "." || path === "/" || path === "" || known.has(path)) return;
    await ensureFolder(dirname(path));
    if (!(await remote.exists(path))) await remote.makeFolder(path);
    known.add(path);
  };

  if (!(await isReplacing()) && isInPlace) {
    await ensureFolder(target);
    await remote.write(`${target}/${unfinishedName}`, unfinishedManifest(build));
  }

  return {
    async put(file, onBytes) {
      const path = `${draft}/${file.name}`;
      await ensureFolder(dirname(path));
      await remote.upload(file, path, onBytes);
    },
    async finish() {
      if (isInPlace) await removeMark();
      // Another program may have put something there meanwhile.
      else if (await isReplacing()) {
        await remote.rename(target, replaced);
        await remote.rename(draft, target);
        await remote.remove(replaced);
      } else await remote.rename(draft, target);
      return `${target} on ${shown}`;
    },
    async close() {
      try {
        if (isInPlace) return;
        if ((await remote.exists(replaced)) && !(await remote.exists(target))) await remote.rename(replaced, target);
        if (await remote.exists(draft)) await remote.remove(draft);
      } finally {
        remote.end();
      }
    },
  };

  /** Of this publication, or of an earlier one that was interrupted. */
  async function removeMark(): Promise<void> {
    const path = `${target}/${unfinishedName}`;
    if ((await remote.read(path)) === undefined) return;
    try {
      await remote.removeFile(path);
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      say("info", `${path} stays: ${thrown.message}`);
    }
  }
}
