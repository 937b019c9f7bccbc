import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Clock } from "../clock.ts";
import type { Host } from "../host.ts";
import { runProgram } from "../programs/run-program.ts";
import { refusedBy } from "../refused.ts";
import type { Anonymizer } from "./anonymizer.ts";
import { type ProgramQuestion, programQuestions, unknownAccount } from "./questions/programs.ts";
import type { ProgramEntry } from "./recording.ts";

const programMs = 8_000;
const maxLines = 400;
/** Lines of errors and prompts, which contain no names. */
const ownLine = /^(?:Error: -?\d+ \([^()'"]{0,80}\)|username ?\(.{0,40}|password:? ?.{0,40}|Enter \w+:? ?)$/i;

interface ProgramsOptions {
  readonly host: Host;
  readonly anonymize: Anonymizer;
  readonly clock: Clock;
}

/** Runs each tool with each of its questions. Reports tools that aren't installed. */
export async function* programRuns(
  options: ProgramsOptions,
): AsyncGenerator<{ readonly entry: ProgramEntry } | { readonly step: string; readonly skipped: string }> {
  for (const question of programQuestions) {
    if (!existsSync(options.host.tool(question.tool))) {
      yield { step: question.step, skipped: `${question.tool} isn't installed` };
      continue;
    }
    yield await programRun(question, options);
  }
}

async function programRun(question: ProgramQuestion, { host, anonymize, clock }: ProgramsOptions) {
  const { step, tool, args, stdin, isOwnText } = question;
  const input = stdin === "account" ? `${unknownAccount.user}\n${unknownAccount.password}\n` : "";
  try {
    const program = { file: host.tool(tool), args: [...args], cwd: tmpdir(), input, timeoutMs: programMs };
    const ended = await runProgram(program, clock);
    const lines = ended.output.split(/\r?\n/).slice(0, maxLines);
    const entry: ProgramEntry = {
      ...{ step, tool, argv: [...args], stdin, tty: false, env: ["LANG", "PATH"] },
      exitCode: ended.exitCode,
      signal: ended.timedOut ? "timeout" : ended.killed ? "SIGKILL" : null,
      output: lines.map((line) => recordedLine(line, isOwnText, anonymize)),
      ms: ended.durationMs,
    };
    return { entry };
  } catch (thrown) {
    return { step, skipped: refusedBy(thrown).message };
  }
}

function recordedLine(line: string, isOwnText: boolean, anonymize: Anonymizer): string {
  if (line === "") return "";
  return isOwnText || ownLine.test(line.trim()) ? anonymize.ownText(line) : `«string:${line.length}»`;
}
