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
  const part = message.split("; ").find((each) => each.includes(`${database}: `));
  return part?.slice(part.indexOf(`${database}: `) + database.length + 2) ?? message;
}
