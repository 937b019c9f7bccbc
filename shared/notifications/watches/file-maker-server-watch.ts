import type { Watch } from "./watch.ts";

interface FileMakerServerWatchDependencies {
  /** Returns the reason why FileMaker Server isn't running, as a sentence; undefined if it runs. */
  readonly trouble: () => Promise<string | undefined>;
  /** Name of its host. */
  readonly host: string;
}

/** Name of the watch in stored problems. */
export const fileMakerServerWatchName = "filemaker-server";

/** Duration of a web server restart. */
const afterMs = 60_000;

/** Watches whether FileMaker Server responds. */
export function fileMakerServerWatch({ trouble, host }: FileMakerServerWatchDependencies): Watch {
  return {
    name: fileMakerServerWatchName,
    everyMs: 0,
    afterMs,
    async look() {
      const text = await trouble();
      return text === undefined ? [] : [{ subject: "server", event: "filemaker_server_away", name: host, text }];
    },
    async normal(_trouble, lasted) {
      return {
        event: "filemaker_server_back",
        text: `FileMaker Server at ${host} responds again. It was unavailable for ${lasted}.`,
      };
    },
  };
}
