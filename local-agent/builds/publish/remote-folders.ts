import { dirname } from "node:path/posix";
import type { Destination, PublishedFile } from "./destination.ts";

/** What a server for files is asked to do. Paths have slashes. */
export interface RemoteFolders {
  /** Whether there is such a folder. */
  exists(path: string): Promise<boolean>;
  /** Makes one folder in one that is there. */
  makeFolder(path: string): Promise<void>;
  upload(file: PublishedFile, path: string, onBytes: (bytes: number) => void): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** A folder with all that is in it. */
  remove(path: string): Promise<void>;
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
}

/** A folder of the build's name on a server for files: a draft beside it takes its place when it is whole. */
export function remoteDestination(
  remote: RemoteFolders,
  { parent, build, draft: draftName, isInPlace, shown }: Place,
): Destination {
  const within = (name: string) => (parent === "" ? name : `${parent.replace(/\/$/, "")}/${name}`);
  const target = within(build);
  const [draft, replaced] = isInPlace ? [target, target] : [within(`.${draftName}`), within(`.${draftName}.old`)];
  const known = new Set<string>();

  const ensureFolder = async (path: string): Promise<void> => {
    if (path === "." || path === "/" || path === "" || known.has(path)) return;
    await ensureFolder(dirname(path));
    if (!(await remote.exists(path))) await remote.makeFolder(path);
    known.add(path);
  };

  return {
    async put(file, onBytes) {
      const path = `${draft}/${file.name}`;
      await ensureFolder(dirname(path));
      await remote.upload(file, path, onBytes);
    },
    async finish() {
      if (!isInPlace) {
        const isReplacing = await remote.exists(target);
        if (isReplacing) await remote.rename(target, replaced);
        await remote.rename(draft, target);
        if (isReplacing) await remote.remove(replaced);
      }
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
}
