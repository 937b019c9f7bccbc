import { dirname } from "node:path/posix";
import { Refused } from "../../refused.ts";
import type { TaskContext } from "../../tasks/task-context.ts";
import type { Destination, PublishedFile } from "./destination.ts";
import { holdsBuild, refuseFileMakerFolder, type Target, unfinishedManifest, unfinishedName } from "./replaceable.ts";

/** File operations on a server. Paths have slashes. */
export interface RemoteFolders {
  /** True if the folder exists. */
  exists(path: string): Promise<boolean>;
  /** Returns the kind of an entry in a folder. Doesn't follow links. */
  kindOf(parent: string, name: string): Promise<Target["kind"]>;
  /** Returns the start of a small file, or undefined if it doesn't exist. */
  read(path: string): Promise<string | undefined>;
  write(path: string, text: string): Promise<void>;
  /** Creates one folder in an existing one. */
  makeFolder(path: string): Promise<void>;
  upload(file: PublishedFile, path: string, onBytes: (bytes: number) => void): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Deletes a folder with all of its contents. */
  remove(path: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  end(): void;
}

interface Place {
  /** Parent of the build's folder. */
  readonly parent: string;
  readonly build: string;
  /** Name of the unfinished build. */
  readonly draft: string;
  /** True to write files under their final names directly. */
  readonly isInPlace: boolean;
  /** Location to show to people. */
  readonly shown: string;
  readonly say: TaskContext["say"];
}

/** Opens a build's folder on a file server: a draft next to it replaces it when it is complete. @throws Refused */
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
      // Another program may have created something there meanwhile.
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

  /** Deletes the mark of this publication or of an earlier interrupted one. */
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
