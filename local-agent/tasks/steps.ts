import type { TaskEnd } from "#shared/agent/protocol/tasks/task.ts";
import { type Refused, refusedBy } from "../refused.ts";
import { Stopping } from "./stopping.ts";
import type { TaskJournal } from "./task-journal.ts";

/** Step of a task: done once, or undone. If either is interrupted, it starts again from the beginning. */
export interface Step<T> {
  readonly name: string;
  /** Performs the step. Its result is stored, so it must not contain secrets. */
  perform(): Promise<T>;
  /** True if this and later steps ignore aborts: only a failure undoes them. */
  readonly isLate?: boolean;
  /** Restores the previous state, no matter how far the step got. `data` is its result, if it finished. */
  undo?(data: T | undefined): Promise<void>;
}

/** Steps of a task in order, the same in every run of the agent. */
export interface Steps {
  /** Performs a step, or returns its result from an earlier run. Later failures undo it. @throws if it fails */
  step<T>(step: Step<T>): Promise<T>;
  /** Ends the possibility to undo: later failures end the task with errors. */
  commit(): Promise<void>;
}

interface StepsOptions {
  readonly journal: TaskJournal;
  /** Aborted when the task must be undone. */
  readonly aborting: AbortSignal;
  /** Aborted when the agent stops. */
  readonly stopping: AbortSignal;
  /** Called with what could not be undone. */
  readonly failed: (text: string) => void;
  /** Returns the effect of a failed or aborted task on the files. */
  readonly ending?: ((isPutBack: boolean) => string) | undefined;
}

/** Runs or continues the steps of `body`. If one fails or the task is aborted, undoes them in reverse order. */
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
      // A late step is finished once it has begun. An abort that was accepted earlier prevents it from beginning.
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

/** Undoes as much as possible. Returns true if everything was undone. */
async function undoAll(
  undos: readonly (() => Promise<void>)[],
  failed: StepsOptions["failed"],
  stopping: AbortSignal,
): Promise<boolean> {
  const left = await notUndone(undos.toReversed(), stopping);
  // On a full disk, some files can only be opened again after others have released their space.
  const refusals = await notUndone(
    left.map(({ undo }) => undo),
    stopping,
  );
  for (const { refusal } of refusals) failed(`Couldn't undo: ${refusal.message}`);
  return refusals.length === 0;
}

/** Returns the items that could not be undone. */
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

/** Thrown when a task that is being undone has reached the point that it had reached before. */
class RollingBack extends Error {}
/** Thrown when the task was asked to abort. */
class Aborted extends Error {}
