import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import type { Message } from "#shared/ports/queue.ts";

/**
 * Number of times that a function can be in one chain. Lambda counts them in the field `Lineage` of the trace header, which the SDK of the
 * function passes on and SQS keeps: https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
const maxInvocations = 16;

/** Returns true if serverless.yml allows loops for a function. */
export function allowsLoops(name: string): boolean {
  const text = readFileSync(new URL("../../../serverless.yml", import.meta.url), "utf8");
  const [, own] = new RegExp(`^ {2}${name}:\\n((?: {4}.*\\n)+)`, "m").exec(text) ?? [];
  if (own === undefined) throw new Error(`serverless.yml has no function ${name}`);
  return /^ {4}recursiveLoop: Allow$/m.test(own);
}

/** Body of a message with its trace header. */
interface Traced {
  readonly trace: string;
  readonly body: string;
}

/**
 * Calls functions as Lambda does for the messages of SQS, with its detection of loops: a message whose chain has a function too often
 * becomes a dead letter, unless the function allows it. A message that no function sent, such as that of a schedule, starts a chain.
 */
export function lambdaWithLoops(allows: (name: string) => boolean = allowsLoops) {
  const current = new AsyncLocalStorage<string>();
  const deadLetters: string[] = [];
  let longest = 0;

  return {
    deadLetters,
    /** Returns the highest number of times that a function was in one chain. */
    longest: () => longest,
    /** Returns a message as the SDK of the current function sends it. */
    sent<M extends Pick<Message, "body">>(message: M): M {
      const traced: Traced = { trace: current.getStore() ?? headerOf(new Map()), body: message.body };
      return { ...message, body: JSON.stringify(traced) };
    },
    /** Calls a function for a message. */
    async invoke(name: string, message: string, run: (body: string) => Promise<void>): Promise<void> {
      const { trace, body } = tracedIn(message);
      const lineage = lineageIn(trace);
      const before = lineage.get(name) ?? 0;
      if (before >= maxInvocations && !allows(name)) {
        deadLetters.push(body);
        return;
      }
      longest = Math.max(longest, before + 1);
      await current.run(headerOf(lineage.set(name, before + 1)), () => run(body));
    },
  };
}

function headerOf(lineage: ReadonlyMap<string, number>): string {
  const counts = [...lineage].map(([name, count]) => `${name}:${count}`).join("|");
  return `Root=1-6570d18f-aaaaaaaaaaaaaaaaaaaaaaaa;Parent=bbbbbbbbbbbbbbbb;Sampled=0;Lineage=${counts}`;
}

function lineageIn(header: string): Map<string, number> {
  const [, counts = ""] = /Lineage=([^;]*)/.exec(header) ?? [];
  const pairs = counts.split("|").filter((pair) => pair !== "");
  return new Map(
    pairs.map((pair) => {
      const [name = "", count] = pair.split(":");
      return [name, Number(count)];
    }),
  );
}

function tracedIn(message: string): Traced {
  const parsed = JSON.parse(message);
  return typeof parsed.trace === "string" ? parsed : { trace: headerOf(new Map()), body: message };
}
