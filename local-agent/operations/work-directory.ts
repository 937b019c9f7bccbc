import type { TaskContext } from "../tasks/task-context.ts";
import { clearWork, pruneWork } from "./swap.ts";

/** What a task keeps below hosting folders while it lasts. */
export interface WorkDirectory {
  /** The step that comes before anything is kept there. Undone last, it takes empty folders away. */
  open(): Promise<void>;
  /** The step for when none of it is needed any more. */
  clear(): Promise<void>;
}

export function workDirectory({ step, process }: TaskContext, roots: readonly string[]): WorkDirectory {
  const each = async (use: (root: string, process: number) => Promise<void>) => {
    for (const root of new Set(roots)) await use(root, process);
  };
  return {
    open: () => step({ name: "room", perform: async () => undefined, undo: () => each(pruneWork) }),
    clear: () => step({ name: "tidy", perform: () => each(clearWork) }),
  };
}
