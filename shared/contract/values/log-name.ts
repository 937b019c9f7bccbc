import * as z from "zod";

/** Names that Windows gives to devices, whatever follows their first point. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?:\..*)?$/i;
const logFile = /^[^/\\\p{Cc}:*?"<>|]{1,200}\.log(?:\.\d{1,3})?$|^std(?:out|err)$/u;

/** Whether a file of this name is a log: one file of its folder, on every system. */
export function isLogName(name: string): boolean {
  return logFile.test(name) && name.isWellFormed() && !devices.test(name);
}

/** The name of a log file. */
export const LogName = z.string().max(255).refine(isLogName, "must be the name of a log file");
