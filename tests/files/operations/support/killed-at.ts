import type { Process } from "#shared/processes/contract.ts";
import { Stopping } from "../../../../local-agent/tasks/stopping.ts";
import type { Note, NoteWatch } from "../../../../local-agent/tasks/task-journal.ts";
import type { FileOperationSetup } from "./a-file-operation-setup.ts";

/** A moment in the life of a work: before or after its note of this number is on the disk. */
export interface Moment {
  readonly when: "before" | "after";
  readonly number: number;
  readonly note: string;
}

/** Every moment that differs from those around it: after each note, and before each that tells of something done. To look changes nothing. */
export function momentsOf(notes: readonly string[]): readonly Moment[] {
  return notes.flatMap((note, place): readonly Moment[] => {
    if (note.startsWith("look ") || note === "room begun") return [];
    const after = { when: "after", number: place + 1, note } as const;
    return / (?:un)?done$/.test(note) ? [{ ...after, when: "before" }, after] : [after];
  });
}

/** What a work writes down of its steps when nobody kills it. */
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

/** Starts a work, lets its agent die at a moment, and lets another life of the agent end it. */
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

/** Watches an agent that does nothing of the work any more from a moment on. */
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
