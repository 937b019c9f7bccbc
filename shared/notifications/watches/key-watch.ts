import type { Watch } from "./watch.ts";

/** Key with its name for people. */
export interface WatchedKey {
  /** Subject such as `data-key:3`. */
  readonly subject: string;
  /** Name such as `Data API Key 3 “Shop”`. */
  readonly name: string;
}

/** Key whose account FileMaker Server rejects. */
export interface FailingKey extends WatchedKey {
  /** Files of a Data API key that reject its account. */
  readonly files: readonly string[];
}

interface KeyWatchDependencies {
  readonly failing: () => Promise<readonly FailingKey[]>;
  readonly exists: (subject: string) => Promise<boolean>;
}

/** Watches whether FileMaker Server accepts the accounts of keys, based on calls and logins. */
export function keyWatch({ failing, exists }: KeyWatchDependencies): Watch {
  return {
    name: "keys",
    everyMs: 0,
    afterMs: 0,
    async look() {
      return (await failing()).map(({ subject, name, files }) => ({
        subject,
        event: "key_failing",
        name,
        text: `${name} fails: FileMaker Server rejects its account${files.length === 0 ? "" : ` in ${files.join(", ")}`}.`,
      }));
    },
    async normal({ subject, name }, lasted) {
      // A deleted key doesn't work again.
      if (!(await exists(subject))) return undefined;
      return { event: "key_working", text: `${name} works again. It had failed for ${lasted}.` };
    },
  };
}
