import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import type { ServerService } from "./contract.ts";

/** Parts that the Admin API starts and stops; fmsadmin does it for the others. */
const switched = ["server", "wpe", "xdbc", "fmdapi", "odata"] as const satisfies readonly ServerService[];

export function isSwitched(service: ServerService): service is (typeof switched)[number] {
  return (switched as readonly string[]).includes(service);
}

/** Names of the parts in texts. */
export const serviceNames: Readonly<Record<ServerService, string>> = {
  wpe: "web publishing",
  fmse: "the script engine",
  adminserver: "the Admin Server",
  httpserver: "the web server",
  fmsib: "progressive backup",
  xdbc: "ODBC and JDBC",
  server: "the Database Server",
  fmdapi: "the Data API",
  odata: "OData",
};

/** Results of fmsadmin for a command that it doesn't support here. */
const unknownToFmsadmin = new Set<string | undefined>([
  fileMakerCodes.commandUnavailable,
  fileMakerCodes.commandInvalid,
  fileMakerCodes.optionInvalid,
  fileMakerCodes.parameterInvalid,
]);
const deniedBy = new Set<string | undefined>([
  fileMakerCodes.insufficientPrivileges,
  fileMakerCodes.accountRefused,
  fileMakerCodes.tooManyAttempts,
]);

/** Result of a fmsadmin command for a part of the server. */
export type FmsadminVerdict = "done" | "absent" | "denied" | "failed";

export function verdictOf({
  exitCode,
  output,
}: {
  readonly exitCode: number | null;
  readonly output: string;
}): FmsadminVerdict {
  if (exitCode === 0) return "done";
  const number = /Error: (\d+)/.exec(output)?.[1];
  if (number === fileMakerCodes.alreadyRunning) return "done";
  if (unknownToFmsadmin.has(number)) return "absent";
  // For a wrong account, the real tool can print nothing. Its texts are localized.
  return deniedBy.has(number) || deniedBy.has(String(exitCode)) ? "denied" : "failed";
}
