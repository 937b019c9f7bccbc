import { isLatchkeyError } from "../client/latchkey-client.ts";

/** Exit codes of all commands. */
export const exitCodes = {
  success: 0,
  /** The service refused the call, or the command failed. */
  failed: 1,
  /** Unknown command, flag or value. */
  usage: 2,
  /** No credential, an invalid one, or one without the right. */
  notAllowed: 3,
  /** The service can't be reached, or can't work at the moment. */
  unavailable: 4,
  /** A process ended without success. */
  processFailed: 5,
  /** A process didn't end in time. It continues. */
  waitTimedOut: 6,
  interrupted: 130,
} as const;

export const exitCodesHelp = `Exit codes: 0 success, 1 failed, 2 wrong usage, 3 not signed in or not allowed, 4 service unavailable,
5 process failed, 6 process didn't end in time, 130 interrupted.`;

/** Error that a user can correct. Its message is printed without a stack. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.usage) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function exitCodeOf(thrown: unknown): number {
  if (thrown instanceof UsageError) return thrown.exitCode;
  if (!isLatchkeyError(thrown)) return exitCodes.failed;
  if (thrown.name === "process_failed") return exitCodes.processFailed;
  if (thrown.name === "wait_timeout") return exitCodes.waitTimedOut;
  if (thrown.status === 401 || thrown.status === 403) return exitCodes.notAllowed;
  const isUnavailable = thrown.status >= 500 || thrown.name === "unreachable" || thrown.name === "unknown_response";
  return isUnavailable ? exitCodes.unavailable : exitCodes.failed;
}
