import fc from "fast-check";
import { type GeneratedCall, generatedCalls } from "./hostile-calls.ts";
import type { Answering, SeenCall, WireUpstream } from "./wire-upstream.ts";

/** Result of a generated call: the response, and what arrived at the server behind the proxy. */
export interface EndedCall {
  readonly call: GeneratedCall;
  readonly status: number;
  readonly text: string;
  readonly seen: SeenCall | undefined;
}

const mark = "x-generated-call";
const atOnce = 16;

/** Answers every call with the status that it asks for, and with its own target. */
export const echoing: Answering = (incoming, response) => {
  incoming.resume();
  incoming.on("end", () => {
    response.writeHead(Number(incoming.headers["x-wanted-status"] ?? 200), { "Content-Type": "text/plain" });
    response.end(incoming.url);
  });
};

/** Sends many calls at once and finds each of them again at the upstream, which must be `echoing`. */
export async function endedCalls(
  baseUrl: string,
  upstream: WireUpstream,
  calls: readonly GeneratedCall[],
): Promise<readonly EndedCall[]> {
  const { send, close } = generatedCalls(baseUrl);
  const ended = new Array<Omit<EndedCall, "seen">>(calls.length);
  const left = calls.entries();
  const worker = async () => {
    for (const [place, call] of left) {
      const { status, text } = await send({ ...call, headers: [...call.headers, mark, String(place)] });
      ended[place] = { call, status, text };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  close();
  const seen = new Map(upstream.calls.map((call) => [headerIn(call.rawHeaders, mark), call]));
  return ended.map((one, place) => ({ ...one, seen: seen.get(String(place)) }));
}

/** Returns the first value of a header; undefined if it wasn't sent. */
export function headerIn(raw: readonly string[], name: string): string | undefined {
  for (let place = 0; place < raw.length; place += 2) if (raw[place]?.toLowerCase() === name) return raw[place + 1];
  return undefined;
}

const hostile =
  ".. . %2e%2e %2E. .%2e ..; ..%2f ..%5c %2f %5c %00 %0d%0a %252e%252e %252f %c0%ae%c0%ae %u002e % %2 \\ ;a=b a;.. ~ * @ a:b a%2fb %e2%80%ae %ff ... ..a .git %20 + http: localhost admin data odata streaming sessions";

/** Path segment: what clients write, what attackers write, and anything else that Node's client accepts. */
export const aSegment: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-zA-Z0-9_-]{1,12}$/) },
  { weight: 3, arbitrary: fc.constantFrom("", ...hostile.split(" ")) },
  {
    weight: 2,
    arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => encodeURIComponent(text.toWellFormed())),
  },
);

/** True if a server that decodes a target once, twice or three times could read it as a path outside of `base`. */
export function strays(target: string, base: string): boolean {
  const [path = ""] = target.split("?", 1);
  if (!path.startsWith(`${base}/`) && path !== base) return true;
  for (let text = path, round = 0; round < 3; round += 1) {
    if (text.split(/[/\\]/).some((segment) => /^\.{1,2}(?:;|$)/.test(segment)) || text.includes("//")) return true;
    text = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
  return false;
}
