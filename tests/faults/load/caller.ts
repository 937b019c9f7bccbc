import * as z from "zod";
import { Envelope } from "#shared/contract/envelope.ts";
import { administrator, type StartedLatchkey } from "../support/latchkey.ts";
import type { Ledger } from "./ledger.ts";

/** Required format of an answer: our own envelope, FileMaker's, a receiver's, MCP's, the health check's, or bytes. */
export type Form = keyof typeof forms;

const forms = {
  envelope: Envelope,
  fileMaker: z.object({ messages: z.array(z.object({ code: z.string(), message: z.string() })).min(1) }),
  receiver: z.object({ success: z.boolean() }),
  rpc: z.union([z.object({ jsonrpc: z.literal("2.0") }), Envelope]),
  health: z.object({ ok: z.boolean() }),
  bytes: z.unknown(),
};

interface CallOptions {
  readonly area: string;
  readonly form: Form;
  readonly method?: string;
  /** Key that replaces the administrator's credential. */
  readonly key?: string;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** True if the answer shows a secret to a caller who may see it. */
  readonly showsSecret?: boolean;
}

export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the area's calls determine the type
  readonly body: any;
}

export type Call = (path: string, asked: CallOptions) => Promise<Answered | undefined>;

/**
 * Returns a function that calls the product and checks each answer. It returns undefined if the connection ended without an answer, as when
 * a process is killed.
 */
export function caller(latchkey: () => StartedLatchkey, ledger: Ledger, deadlineSeconds: number): Call {
  return async (path, { area, form, method = "GET", key, json, bytes, headers = {}, showsSecret = false }) => {
    const place = `${method} ${path.split("?")[0]}`;
    const body = json === undefined ? bytes && Buffer.from(bytes) : JSON.stringify(json);
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(new URL(path, latchkey().baseUrl), {
        method,
        headers: {
          ...(json !== undefined && { "Content-Type": "application/json" }),
          Authorization: key === undefined ? administrator : `Bearer ${key}`,
          Connection: "close",
          ...headers,
        },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(deadlineSeconds * 1_000),
      });
      text = await answer.text();
    } catch (thrown) {
      const isLate = thrown instanceof DOMException && thrown.name === "TimeoutError";
      if (isLate) ledger.malformed.push(`${place}: no answer within ${deadlineSeconds} s`);
      ledger.count(area, isLate ? "late" : "cut");
      return undefined;
    }
    ledger.count(area, answer.status);
    if (!showsSecret) ledger.look(place, `${text}\n${[...answer.headers].join("\n")}`);
    const parsed = jsonIn(text);
    // Error responses of operations with their own format have our format.
    const isOurs = !answer.ok && (form === "receiver" || form === "bytes");
    const isFormed = forms[isOurs ? "envelope" : form].safeParse(parsed).success;
    if (!isFormed) ledger.malformed.push(`${place}: ${answer.status} ${text.slice(0, 300)}`);
    // FileMaker itself answers 500 with its own error codes.
    if (answer.status === 500 && form !== "fileMaker") ledger.malformed.push(`${place}: 500 ${text.slice(0, 300)}`);
    return { status: answer.status, body: parsed };
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Invalid JSON matches no format, which is recorded.
  }
}
