import type { HttpEntry } from "../recording.ts";

/** Names that a question can contain in angle brackets. Their values are the server's own, and never leave the recorder. */
export type Variable =
  | "file"
  | "layout"
  | "field"
  | "table"
  | "column"
  | "record"
  | "key"
  | "script"
  | "token"
  | "admin-token"
  | "database-id"
  | "schedule-id"
  | "made-record"
  | "made-key"
  | "made-schedule"
  | "trial"
  | "public-key"
  | "public-key-line";

export type Values = Partial<Readonly<Record<Variable, string>>>;

/** Account of a question. `wrong` is a name that no server knows, so that no account is locked out. */
export type Caller = "nobody" | "wrong" | "account" | "session" | "wrong-session" | "admin" | "wrong-admin-session";

export interface HttpQuestion {
  /** Its name, which stays the same in all releases. */
  readonly step: string;
  readonly api: HttpEntry["api"];
  readonly method: string;
  /** Path and query, with variables in angle brackets. */
  readonly path: string;
  readonly as: Caller;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body with variables in angle brackets. */
  readonly body?: string;
  /** Reads values for later questions from the JSON of a successful answer. */
  readonly keep?: ((answer: unknown) => Values) | undefined;
  /** Values that an unsuccessful answer must not leave to later questions. */
  readonly forgets?: readonly Variable[];
}

/** Name of an account, file, layout and so on that no server has. */
export const unknownName = "No-Such-Name-Here";

const variable = /<([a-z-]+)>/g;

/** Replaces the variables of a template. Returns the name of the first variable without a value instead. */
export function filled(
  template: string,
  valueFor: (name: Variable) => string | undefined,
): { readonly text: string } | { readonly missing: string } {
  let missing: string | undefined;
  const text = template.replaceAll(variable, (_, name: Variable) => {
    const value = valueFor(name);
    missing ??= value === undefined ? name : undefined;
    return value ?? "";
  });
  return missing === undefined ? { text } : { missing };
}
