import * as z from "zod";

/** Response of a management API: of an OttoFMS, or of Latchkey. */
export interface ApiAnswer {
  readonly status: number;
  /** Code of the first message; 0 for success. */
  readonly code: number;
  readonly text: string;
  readonly response: Readonly<Record<string, unknown>>;
}

/** Service that doesn't respond in its own format, or doesn't accept the key. The message is for the administrator. */
export class NotAService extends Error {}

const Envelope = z.object({
  messages: z.array(z.object({ code: z.coerce.number(), text: z.string().default("") })).min(1),
  response: z.record(z.string(), z.unknown()).default({}),
});

/** Reads the response of a service at an origin. @throws NotAService */
export function apiAnswer(origin: string, status: number, body: string): ApiAnswer {
  const parsed = Envelope.safeParse(jsonIn(body));
  if (!parsed.success) throw new NotAService(`${origin} answered HTTP ${status}, but not as OttoFMS or Latchkey does`);
  const { messages, response } = parsed.data;
  const [first] = messages;
  return { status, code: first?.code ?? status, text: first?.text ?? "", response };
}

function jsonIn(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined; // A web page.
    throw thrown;
  }
}
