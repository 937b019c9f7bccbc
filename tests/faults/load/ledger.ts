import { tracesOf } from "../../support/secrets/traces.ts";

/** Process as it was last seen. */
export interface SeenProcess {
  readonly state: string;
  readonly endedAt: string | null;
}

/** Answers to callers, and therefore the data that the service must not lose; and faults of answers. */
export interface Ledger {
  /** Key ids by whether they exist: created or deleted. Ids whose call had no answer are missing. */
  readonly keys: Map<number, boolean>;
  /** Texts of notes by file: the last acknowledged one, and those sent since without an answer. */
  readonly notes: Map<string, readonly string[]>;
  /** Ids of accepted deliveries. */
  readonly events: Set<string>;
  /** Accepted processes, as they were seen at their end. */
  readonly processes: Map<number, SeenProcess | undefined>;
  /** Accounts for which calls may have opened sessions. */
  readonly sessionOwners: Set<string>;
  /** Number of answers by area and status. */
  readonly counts: Map<string, number>;
  /** Secrets that no answer, output or log may contain, by name. */
  readonly secrets: Record<string, string>;
  /** Faults of answers, and secrets found in them. */
  readonly malformed: string[];
  readonly leaked: string[];
  count(area: string, outcome: string | number): void;
  /** Searches an answer for secrets. */
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
