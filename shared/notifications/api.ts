/** Publishing of events, and watches that detect problems. */

export type { Publish } from "./publish.ts";
export type { WatchedLicense } from "./watches/license-watch.ts";
export type { Trouble, Watch } from "./watches/watch.ts";
