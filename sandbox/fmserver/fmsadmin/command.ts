import type { Host } from "../host.ts";
import type { Privilege } from "../world/schema/admin-schema.ts";

/** Run of an fmsadmin command in the server. */
export interface CommandCall {
  readonly host: Host;
  /** Arguments after the command's words. */
  readonly operands: readonly string[];
  /** By long name, such as `gracetime`; `true` for options without a value. */
  readonly options: Readonly<Record<string, string | true>>;
  writeLine(line: string): void;
  /** Aborted when the tool has ended. */
  readonly gone: AbortSignal;
}

/** Command of fmsadmin. */
export interface Command {
  /** Roles that can run it, in addition to administrators with all privileges; `pin`: requires the PIN instead of an account. */
  readonly access: "root" | "pin" | readonly Privilege[];
  /** True if it works while the Database Server is stopped. */
  readonly whileStopped?: boolean;
  /** @throws CommandError */
  run(call: CommandCall): void | Promise<void>;
}

/** Thrown to end a command: fmsadmin prints it and exits with its number. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly code: number;

  constructor(code: number) {
    super(ERRORS[code] ?? "Unknown error");
    this.code = code;
  }
}

/** Errors of fmsadmin with their texts. */
const ERRORS: Readonly<Record<number, string>> = {
  1: "User canceled action",
  3: "Unavailable command",
  9: "Access denied",
  214: "Too many login attempts",
  802: "Unable to open the file",
  1708: "Parameter value is invalid",
  10001: "Invalid parameter",
  10006: "Service already running",
  10007: "Requested object does not exist",
  10502: "Host unreachable",
  10600: "Schedule at specified index does not exist",
  10601: "Schedule is misconfigured; invalid taskType or run status",
  10904: "No applicable files for this operation",
  10906: "Script is missing",
  11005: "Disconnect Client invalid ID",
  20402: "File permission error",
  20405: "File not found or not accessible.",
  20630: "SSL certificate import error",
};

/** Returns the number in an option. @throws CommandError 10001 */
export function numberIn(call: CommandCall, option: string, otherwise: number): number {
  const text = call.options[option];
  if (text === undefined) return otherwise;
  if (typeof text !== "string" || !/^\d{1,9}$/.test(text)) throw new CommandError(10001);
  return Number(text);
}

/** Returns the text in an option; empty if the option is missing. */
export function textIn({ options }: CommandCall, option: string): string {
  const text = options[option];
  return typeof text === "string" ? text : "";
}
