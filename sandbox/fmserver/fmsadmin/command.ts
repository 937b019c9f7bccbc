import type { Host } from "../host.ts";
import type { Privilege } from "../world/schema/admin-schema.ts";

/** One run of a command of fmsadmin, in the server. */
export interface CommandCall {
  readonly host: Host;
  /** What stands behind the command's words. */
  readonly operands: readonly string[];
  /** By long names, such as `gracetime`; `true` for those without a value. */
  readonly options: Readonly<Record<string, string | true>>;
  /** Prints a line. */
  writeLine(line: string): void;
  /** Aborted when the tool has gone. */
  readonly gone: AbortSignal;
}

/** A command of fmsadmin. */
export interface Command {
  /** Which administrator roles may run it, apart from those who may do everything; `pin`: callers that have the PIN, without an account. */
  readonly access: "root" | "pin" | readonly Privilege[];
  /** Whether it works while the Database Server is stopped. */
  readonly whileStopped?: boolean;
  /** @throws CommandError */
  run(call: CommandCall): void | Promise<void>;
}

/** What ends a command: fmsadmin prints it, and ends with its number. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly code: number;

  constructor(code: number) {
    super(ERRORS[code] ?? "Unknown error");
    this.code = code;
  }
}

/** The errors of fmsadmin and their texts. */
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

/** The number behind an option. @throws CommandError 10001 */
export function numberIn(call: CommandCall, option: string, otherwise: number): number {
  const text = call.options[option];
  if (text === undefined) return otherwise;
  if (typeof text !== "string" || !/^\d{1,9}$/.test(text)) throw new CommandError(10001);
  return Number(text);
}

/** The text behind an option; empty without it. */
export function textIn({ options }: CommandCall, option: string): string {
  const text = options[option];
  return typeof text === "string" ? text : "";
}
