import type { TaskContext } from "../tasks/task-context.ts";
import { clearWork, pruneWork } from "./swap.ts";

/** Files that a task keeps below hosting folders while it runs. */
export interface WorkDirectory {
  /** Step before anything is stored there. Undone last, when it deletes empty folders. */
  open(): Promise<void>;
  /** Step for when nothing there is needed anymore. */
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
