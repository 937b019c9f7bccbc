import { tracesOf } from "../../support/secrets/traces.ts";

/** A process as it was seen last. */
export interface SeenProcess {
  readonly state: string;
  readonly endedAt: string | null;
}

/** What callers were answered, and so what the service may not lose; and what was wrong about answers. */
export interface Ledger {
  /** Ids of keys by whether they are there: made, or deleted. What had no answer is in neither. */
  readonly keys: Map<number, boolean>;
  /** Texts of notes by the file: the one that was acknowledged last, and those that were sent since without an answer. */
  readonly notes: Map<string, readonly string[]>;
  /** Ids of deliveries that were accepted. */
  readonly events: Set<string>;
  /** Processes that were accepted, as they were seen at their end. */
  readonly processes: Map<number, SeenProcess | undefined>;
  /** Accounts that calls may have sessions of. */
  readonly sessionOwners: Set<string>;
  /** Answers by their area and their status. */
  readonly counts: Map<string, number>;
  /** What no answer, output or log may hold, by what it is. */
  readonly secrets: Record<string, string>;
  /** What was wrong about answers, and secrets that were found in them. */
  readonly malformed: string[];
  readonly leaked: string[];
  count(area: string, outcome: string | number): void;
  /** Looks for secrets in what was answered. */
  look(place: string, text: string): void;
}

export function newLedger(): Ledger {
  const counts = new Map<string, number>();
  const secrets: Record<string, string> = {};
  const leaked: string[] = [];
  const forms = new Map<string, readonly Buffer[]>();
  return {
    ...{ counts, secrets, leaked, malformed: [] },
    keys: new Map(),
    notes: new Map(),
    events: new Set(),
    processes: new Map(),
    sessionOwners: new Set(),
    count(area, outcome) {
      const name = `${area} ${outcome}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    look(place, text) {
      const bytes = Buffer.from(text);
      for (const [name, secret] of Object.entries(secrets)) {
        const own = forms.get(name) ?? tracesOf(secret);
        forms.set(name, own);
        if (own.some((form) => bytes.includes(form))) leaked.push(`${name} in ${place}`);
      }
    },
  };
}
