import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { type CalloutAnswer, type CalloutCall, CalloutFailed, CalloutRefused } from "#shared/ports/callouts.ts";
import { Refused } from "../../refused.ts";
import type { Publishing } from "./destination.ts";

export type ServerCall = Pick<CalloutCall, "method" | "headers" | "body"> & {
  readonly path: string;
  /** Signal for calls that continue after the task has ended. */
  readonly ending?: AbortSignal;
};

/** Service of another server, as a destination of builds. */
export interface OtherServer {
  readonly host: string;
  /** @throws CalloutFailed for temporary failures, Refused for permanent ones */
  sent(call: ServerCall): Promise<CalloutAnswer>;
  /** Retries for a while if there is no response. @throws Refused */
  patiently<T>(attempt: (tries: number) => Promise<T>, maxTries?: number): Promise<T>;
  /** @throws Refused for a response with another status */
  checked(answer: CalloutAnswer, ...statuses: readonly number[]): CalloutAnswer;
}

interface ServerAddress {
  readonly address: string;
  /** Headers of every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** Networks that can be called in addition to public ones. */
  readonly networks: readonly string[];
}

/** Maximum milliseconds of one call: a part of a file over a slow line. */
const callMs = 15 * 60_000;
/** Maximum number of retries after temporary failures. */
const usualTries = 6;
const largestAnswerBytes = 1_048_576;

export const AnyEnvelope = z.object({ messages: z.tuple([z.object({ text: z.string() })], z.unknown()) });

export function otherServer(
  { address, headers: usual, networks }: ServerAddress,
  { clock, signal, callouts: calloutsTo }: Pick<Publishing["context"], "clock" | "signal" | "callouts">,
): OtherServer {
  const { origin, port, host } = new URL(address);
  const callouts = calloutsTo(networks);

  return {
    host,

    async sent({ path, headers, ending = signal, ...call }) {
      try {
        const answer = await callouts.call({
          ...{ ...call, url: new URL(`${origin}${path}`), timeoutMs: callMs },
          ...{ largestBytes: largestAnswerBytes, signal: ending, carriesSecret: true },
          ...(port !== "" && { port: Number(port) }),
          headers: { ...usual, ...headers },
        });
        if ([429, 502, 503, 504].includes(answer.status))
          throw new CalloutFailed(`${host} responded with HTTP ${answer.status}${textIn(answer)}.`);
        return answer;
      } catch (thrown) {
        if (thrown instanceof CalloutRefused) throw new Refused("not-allowed", thrown.message, { cause: thrown });
        throw thrown;
      }
    },

    async patiently(attempt, maxTries = usualTries) {
      for (let tries = 0; ; tries += 1) {
        try {
          return await attempt(tries);
        } catch (thrown) {
          if (signal.aborted) throw new Refused("failed", "aborted");
          if (!(thrown instanceof CalloutFailed)) throw thrown;
          if (tries === maxTries) throw new Refused("failed", thrown.message, { cause: thrown });
          await clock.sleep(500 * 2 ** tries, signal);
        }
      }
    },

    checked(answer, ...statuses) {
      if (statuses.includes(answer.status)) return answer;
      throw new Refused("failed", `${host} responded with HTTP ${answer.status}${textIn(answer)}`);
    },
  };
}

export function jsonOf({ body }: CalloutAnswer): unknown {
  return jsonIn(new TextDecoder().decode(body));
}

/** Returns a response's message for people. */
function textIn(answer: CalloutAnswer): string {
  const envelope = AnyEnvelope.safeParse(jsonOf(answer));
  return envelope.success ? `: ${envelope.data.messages[0].text.slice(0, 300)}` : "";
}
