import { nothingLost } from "./nothing-lost.ts";
import { alive, noSecretOut, sessionsWithinPool, wellFormed } from "./service-state.ts";
import type { Watched } from "./watched.ts";
import { eachEventDelivered, oneFinalState } from "./work-ended.ts";

interface Oracle {
  readonly sentence: string;
  /** @throws the violated condition */
  readonly holds: (watched: Watched) => Promise<void>;
}

/**
 * Conditions that must hold after every fault, in the order in which they are checked: if the service doesn't answer, the others say
 * nothing.
 */
export const oracles = {
  I3: { sentence: "the process and its child processes are alive", holds: alive },
  I5: { sentence: "each job has exactly one final state", holds: oneFinalState },
  I6: { sentence: "each event is delivered, under one id", holds: eachEventDelivered },
  I1: { sentence: "nothing acknowledged is lost", holds: nothingLost },
  I4: { sentence: "the number of sessions is within the pool's limit", holds: sessionsWithinPool },
  I2: { sentence: "no secret is in any output", holds: noSecretOut },
  I7: { sentence: "every response is well formed and within its deadline", holds: wellFormed },
} as const satisfies Readonly<Record<string, Oracle>>;

/** Checks all oracles. @throws Error that names each violated one and its findings */
export async function askOracles(watched: Watched): Promise<void> {
  const broken: string[] = [];
  for (const [id, { sentence, holds }] of Object.entries(oracles)) {
    try {
      await holds(watched);
    } catch (thrown) {
      broken.push(`${id}, ${sentence}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
  }
  if (broken.length > 0) throw new Error(broken.join("\n"));
}
