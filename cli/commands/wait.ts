import { type Command, InvalidArgumentError } from "commander";
import type { Process } from "../../client/latchkey-client.ts";
import { type CallFlags, type Context, clientIn, withCallFlags } from "../context.ts";
import { exitCodesHelp } from "../exit-codes.ts";
import { show } from "../output/show.ts";
import { visible } from "../output/table.ts";
import { note, type Terminal } from "../terminal.ts";

interface WaitFlags extends CallFlags {
  readonly timeout?: number;
}

export function addWait(program: Command, context: Context): void {
  withCallFlags(program.command("wait").description("wait until a process has ended"))
    .argument("<process>", "its processId", wholeNumber)
    .option("--timeout <seconds>", "stop waiting after this time. The process continues", wholeNumber)
    .addHelpText("after", `\n${exitCodesHelp}`)
    .action(async (id: number, { timeout, ...flags }: WaitFlags) => {
      const { terminal } = context;
      const ended = await clientIn(context, flags).waitFor(id, {
        signal: terminal.signal,
        timeoutSeconds: timeout,
        onProgress: progressOn(terminal),
      });
      show(terminal, { process: flags.json || flags.ndjson ? ended : shortProcess(ended) }, flags);
    });
}

/** Returns a function that shows progress on the error output: one line that changes in a terminal, else a line per phase. */
export function progressOn(terminal: Terminal): (process: Process) => void {
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

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new InvalidArgumentError("It isn't a whole number.");
  return number;
}
