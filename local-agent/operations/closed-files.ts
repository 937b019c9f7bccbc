import type { FileServer } from "../work/file-server.ts";
import type { WorkContext } from "../work/work-context.ts";
import type { Source } from "./places.ts";

/** Files of a work that were open, and are to be open again. */
export interface OpenFiles {
  /** Closes them, each a step that is undone by opening it again. */
  close(): Promise<void>;
  /** Opens them as they were. */
  reopen(): Promise<void>;
}

interface Wish {
  readonly sources: readonly Pick<Source, "hostedAs" | "isOpen">[];
  /** The password of an encrypted one, by its place. */
  readonly keyOf: (place: number) => string | undefined;
  readonly force: boolean;
  readonly message: string;
}

export function openFiles(
  { step, say }: Pick<WorkContext, "step" | "say">,
  server: FileServer,
  { sources, keyOf, force, message }: Wish,
): OpenFiles {
  const open = sources.flatMap(({ hostedAs, isOpen }, place) =>
    hostedAs !== null && isOpen ? [{ name: hostedAs, place }] : [],
  );

  return {
    async close() {
      for (const { name, place } of open)
        await step({
          name: `close ${place}`,
          async perform() {
            await server.close([name], { force, message });
            say("info", `Closed ${name}`);
          },
          async undo() {
            await server.open(name, keyOf(place));
            say("info", `Opened ${name} again, as it was`);
          },
        });
    },

    async reopen() {
      for (const { name, place } of open)
        await step({
          name: `open ${place}`,
          async perform() {
            await server.open(name, keyOf(place));
            say("info", `Opened ${name}`);
          },
        });
    },
  };
}
