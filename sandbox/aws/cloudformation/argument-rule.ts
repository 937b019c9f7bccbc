import type { Specification } from "./specification.ts";
import type { Template, Value } from "./template.ts";

/** Place of a value in a template. */
export interface Place {
  readonly path: string;
  readonly template: Template;
  readonly specification: Specification;
  /** True within the section `Conditions`. */
  readonly isCondition: boolean;
}

/** Returns a sentence for each fault in the arguments of a call. Calls inside of them are checked on their own. */
export type ArgumentRule = (argument: Value, place: Place) => readonly string[];
