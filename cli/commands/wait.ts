import type { Command } from "commander";
import type { LatchkeyClient, Process } from "../../client/latchkey-client.ts";
import { type CallFlags, type Context, clientIn, withCallFlags } from "../context.ts";
import { exitCodesHelp } from "../exit-codes.ts";
import { show } from "../output/show.ts";
import { visible } from "../output/table.ts";
import { note, type Terminal } from "../terminal.ts";
import { wholeNumber } from "../whole-number.ts";

/** Options of commands that start processes. */
export interface WaitFlags {
  readonly wait?: boolean;
  readonly timeout?: number;
}

export function addWait(program: Command, context: Context): void {
  withTimeout(withCallFlags(program.command("wait").description("wait until a process has ended")))
    .argument("<process>", "its processId", wholeNumber)
    .addHelpText("after", `\n${exitCodesHelp}`)
    .action(async (id: number, { timeout, ...flags }: CallFlags & WaitFlags) => {
      const { terminal } = context;
      const ended = await waited(terminal, clientIn(context, flags), id, timeout);
      show(terminal, { process: flags.json || flags.ndjson ? ended : shortProcess(ended) }, flags);
    });
}

/** Adds the options of commands that start a process. `what` names its work. */
export function addWaitFlags(command: Command, what: string): Command {
  return withTimeout(command.option("--wait", `wait until the ${what} has ended, and fail if it does`));
}

/**
 * Waits for processes one after another, if the user asked for that. All of them are waited for, even if one fails.
 * @throws the error of the first one that failed
 */
export async function waitIfAsked(
  terminal: Terminal,
  client: LatchkeyClient,
  processIds: readonly number[],
  { wait, timeout }: WaitFlags,
): Promise<void> {
  if (!wait) return;
  const failures: unknown[] = [];
  for (const id of processIds) {
    try {
      await waited(terminal, client, id, timeout);
    } catch (thrown) {
      terminal.signal.throwIfAborted();
      failures.push(thrown);
    }
  }
  if (failures.length > 0) throw failures[0];
}

function waited(terminal: Terminal, client: LatchkeyClient, id: number, timeoutSeconds: number | undefined) {
  return client.waitFor(id, { signal: terminal.signal, timeoutSeconds, onProgress: progressOn(terminal) });
}

function withTimeout(command: Command): Command {
  return command.option("--timeout <seconds>", "stop waiting after this time. The process continues", wholeNumber);
}

/** Returns a function that shows progress on the error output: one line that changes in a terminal, else a line per phase. */
function progressOn(terminal: Terminal): (process: Process) => void {
  const { stderr } = terminal;
  let before = "";
  return ({ title, state, phase, done, total, unit }) => {
    const amount = total === null ? `${done}` : `${done} of ${total}`;
    const line = visible(`${title}: ${phase ?? state}${unit === null ? "" : `, ${amount} ${unit}`}`);
    const isOpen = state === "queued" || state === "running";
    if (stderr.isTTY) stderr.write(`\r\u001b[2K${isOpen ? line : ""}`);
    else if (isOpen && `${phase ?? state}` !== before) note(terminal, line);
    before = `${phase ?? state}`;
  };
}

function shortProcess({ id, title, state, reason, startedAt, endedAt }: Process) {
  return { id, title, state, reason, startedAt, endedAt };
}
