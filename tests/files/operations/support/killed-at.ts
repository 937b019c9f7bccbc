import type { Process } from "#shared/processes/contract.ts";
import { Stopping } from "../../../../local-agent/tasks/stopping.ts";
import type { Note, NoteWatch } from "../../../../local-agent/tasks/task-journal.ts";
import type { FileOperationSetup } from "./a-file-operation-setup.ts";

/** Point in the life of a task: before or after its note with this number is on disk. */
export interface Moment {
  readonly when: "before" | "after";
  readonly number: number;
  readonly note: string;
}

/**
 * Returns the points that differ from their neighbors: after each note, and before each note that reports something done. Reading changes
 * nothing.
 */
export function momentsOf(notes: readonly string[]): readonly Moment[] {
  return notes.flatMap((note, place): readonly Moment[] => {
    if (note.startsWith("look ") || note === "room begun") return [];
    const after = { when: "after", number: place + 1, note } as const;
    return / (?:un)?done$/.test(note) ? [{ ...after, when: "before" }, after] : [after];
  });
}

/** Returns the notes that a task writes if it isn't interrupted. */
export async function notesOf(setup: FileOperationSetup, operation: string, json: unknown): Promise<readonly string[]> {
  const notes: string[] = [];
  const noteWatch: NoteWatch = async (when, note) => {
    if (when === "before") notes.push(nameOf(note));
  };
  const agent = await setup.agent({ again: true, noteWatch });
  await setup.run(operation, json);
  await setup.reported();
  await agent.stop();
  return notes;
}

function nameOf(note: Note): string {
  return note.note === "step" ? `${note.name} ${note.state}` : note.note;
}

/** Starts a task, kills its agent at a point, and lets a new agent process finish the task. */
export async function killedAt(
  setup: FileOperationSetup,
  moment: Moment,
  operation: string,
  json: unknown,
  atDeath: () => void = () => undefined,
): Promise<Process> {
  const { noteWatch, death } = dyingAt(moment);
  const agent = await setup.agent({ again: true, noteWatch });
  const { body } = await setup.start(operation, json);
  await death;
  await agent.stop();
  atDeath();
  const next = await setup.agent({ again: true });
  const process = await setup.ended(body.response.processId);
  await setup.reported();
  await next.stop();
  return process;
}

/** Returns a watch that stops the agent at this point of the task, and a promise that resolves then. */
function dyingAt({ when, number }: Moment) {
  const death = Promise.withResolvers<void>();
  let notes = 0;
  const noteWatch: NoteWatch = async (now) => {
    if (now === "before") notes += 1;
    if (now !== when || notes !== number) return;
    death.resolve();
    throw new Stopping();
  };
  return { noteWatch, death: death.promise };
}
