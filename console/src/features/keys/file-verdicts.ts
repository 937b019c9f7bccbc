import { Refused } from "../../api/refused.ts";

interface TrialVerdict {
  readonly database: string;
  readonly ok: boolean;
}

export interface FileVerdict {
  readonly file: string;
  /** Reason why the file can't be opened; undefined if it can. */
  readonly refusal: string | undefined;
}

const filesRefused = 18032;

/** Returns the result for each file, if the service tested all of them and some failed. */
export function fileVerdictsOf(thrown: unknown): readonly FileVerdict[] | undefined {
  if (!(thrown instanceof Refused) || thrown.code !== filesRefused) return undefined;
  const { files = [] } = thrown.response as { readonly files?: readonly TrialVerdict[] };
  return files.map(({ database, ok }) => ({
    file: database,
    refusal: ok ? undefined : sentenceOf(thrown.message, database),
  }));
}

/** Returns the service's message about one file, from `…: Contacts.fmp12: hosted, but not open; Orders.fmp12: …`. */
function sentenceOf(message: string, database: string): string {
  // The first one follows the general sentence.
  for (const part of message.split("; "))
    for (const reported of [part, part.slice(part.indexOf(": ") + 2)])
      if (reported.startsWith(`${database}: `)) return reported.slice(database.length + 2);
  return message;
}
