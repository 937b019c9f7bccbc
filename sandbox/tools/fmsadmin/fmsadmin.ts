import { userInfo } from "node:os";
import type { ToolRun } from "../process/run-tool.ts";
import { ServerUnreachable } from "../process/server-connection.ts";
import { TOOL_VERSION } from "../process/tool-version.ts";
import { confirmed } from "./confirm.ts";
import { type Console, openConsole } from "./console.ts";
import { readCommandLine } from "./read-command-line.ts";
import { USAGE } from "./usage.ts";

const HOST_UNREACHABLE = 10502;
const ACCESS_DENIED = 9;
/** Not measured. */
const NO_TERMINAL = 1;

/** Runs fmsadmin: reads a command line, asks for missing input, and lets the server run the command. */
export async function fmsadmin({ arguments: given, server, account }: ToolRun): Promise<number> {
  const line = readCommandLine(given);
  const writeLine = (text: string): void => {
    process.stdout.write(`${text}\n`);
  };
  if (line.options.version === true) {
    writeLine(`fmsadmin: Version ${TOOL_VERSION}`);
    return 0;
  }
  if (line.error === 0 && (line.options.help === true || line.command === "HELP")) {
    writeLine(USAGE);
    return 0;
  }
  if (line.error !== 0) {
    writeLine(`Error: ${line.error} (${line.error === 11000 ? "Invalid command" : "Invalid option"})`);
    if (line.error === 11000) writeLine(USAGE);
    return line.error;
  }
  if (account === "terminal" && needsAccount(line) && !process.stdin.isTTY) {
    writeLine("fmsadmin: cannot open /dev/tty: No such device or address");
    return NO_TERMINAL;
  }
  const console = openConsole();
  try {
    const credentials = await signIn(line, console, (body) => server.ask<{ readonly code: number }>("/sign-in", body));
    if (typeof credentials === "number") {
      writeLine("Permission denied.");
      writeLine(
        `Error: ${credentials} (${credentials === ACCESS_DENIED ? "Access denied" : "Too many login attempts"})`,
      );
      return credentials;
    }
    if (line.options.yes !== true && !(await confirmed(line.command ?? "", console))) return 0;
    console.close();
    const { command, operands, options } = line;
    for await (const reported of server.lines("/run", {
      ...credentials,
      command,
      operands,
      options: withoutSecrets(options),
    })) {
      if (typeof reported.exit === "number") return reported.exit;
      writeLine(String(reported.line));
    }
    throw new ServerUnreachable("gone in the middle");
  } catch (error) {
    if (!(error instanceof ServerUnreachable)) throw error;
    writeLine(`Error: ${HOST_UNREACHABLE} (Host unreachable)`);
    return HOST_UNREACHABLE;
  } finally {
    console.close();
  }
}

/** Returns true if it asks for an account. */
function needsAccount({ command, options }: ReturnType<typeof readCommandLine>): boolean {
  return command !== "RESETPW" && (typeof options.username !== "string" || typeof options.password !== "string");
}

type Credentials = { readonly user: string; readonly password: string };

/** Signs in with the given account, or asks for one up to three times; then exits with the last refusal. */
async function signIn(
  { command, options }: ReturnType<typeof readCommandLine>,
  console: Console,
  check: (credentials: Credentials) => Promise<{ readonly code: number }>,
): Promise<Credentials | number> {
  // There, the PIN of the installation replaces an account.
  if (command === "RESETPW") return { user: "", password: "" };
  const isGiven = typeof options.username === "string" && typeof options.password === "string";
  let code = ACCESS_DENIED;
  for (let attempt = 0; attempt < (isGiven ? 1 : 3); attempt += 1) {
    if (attempt > 0) process.stdout.write("Permission denied, please try again.\n");
    const user = typeof options.username === "string" ? options.username : await console.ask(userPrompt());
    const password =
      typeof options.password === "string" ? options.password : await console.ask("password: ", { hidden: true });
    if (user === undefined || password === undefined) return code;
    ({ code } = await check({ user, password }));
    if (code === 0) return { user, password };
  }
  return code;
}

function userPrompt(): string {
  return `username (${osUser()}): `;
}

function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return "user"; // In some containers, users have no name.
  }
}

/** Removes the account, which the server already has; with a PIN, the password is a new one. */
function withoutSecrets(options: Readonly<Record<string, string | true>>): Readonly<Record<string, string | true>> {
  const { username, password, ...rest } = options;
  return password !== undefined && rest.pin !== undefined ? { ...rest, newpassword: password } : rest;
}
