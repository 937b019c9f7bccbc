import { test } from "vitest";
import { type RequirementId, requirements } from "../requirements.ts";

/**
 * Declares a test that proves a requirement. `sentence` says which part of it, if one requirement needs several tests; without it, the
 * requirement's text is the title.
 */
export function verifies(id: RequirementId, prove: () => Promise<void> | void): void;
export function verifies(id: RequirementId, sentence: string, prove: () => Promise<void> | void): void;
export function verifies(id: RequirementId, ...rest: readonly unknown[]): void {
  const [sentence, prove] = rest.length === 2 ? rest : [requirements[id].text, rest[0]];
  test(`${id}: ${sentence}`, prove as () => Promise<void> | void);
}
