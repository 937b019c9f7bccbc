import type { Watch } from "./watch.ts";

/** A key, as it is named to people. */
export interface WatchedKey {
  /** Such as `data-key:3`. */
  readonly subject: string;
  /** Such as `Data API Key 3 “Shop”`. */
  readonly name: string;
}

/** A key whose account FileMaker Server refuses. */
export interface FailingKey extends WatchedKey {
  /** The files of a Data API Key that refuse it. */
  readonly files: readonly string[];
}

interface KeyWatchDependencies {
  readonly failing: () => Promise<readonly FailingKey[]>;
  readonly exists: (subject: string) => Promise<boolean>;
}

/** Whether FileMaker Server takes the accounts behind keys, as calls and logins have met it. */
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
        text: `${name} fails: FileMaker Server refuses its account${files.length === 0 ? "" : ` in ${files.join(", ")}`}.`,
      }));
    },
    async normal({ subject, name }, lasted) {
      // One that was deleted does not work again.
      if (!(await exists(subject))) return undefined;
      return { event: "key_working", text: `${name} works again. It had failed for ${lasted}.` };
    },
  };
}
