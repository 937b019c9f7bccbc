import { rm } from "node:fs/promises";
import { join } from "node:path";
import { liveBackup } from "../downloads/live-backup.ts";
import { Refused } from "../refused.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import { runDeveloperTool } from "./developer-tool.ts";
import { workFolder } from "./swap.ts";

/** Open file whose account and encryption password are tried before it is closed. */
interface TriedFile {
  readonly index: number;
  /** Hosted name. */
  readonly file: string;
  /** Folder on whose disk the copy is made. */
  readonly root: string;
  readonly server: Parameters<typeof liveBackup>[1]["server"];
}

/** Runs a tool on the copy at a path. Its results go into `folder`. */
export type Attempt = (copy: string, folder: string) => Promise<void>;

/**
 * Step that runs an operation's tool on a copy without records, which FileMaker Server makes while people keep working. A wrong account or
 * encryption password then ends the task before anyone is disconnected.
 * @throws Refused
 */
export function tryOnCopy(
  context: TaskContext,
  { index, file, root, server }: TriedFile,
  attempt: Attempt,
): Promise<void> {
  const folder = join(workFolder(root, context.process, index), "trial");
  const remove = () => rm(folder, { recursive: true, force: true });
  return context.step({
    name: `try ${index}`,
    async perform() {
      try {
        const copy = await liveBackup(context, { file, server, into: join(folder, "copy"), isClone: true });
        // A file that was closed meanwhile has no users.
        if (copy !== undefined) {
          await attempt(copy.path, join(folder, "result"));
          context.say("info", `Tested on a copy of ${file}`);
        }
      } catch (thrown) {
        throw unclosed(thrown, file);
      }
      await remove();
    },
    undo: remove,
  });
}

/** Returns an attempt that only needs the encryption password. */
export function withKey(context: TaskContext, key: string): Attempt {
  return (copy) => runDeveloperTool(context, ["--checkConsistency", copy, "-e", key]);
}

/** Says that the file is still open. Other errors end the task as they are. */
function unclosed(thrown: unknown, file: string): unknown {
  if (!(thrown instanceof Refused)) return thrown;
  const text = `${file} was not closed, because the test on a copy failed: ${thrown.message}. To skip the test, close ${file} first`;
  return new Refused(thrown.fault, text, { cause: thrown });
}
