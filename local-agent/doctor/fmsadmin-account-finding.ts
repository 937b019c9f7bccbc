import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { systemClock } from "../clock.ts";
import type { Finding } from "../finding.ts";
import type { Host } from "../host.ts";
import { runProgram } from "../programs/run-program.ts";
import { refusedBy } from "../refused.ts";

const check = "tool_fmsadmin_account";
/** Milliseconds. A tool that takes longer waits for a terminal. */
const listMs = 5_000;
/** Name that no server has as an account. */
const unknownAccount = "latchkey-doctor";
const rejections = new Set(
  [fileMakerCodes.accountRefused, fileMakerCodes.insufficientPrivileges, fileMakerCodes.tooManyAttempts].map(Number),
);

/**
 * Checks how fmsadmin takes an account, with one that doesn't exist: a rejection means that it was read from standard input. No server
 * documents this way, which keeps passwords out of the arguments.
 */
export async function fmsadminAccountFinding(host: Host): Promise<Finding> {
  const input = `${unknownAccount}\n${crypto.randomUUID()}\n`;
  const program = { file: host.tool("fmsadmin"), args: ["list", "files"], cwd: host.serverPath, input };
  try {
    const { output, exitCode, timedOut } = await runProgram({ ...program, timeoutMs: listMs }, systemClock);
    if (timedOut || /\/dev\/tty|terminal/i.test(output))
      return atTerminal("fmsadmin asks for its account at a terminal, not on standard input.");
    if (exitCode !== null && rejections.has(exitCode))
      return { check, state: "ok", text: "fmsadmin reads an account from standard input." };
    if (exitCode === 0) return { check, state: "ok", text: "fmsadmin needs no account for this system account." };
    const line = output.trim().split("\n").at(-1)?.trim() || "no output";
    if (/host unreachable|10502/i.test(output))
      return {
        check,
        state: "unknown",
        text: `Couldn't check how fmsadmin reads an account: ${line}.`,
        remedy: "Start FileMaker Server, then check again.",
      };
    return atTerminal(
      `fmsadmin didn't read an account from standard input: ${line} (exit code ${exitCode ?? "none"}).`,
    );
  } catch (thrown) {
    const text = `Couldn't check how fmsadmin reads an account: ${refusedBy(thrown).message}.`;
    return { check, state: "unknown", text, remedy: `Allow the agent's account to run ${host.tool("fmsadmin")}.` };
  }
}

function atTerminal(text: string): Finding {
  const remedy =
    "Register this host's key at FileMaker Server: open files are then copied without fmsadmin. Restart the script engine, the web server and the Admin Server, and turn statistics on and off, in the Admin Console or with fmsadmin in a terminal.";
  return { check, state: "warning", text, remedy };
}
