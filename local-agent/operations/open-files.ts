import type { FileServer } from "../server/file-server.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import type { Source } from "./file-locations.ts";

/** Files that a task closes and opens again. */
export interface OpenFiles {
  /** Closes them. Each is a step that is undone by opening the file again. */
  close(): Promise<void>;
  /** Opens them as they were. */
  reopen(): Promise<void>;
}

interface OpenFilesOptions {
  readonly sources: readonly Pick<Source, "hostedAs" | "isOpen">[];
  /** Returns the password of an encrypted file by its index. */
  readonly keyOf: (index: number) => string | undefined;
  readonly force: boolean;
  readonly message: string;
}

export function openFiles(
  { step, say }: Pick<TaskContext, "step" | "say">,
  server: FileServer,
  { sources, keyOf, force, message }: OpenFilesOptions,
): OpenFiles {
  const open = sources.flatMap(({ hostedAs, isOpen }, index) =>
    hostedAs !== null && isOpen ? [{ name: hostedAs, place: index }] : [],
  );

  return {
    async close() {
      for (const { name, place: index } of open)
        await step({
          name: `close ${index}`,
          async perform() {
            await server.close([name], { force, message });
            say("info", `Closed ${name}`);
          },
          async undo() {
            await server.open([{ filename: name, key: keyOf(index) }]);
            say("info", `Reopened ${name}, unchanged`);
          },
        });
    },

    async reopen() {
      for (const { name, place: index } of open)
        await step({
          name: `open ${index}`,
          async perform() {
            await server.open([{ filename: name, key: keyOf(index) }]);
            say("info", `Opened ${name}`);
          },
        });
    },
  };
}
