import { randomUUID } from "node:crypto";
import { open, readdir, readFile, rename, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { draftPrefix } from "#shared/agent/protocol/commands/browser-commands.ts";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { HostPath, HostRoot } from "#shared/agent/protocol/host-path.ts";
import type { HostLocation } from "../disk/host-location.ts";
import { makeFolder } from "../disk/make-folder.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { type Folder, withFolder } from "./folder.ts";

const Note = z.object({ root: HostRoot, path: HostPath });

/**
 * Deletes folders with all of their contents: moves them aside in one step, so that no reader sees a partial folder, then deletes them from
 * disk.
 */
export interface Removals {
  /** Deletes an entry of an open folder. `parent` is that folder's location. */
  remove(folder: Folder, parent: HostLocation, name: string): Promise<void>;
  /** Continues deletions after a crash. */
  sweep(): Promise<void>;
}

/** Creates removals. `agentFolder` is the agent's own folder, where it records what it is about to delete. */
export function removals(host: Host, agentFolder: string): Removals {
  const notes = join(agentFolder, "removals");
  const asideOf = (id: string) => `${draftPrefix}${id}.gone`;

  const noted = async (): Promise<readonly string[]> => {
    try {
      return (await readdir(notes)).filter((name) => /^[0-9a-f-]{36}$/.test(name));
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return []; // There never was one.
      throw thrown;
    }
  };

  return {
    async remove(folder, { root, path }, name) {
      const id = randomUUID();
      await makeFolder(notes, 0o700);
      const note = await open(join(notes, id), "wx", 0o600);
      try {
        await note.writeFile(JSON.stringify({ root, path }));
        await note.sync();
      } finally {
        await note.close();
      }
      await rename(folder.at(name), folder.at(asideOf(id)));
      await folder.sync();
      await rm(folder.at(asideOf(id)), { recursive: true, force: true });
      await unlink(join(notes, id));
    },

    async sweep() {
      for (const id of await noted()) {
        const note = Note.safeParse(jsonIn(await readFile(join(notes, id), "utf8")));
        // An incomplete note means that its deletion hasn't begun.
        if (note.success)
          await withFolder(host, note.data, (folder) =>
            rm(folder.at(asideOf(id)), { recursive: true, force: true }),
          ).catch((thrown: unknown) => {
            // The folder was deleted, with all of its contents.
            if (!(thrown instanceof Refused) && (thrown as NodeJS.ErrnoException).code !== "ENOENT") throw thrown;
          });
        await unlink(join(notes, id));
      }
    },
  };
}
