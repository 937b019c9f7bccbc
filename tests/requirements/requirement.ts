import type { Resource } from "./groups.ts";

/** One sentence of the specification, or of our own promises, that a test proves. */
interface Requirement {
  readonly text: string;
  /** Its source: the specification's heading and place, or the promise. */
  readonly source: string;
  /** The resource that owns it, until it is built. Until then, no test may cite it. */
  readonly planned?: Resource;
}

/** Requirements by id: `group:topic:what`, sorted. */
export type RequirementList = Readonly<Record<string, Requirement>>;
