import { Refused } from "../../api/refused.ts";

interface TrialVerdict {
  readonly database: string;
  readonly ok: boolean;
}

export interface FileVerdict {
  readonly file: string;
  /** Why the file does not open; undefined where it does. */
  readonly refusal: string | undefined;
}

const filesRefused = 18032;

/** What the service said of every file, where it tried them all and some did not open. */
export function fileVerdictsOf(thrown: unknown): readonly FileVerdict[] | undefined {
  if (!(thrown instanceof Refused) || thrown.code !== filesRefused) return undefined;
  const { files = [] } = thrown.response as { readonly files?: readonly TrialVerdict[] };
  return files.map(({ database, ok }) => ({
    file: database,
    refusal: ok ? undefined : sentenceOf(thrown.message, database),
  }));
}

/** The service's own words on one file: `…: Contacts.fmp12: hosted, but not open; Orders.fmp12: …`. */
function sentenceOf(message: string, database: string): string {
  // The first of them stands behind the sentence that is about all.
  for (const part of message.split("; "))
    for (const reported of [part, part.slice(part.indexOf(": ") + 2)])
      if (reported.startsWith(`${database}: `)) return reported.slice(database.length + 2);
  return message;
}
