import type { Watch } from "./watch.ts";

interface FileMakerServerWatchDependencies {
  /** Why FileMaker Server does not run, in a sentence; undefined where it does. */
  readonly trouble: () => Promise<string | undefined>;
  /** The name of its host. */
  readonly host: string;
}

/** What the watch is called where its troubles are kept. */
export const fileMakerServerWatchName = "filemaker-server";

/** So long it takes to restart a web server. */
const afterMs = 60_000;

/** Whether FileMaker Server answers. */
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
        text: `FileMaker Server answers at ${host} again. It was away for ${lasted}.`,
      };
    },
  };
}
