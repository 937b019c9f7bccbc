/** Publishing of events, and watches that detect problems. */

export type { Publish } from "./publish.ts";
export type { Trouble, Watch } from "./watches/watch.ts";
