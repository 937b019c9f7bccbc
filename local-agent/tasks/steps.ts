import type { TaskEnd } from "#shared/agent/protocol/tasks/task.ts";
import { type Refused, refusedBy } from "../refused.ts";
import { Stopping } from "./stopping.ts";
import type { TaskJournal } from "./task-journal.ts";

/** A step of a task: done once, or undone. Both may be broken off anywhere and are then done from their beginning. */
export interface Step<T> {
  readonly name: string;
  /** What it resolves with is written down: no secret is in it. */
  perform(): Promise<T>;
  /** An abort is not heeded any more, in this step and behind it: only a failure undoes it. */
  readonly isLate?: boolean;
  /** Brings back what was there before, however far the step came. `data` is what it resolved with, if it did. */
  undo?(data: T | undefined): Promise<void>;
}

/** The steps of a task in their order, the same in every run of the agent. */
export interface Steps {
  /** Does a step, or answers what it was in an earlier life. Later failures undo it. @throws when it cannot be done */
  step<T>(step: Step<T>): Promise<T>;
  /** From here on nothing is undone: what fails now ends the work with errors. */
  commit(): Promise<void>;
}

interface StepsOptions {
  readonly journal: TaskJournal;
  /** Aborted when the work is to be undone. */
  readonly aborting: AbortSignal;
  /** Aborted when the agent stops. */
  readonly stopping: AbortSignal;
  /** Tells what could not be undone. */
  readonly failed: (text: string) => void;
  /** What an end that is none means for the files. */
  readonly ending?: ((isPutBack: boolean) => string) | undefined;
}

/** Does the steps of `body`, or goes on with them; undoes them in turn, last one first, where one fails or the work is aborted. */
export async function runSteps(
  { journal, aborting, stopping, failed, ending }: StepsOptions,
  body: (steps: Steps) => Promise<TaskEnd>,
): Promise<TaskEnd> {
  const undos: (() => Promise<void>)[] = [];
  const of = (name: string) => journal.notes.filter((note) => note.note === "step" && note.name === name);
  const rollbackEnd = () => journal.notes.find((note) => note.note === "turned")?.end;
  let heedsAbort = true;
  const isCommitted = () => journal.notes.some(({ note }) => note === "committed");

  const steps: Steps = {
    async step<T>({ name, perform, undo, isLate = false }: Step<T>) {
      if (stopping.aborted) throw new Stopping();
      const known = of(name);
      const done = known.find((note) => note.note === "step" && note.state === "done");
      const data = done?.note === "step" ? (done.data as T) : undefined;
      const isUndone = known.some((note) => note.note === "step" && note.state === "undone");
      if (rollbackEnd() !== undefined && known.length === 0) throw new RollingBack();
      // A late step is finished once it has begun. An abort that was accepted before it begins keeps it from beginning.
      if (known.length === 0) throwIfAborted();
      heedsAbort &&= !isLate;
      let result = data;
      if (undo !== undefined && !isUndone)
        undos.push(async () => {
          await undo(result);
          await journal.write({ note: "step", name, state: "undone", data: null });
        });
      if (done !== undefined) return data as T;
      if (rollbackEnd() !== undefined) throw new RollingBack();
      result = await begun(name, perform);
      return result;
    },
    async commit() {
      if (!isCommitted()) await journal.write({ note: "committed" });
    },
  };

  const throwIfAborted = () => {
    if (aborting.aborted && heedsAbort && !isCommitted()) throw new Aborted();
  };

  const begun = async <T>(name: string, perform: () => Promise<T>): Promise<T> => {
    throwIfAborted();
    await journal.write({ note: "step", name, state: "begun", data: null });
    const data = await perform();
    if (stopping.aborted) throw new Stopping();
    await journal.write({ note: "step", name, state: "done", data: data ?? null });
    return data;
  };

  try {
    const end = await body(steps);
    if (rollbackEnd() !== undefined) throw new RollingBack();
    return end;
  } catch (thrown) {
    if (thrown instanceof Stopping || stopping.aborted) throw new Stopping();
    const end = rollbackEnd() ?? endOf(thrown, aborting.aborted && heedsAbort);
    if (isCommitted()) return { state: "doneWithErrors", reason: end.reason };
    if (rollbackEnd() === undefined) await journal.write({ note: "turned", end });
    const isPutBack = await undoAll(undos, failed, stopping);
    const reason = [end.reason, ending?.(isPutBack)].filter((text) => text !== null && text !== undefined).join(". ");
    return { state: isPutBack ? end.state : "failed", reason: reason === "" ? null : reason.slice(0, 1_000) };
  }
}

/** Undoes as much as it can. Answers whether that was all. */
async function undoAll(
  undos: readonly (() => Promise<void>)[],
  failed: StepsOptions["failed"],
  stopping: AbortSignal,
): Promise<boolean> {
  const left = await notUndone(undos.toReversed(), stopping);
  // On a full disk a file may open again only when the others have given back their space.
  const refusals = await notUndone(
    left.map(({ undo }) => undo),
    stopping,
  );
  for (const { refusal } of refusals) failed(`It could not be undone: ${refusal.message}`);
  return refusals.length === 0;
}

/** Those of a list that could not be undone. */
async function notUndone(undos: readonly (() => Promise<void>)[], stopping: AbortSignal) {
  const left: { readonly undo: () => Promise<void>; readonly refusal: Refused }[] = [];
  for (const undo of undos) {
    try {
      await undo();
    } catch (thrown) {
      if (thrown instanceof Stopping || stopping.aborted) throw new Stopping();
      left.push({ undo, refusal: refusedBy(thrown) });
    }
  }
  return left;
}

function endOf(thrown: unknown, isAborted: boolean): TaskEnd {
  if (thrown instanceof Aborted || isAborted) return { state: "aborted", reason: null };
  return { state: "failed", reason: refusedBy(thrown).message.slice(0, 1_000) };
}

/** It is to be undone, and has come as far as it had come before. */
class RollingBack extends Error {}
/** The task was asked to abort. */
class Aborted extends Error {}
