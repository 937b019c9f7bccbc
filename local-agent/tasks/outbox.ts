import {
  lineCharacters,
  outputBytes,
  reportLines,
  type TaskEnd,
  type TaskEvent,
  type TaskReport,
} from "#shared/agent/protocol/tasks/task.ts";
import type { TaskJournal } from "./task-journal.ts";

type Line = NonNullable<TaskReport["lines"]>[number];
type Progress = NonNullable<TaskReport["progress"]>;

/** Reports of a task, one event after another. Each waits until the service has it. */
export interface Outbox {
  /** Sets the owner of events from now on; their numbers start again. */
  own(fence: number): void;
  progress(progress: Progress): void;
  say(level: Line["level"], text: string): void;
  /** Adds output of a program. */
  output(text: string): void;
  /** Resolves when the service has accepted an event that was created after this call: the task then still belongs to its owner. */
  confirmed(): Promise<void>;
  end(end: TaskEnd): void;
  /** Sends the next event, or the current one again if there was no answer. */
  send(): void;
  /** Records that the event with this number was accepted. Returns true if the task has ended and everything is reported. */
  taken(number: number): boolean;
}

interface OutboxOptions {
  readonly journal: Pick<TaskJournal, "process" | "notes" | "note">;
  readonly send: (event: TaskEvent) => void;
}

/** Piece that is kept until it was reported, as stored in the journal. */
type Piece = { readonly lines: readonly Line[] } | { readonly offset: number; readonly bytes: Buffer };

export function outbox({ journal, send }: OutboxOptions): Outbox {
  const pieces: Piece[] = [];
  let written = 0;
  let accepted = 0;
  let fence = 0;
  let number = 0;
  let progress: Progress | undefined;
  let phase: string | undefined;
  let ended: TaskEnd | undefined;
  /** Event being sent; `upTo` pieces are reported once it is accepted. */
  let current: { readonly event: TaskEvent; readonly upTo: number; readonly isEnd: boolean } | undefined;
  /** Callers that wait for the next event to be accepted, and for the current one. */
  let asking: (() => void)[] = [];
  let asked: (() => void)[] = [];

  const addOutput = (text: string): void => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += outputBytes)
      pieces.push({ offset: written + at, bytes: bytes.subarray(at, at + outputBytes) });
    written += bytes.length;
  };
  for (const note of journal.notes) {
    if (note.note === "said") pieces.push({ lines: note.lines });
    else if (note.note === "output") addOutput(note.text);
    else if (note.note === "told") accepted = note.count;
    else if (note.note === "ended") ended = note.end;
  }

  const next = (): typeof current => {
    const head = { process: journal.process, fence, number: number + 1 };
    const report = progress === undefined ? {} : { progress };
    const piece = pieces[accepted];
    if (piece !== undefined && "bytes" in piece) {
      const output = { offset: piece.offset, bytes: piece.bytes.toString("base64") };
      return { event: { ...head, report, output }, upTo: accepted + 1, isEnd: false };
    }
    const lines: Line[] = [];
    let upTo = accepted;
    for (let one = pieces[upTo]; one !== undefined && "lines" in one; one = pieces[upTo]) {
      if (lines.length + one.lines.length > reportLines) break;
      lines.push(...one.lines);
      upTo += 1;
    }
    const linesBefore = pieces
      .slice(0, accepted)
      .reduce((sum, one) => sum + ("lines" in one ? one.lines.length : 0), 0);
    const isEnd = ended !== undefined && upTo === pieces.length;
    if (lines.length === 0 && progress === undefined && !isEnd && asking.length === 0) return undefined;
    return { event: { ...head, report: { ...report, lines, linesBefore, ...(isEnd && { end: ended }) } }, upTo, isEnd };
  };

  /** Starts the next event if none is being sent. */
  const advance = (): void => {
    if (current !== undefined || fence === 0) return;
    current = next();
    if (current === undefined) return;
    progress = undefined;
    asked = asking;
    asking = [];
    send(current.event);
  };

  return {
    own(of) {
      fence = of;
      number = 0;
      // An event under the previous fence was rejected, or is sent again.
      progress = current?.event.report.progress ?? progress;
      current = undefined;
      asking = [...asked, ...asking];
      asked = [];
      advance();
    },
    progress(more) {
      phase = more.phase ?? phase;
      const isSamePhase = more.phase === undefined || more.phase === progress?.phase;
      progress = isSamePhase ? { ...progress, ...more } : more;
      advance();
    },
    say(level, text) {
      const line = { level, text: text.slice(0, lineCharacters).toWellFormed() };
      const lines = [{ ...line, ...(phase !== undefined && { phase }) }];
      journal.note({ note: "said", lines });
      pieces.push({ lines });
      advance();
    },
    output(text) {
      journal.note({ note: "output", text });
      addOutput(text);
      advance();
    },
    confirmed() {
      const { promise, resolve } = Promise.withResolvers<void>();
      asking.push(resolve);
      advance();
      return promise;
    },
    end(end) {
      ended = end;
      advance();
    },
    send() {
      if (current === undefined) advance();
      else send(current.event);
    },
    taken(which) {
      if (current === undefined || which !== current.event.number) return false;
      const { upTo, isEnd } = current;
      number = which;
      accepted = upTo;
      current = undefined;
      for (const confirm of asked.splice(0)) confirm();
      if (isEnd) return true;
      try {
        journal.note({ note: "told", count: accepted });
      } catch {
        // The disk is full. The agent's next run then reports the same pieces again, and the service recognizes them by position.
      }
      advance();
      return false;
    },
  };
}
