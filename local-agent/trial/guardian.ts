import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { called } from "../conformance/call.ts";
import { removeMade, type TrialServer } from "./remove-made.ts";

/** Session that must end with the program that opened it. `path` ends it when it is called with DELETE. */
const Session = z.object({ origin: z.url(), path: z.string(), authorization: z.string() });
export type Session = z.infer<typeof Session>;

const Line = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("opened"), session: Session }),
  z.object({ kind: z.literal("done") }),
]);

const settleMs = 1_000;
const retryMs = 5_000;
/** Milliseconds until the guardian gives up. FileMaker Server ends idle sessions after 15 minutes. */
const retryForMs = 20 * 60_000;

/** Second process that cleans up if the first one is killed: the pipe between them ends with the first one. */
export interface Guardian {
  opened(session: Session): void;
  /** Resolves when the guardian has ended: everything was removed by the first process. */
  done(): Promise<void>;
  /** Resolves when the guardian has removed what is left. */
  failed(): Promise<void>;
}

/** Starts the guardian. `command`: this program, and the arguments of its command for this. */
export function startGuardian(command: readonly string[]): Guardian {
  const child = spawn(process.execPath, command, {
    stdio: ["pipe", "ignore", "ignore"],
    // A group of its own: Ctrl-C in a terminal, or a kill of the whole group, doesn't reach it.
    detached: true,
    windowsHide: true,
  });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  // It may have ended before it read everything.
  child.stdin.on("error", () => undefined);
  const say = (line: z.input<typeof Line>) => child.stdin.write(`${JSON.stringify(line)}\n`);
  return {
    opened: (session) => void say({ kind: "opened", session }),
    async done() {
      say({ kind: "done" });
      child.stdin.end();
      await ended;
    },
    async failed() {
      child.stdin.end();
      await ended;
    },
  };
}

/** Runs as the guardian: waits until the other process ends. If that wasn't done, ends its sessions and removes what it made. */
export async function guard(server: TrialServer): Promise<void> {
  const sessions: Session[] = [];
  let isDone = false;
  for await (const text of createInterface({ input: process.stdin })) {
    const line = Line.safeParse(jsonIn(text));
    if (!line.success) continue;
    if (line.data.kind === "opened") sessions.push(line.data.session);
    else isDone = true;
  }
  if (isDone) return;
  await Promise.all(sessions.map((session) => endSession(session, server)));
  // A request that was under way when the other process was killed may take effect after it.
  await server.clock.sleep(settleMs);
  const until = server.clock.now() + retryForMs;
  for (;;) {
    try {
      return await removeMade(server);
    } catch (thrown) {
      // The server is busy or has no free session: those of the other process expire.
      if (server.clock.now() >= until) throw thrown;
      await server.clock.sleep(retryMs);
    }
  }
}

/** Ends a session. One that has ended already is refused, and one that can't be reached expires after a quarter of an hour. */
async function endSession({ origin, path, authorization }: Session, { pin, clock }: TrialServer): Promise<void> {
  const call = { method: "DELETE", path, headers: { Authorization: authorization }, body: undefined };
  await called({ origin, pin }, call, clock);
}
