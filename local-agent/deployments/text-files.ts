import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { TextFile } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { manifestName, processFolder } from "../builds/build-folder.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { found } from "../disk/on-disk.ts";
import type { Host } from "../host.ts";
import { clearWork, pruneWork, type Swap, swapBack, swapIn, workFolder } from "../operations/swap.ts";
import type { TaskContext } from "../tasks/task-context.ts";

/** Index after those of the task's files, which start at 0. */
const firstIndex = 1_000;

const Manifest = z.object({ textFiles: z.array(TextFile).max(100).default([]) });

/** Returns the path of the deployed build's manifest. */
export function manifestPath(host: Host, process: number): string {
  return join(processFolder(host, process), manifestName);
}

/** Returns the text files in a build by name: none without a readable manifest. */
export async function textFilesIn(host: Host, process: number): Promise<readonly TextFile[]> {
  const path = manifestPath(host, process);
  if ((await found(path)) === undefined) return [];
  return Manifest.safeParse(jsonIn(await readFile(path, "utf8"))).data?.textFiles ?? [];
}

/** Writes text files to the server's documents. Replaced files are restored if the deployment is undone. */
export async function putTexts(names: readonly string[], { step, say, host, process }: TaskContext): Promise<void> {
  for (const [index, name] of names.entries()) {
    const swap = swapOf(host, process, index, name);
    await step({
      name: `text ${index}`,
      isLate: true,
      async perform() {
        if ((await found(swap.kept)) === undefined) {
          const text = (await textFilesIn(host, process)).find(({ fileName }) => fileName === name);
          await makeFolder(dirname(swap.draft), 0o775);
          await writeFile(swap.draft, text?.content ?? "", { mode: 0o664, flush: true });
        }
        await swapIn(swap);
        say("info", `Saved ${name} to the Documents folder`);
      },
      async undo() {
        await swapBack(swap);
        await rm(dirname(swap.draft), { recursive: true, force: true });
        await pruneWork(host.roots.documents, process);
      },
    });
  }
}

/** Returns the step that deletes replaced files once they are no longer needed. */
export async function clearTexts(names: readonly string[], { step, host, process }: TaskContext): Promise<void> {
  if (names.length > 0) await step({ name: "texts", perform: () => clearWork(host.roots.documents, process) });
}

function swapOf(host: Host, process: number, index: number, name: string): Swap {
  const folder = workFolder(host.roots.documents, process, firstIndex + index);
  return {
    draft: join(folder, "draft", name),
    kept: join(folder, "kept", name),
    target: join(host.roots.documents, name),
  };
}
