import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import type { FmsadminTask } from "#shared/agent/protocol/commands/fmsadmin-commands.ts";
import type { Clock } from "../clock.ts";
import type { Host } from "../host.ts";
import { runProgram } from "../programs/run-program.ts";

/** Maximum output characters in a reply on the link. A character can take six bytes in JSON. */
const tailCharacters = 16_000;

interface FmsadminSettings {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly started?: (pid: number) => void;
}

/** Runs one fmsadmin task. Passes name and password on standard input, because process lists show arguments. */
export async function runFmsadmin(
  host: Host,
  { run, user, pass }: FieldsOf<"fmsadmin.run">,
  { clock, timeoutMs, started }: FmsadminSettings,
): Promise<ReplyOf<"fmsadmin.run">> {
  const ended = await runProgram(
    {
      file: host.tool("fmsadmin"),
      args: argumentsOf(run),
      cwd: host.serverPath,
      input: `${user}\n${pass}\n`,
      timeoutMs,
      ...(started !== undefined && { started }),
    },
    clock,
  );
  const output = pass === "" ? ended.output : ended.output.replaceAll(pass, "…");
  const isCut = ended.isCut || output.length > tailCharacters;
  return { ...ended, output: output.slice(-tailCharacters), isCut };
}

function argumentsOf(run: FmsadminTask): readonly string[] {
  switch (run.task) {
    case "version":
      return ["-v"];
    case "list-files":
      return ["list", "files", ...(run.isLong ? ["-s"] : [])];
    case "list-clients":
      return ["list", "clients", ...(run.isLong ? ["-s"] : [])];
    case "list-schedules":
      return ["list", "schedules"];
    case "close": {
      const grace = run.graceSeconds === undefined ? [] : ["-t", String(run.graceSeconds)];
      return ["close", "-y", ...grace, ...(run.isForced ? ["-f"] : []), ...run.files];
    }
    case "process":
      return [run.action, run.service, "-y"];
    case "statistics":
      return [run.action, run.log, "-y"];
    case "open":
    case "pause":
    case "resume":
    case "remove":
    case "verify":
      return [run.task, "-y", ...run.files];
  }
}
