import * as z from "zod";

/** Device names of Windows, with any extension. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?:\..*)?$/i;
const logFile = /^[^/\\\p{Cc}:*?"<>|]{1,200}\.log(?:\.\d{1,3})?$|^std(?:out|err)$/u;

/** True if a file of this name is a log: a single file of its folder on every system. */
export function isLogName(name: string): boolean {
  return logFile.test(name) && name.isWellFormed() && !devices.test(name);
}

export const LogName = z.string().max(255).refine(isLogName, "must be the name of a log file");
