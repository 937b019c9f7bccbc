import { setTimeout as after } from "node:timers/promises";
import type { SmokeAccount } from "./target.ts";

interface RequestOptions {
  readonly authorization?: string;
  readonly body?: unknown;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: these calls test the responses
  readonly body: any;
}

/** Calls one deployment. */
export interface Caller {
  (method: string, path: string, asked?: RequestOptions): Promise<Answer>;
  /** Repeats the request for up to a minute until `found` returns something. */
  until<Result>(
    path: string,
    authorization: string,
    // biome-ignore lint/suspicious/noExplicitAny: as above
    found: (response: any) => Result | false | undefined,
  ): Promise<Result | undefined>;
}

const answerMs = 60_000;
const patienceMs = 60_000;
const pauseMs = 500;

export function caller(address: string): Caller {
  const call = async (method: string, path: string, { authorization, body }: RequestOptions = {}): Promise<Answer> => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(answerMs),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: asJson(text) };
  };
  return Object.assign(call, {
    async until(path: string, authorization: string, found: (response: unknown) => unknown) {
      for (const end = Date.now() + patienceMs; Date.now() < end; await after(pauseMs)) {
        const { body } = await call("GET", path, { authorization });
        const outcome = body?.response && found(body.response);
        if (outcome !== undefined && outcome !== false) return outcome;
      }
      return undefined;
    },
  }) as Caller;
}

export function basic({ user, pass }: SmokeAccount): string {
  return `Basic ${Buffer.from(`${user}:${pass}`).toString("base64")}`;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // It then has no fields, and is shown as text.
  }
}
