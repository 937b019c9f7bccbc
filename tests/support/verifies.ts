import { test } from "vitest";
import { type RequirementId, requirements } from "../requirements.ts";

/**
 * A test that proves a requirement. `sentence` says which side of it, where one requirement takes several tests;
 * without it the requirement's text is the title.
 */
export function verifies(id: RequirementId, prove: () => Promise<void> | void): void;
export function verifies(id: RequirementId, sentence: string, prove: () => Promise<void> | void): void;
export function verifies(id: RequirementId, ...rest: readonly unknown[]): void {
  const [sentence, prove] = rest.length === 2 ? rest : [requirements[id].text, rest[0]];
  test(`${id}: ${sentence}`, prove as () => Promise<void> | void);
}
