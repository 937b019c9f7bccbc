import type { ServerResponse } from "node:http";
import { refreshFiles } from "../disk/refresh-files.ts";
import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import type { Privilege } from "../world/schema/admin-schema.ts";
import { CommandError } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { signInAdministrator } from "./sign-in.ts";

/** Request of fmsadmin. */
interface CommandLine {
  readonly user?: string;
  readonly password?: string;
  readonly command?: string;
  readonly operands?: readonly string[];
  readonly options?: Readonly<Record<string, string | true>>;
}

/** Runs a command and sends its output as lines of JSON, the exit code last. */
export async function runCommand(
  host: Host,
  line: CommandLine,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  response.writeHead(200, { "Content-Type": "application/x-ndjson" });
  const writeLine = (text: string): void => {
    response.write(`${JSON.stringify({ line: text })}\n`);
  };
  const { command = "", operands = [], options = {} } = line;
  let code = 0;
  try {
    const found = COMMANDS.get(command);
    if (found === undefined) throw new CommandError(3);
    if (found.access !== "pin") checkAccess(host, line, found.access);
    if (!host.world.server.running && found.whileStopped !== true) throw new CommandError(10502);
    refreshFiles(host);
    // Operands and options aren't logged, because they can contain passwords and keys.
    host.logs.administration("info", "127.0.0.1", "fmsadmin", `${line.user ?? "Unknown user"} ran ${command}.`);
    await found.run({ host, operands, options, writeLine, gone });
  } catch (error) {
    if (gone.aborted) return;
    code = codeOf(error);
    writeLine(`Error: ${code} (${(error as Error).message})`);
  }
  response.end(`${JSON.stringify({ exit: code })}\n`);
}

function checkAccess(
  host: Host,
  { user = "", password = "" }: CommandLine,
  access: "root" | readonly Privilege[],
): void {
  const { code, privileges } = signInAdministrator(host, user, password);
  if (code !== 0) throw new CommandError(code);
  const isAllowed = privileges === "all" || (access !== "root" && access.some((needed) => privileges.includes(needed)));
  if (!isAllowed) throw new CommandError(9);
}

/** Returns the exit code of an error, including refusals by functions of the Admin API. */
function codeOf(error: unknown): number {
  if (error instanceof CommandError) return error.code;
  if (error instanceof FmError) return Number(error.code);
  throw error;
}
