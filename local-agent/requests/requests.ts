import type { Outcome, ServiceMessage } from "#shared/agent/protocol/message.ts";
import type { Clock } from "../clock.ts";
import { startMarkOf, waitForExit } from "../programs/running-program.ts";
import { refusedBy } from "../refused.ts";
import type { catalogue } from "./catalogue.ts";
import type { Journal, Unfinished } from "./journal.ts";

type Request = Extract<ServiceMessage, { type: "request" }>;

interface RequestsOptions {
  readonly perform: ReturnType<typeof catalogue>;
  readonly journal: Journal;
  readonly clock: Clock;
  /** Sends a reply if there is a link. The reply is kept until it was accepted. */
  readonly send: (request: string, outcome: Outcome) => void;
}

/** Milliseconds that a request is remembered after its caller has stopped waiting: longer than a frame is valid. */
const rememberedMs = 600_000;

/** Requests to the agent. Each runs once, no matter how often it arrives. */
export interface Requests {
  take(request: Request): void;
  accepted(request: string): void;
  /** Sends all replies again that were not accepted. */
  resend(): void;
  /** Leaves running programs alone: the next run of the agent finds them in the journal. */
  stop(): void;
}

/** Commands that change something or run a program, which are recorded. */
const journaled = new Set([
  "fmsadmin.run",
  "browser.makeFolder",
  "browser.move",
  "browser.remove",
  "browser.finishUpload",
  "log.clear",
  "trash.move",
  "trash.restore",
  "trash.delete",
]);

export function requests({ perform, journal, clock, send }: RequestsOptions): Requests {
  const known = new Map<string, { readonly expiresAt: number; outcome: Outcome | undefined }>();
  const stopping = new AbortController();

  const answer = (request: string, outcome: Outcome): void => {
    const entry = known.get(request);
    if (entry !== undefined) entry.outcome = outcome;
    if (!stopping.signal.aborted) send(request, outcome);
  };

  const run = async ({ request, command, fields, expiresAt }: Request): Promise<void> => {
    const isJournaled = journaled.has(command);
    if (isJournaled) journal.note({ step: "begun", request, expiresAt });
    const started = (pid: number): void => {
      if (isJournaled) journal.note({ step: "started", request, pid, startMark: startMarkOf(pid) });
    };
    const outcome = await perform(command, fields, { started });
    if (stopping.signal.aborted) return;
    if (isJournaled) journal.note({ step: "ended", request });
    answer(request, outcome);
  };

  /** Reports that the result is unknown, without repeating the request. First waits for a program that is still running. */
  const finish = async ({ request, program }: Unfinished): Promise<void> => {
    if (program !== undefined) await waitForExit(program.pid, program.startMark, clock, stopping.signal);
    journal.note({ step: "ended", request });
    answer(request, {
      ok: false,
      fault: "failed",
      text: "the agent restarted meanwhile: check if the task was done",
    });
  };

  const forgetOld = (): void => {
    const now = clock.now();
    for (const [request, { expiresAt }] of known) if (expiresAt + rememberedMs < now) known.delete(request);
  };

  for (const unfinished of journal.unfinished) {
    known.set(unfinished.request, { expiresAt: unfinished.expiresAt, outcome: undefined });
    finish(unfinished).catch((thrown: unknown) => {
      if (!stopping.signal.aborted) throw thrown;
    });
  }

  return {
    take(request) {
      forgetOld();
      const entry = known.get(request.request);
      if (entry?.outcome !== undefined) send(request.request, entry.outcome);
      if (entry !== undefined || request.expiresAt <= clock.now()) return;
      known.set(request.request, { expiresAt: request.expiresAt, outcome: undefined });
      run(request).catch((thrown: unknown) => {
        // Writing the journal failed: without a record, a request isn't started, or isn't reported as done.
        const { fault, message } = refusedBy(thrown);
        answer(request.request, { ok: false, fault, text: `journal of the agent: ${message}` });
      });
    },

    accepted(request) {
      const entry = known.get(request);
      if (entry !== undefined) known.set(request, { expiresAt: entry.expiresAt, outcome: undefined });
    },

    resend() {
      for (const [request, { outcome }] of known) if (outcome !== undefined) send(request, outcome);
    },

    stop() {
      stopping.abort();
    },
  };
}
