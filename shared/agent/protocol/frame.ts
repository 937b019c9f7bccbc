import * as z from "zod";

/** How far the clocks of agent and service may be apart, either way (R7.2). Milliseconds. */
export const clockWindowMs = 120_000;

/** How long a frame is remembered, so that it counts once. Longer than it is good for on the slowest of two clocks. */
export const rememberedMs = 600_000;

/** The most bytes that a frame's payload has, so that the whole message stays below the 128 KB of API Gateway. */
export const payloadBytes = 120_000;

/** What a WebSocket message is cut into on its way: API Gateway takes no longer frames. */
export const fragmentBytes = 32_000;

/** How often an agent says that it is there, and after how long a silence it is taken to be away. Milliseconds. */
export const heartbeat = { everyMs: 30_000, silentMs: 75_000 } as const;

const Base64Url = z.string().regex(/^[\w-]{1,200}$/);

/** What stands before a frame's payload. */
const FrameHead = z.strictObject({
  agent: z.uuid(),
  link: z.uuid(),
  /** Counts the frames of a sender on this link. A number counts once. */
  sequence: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  /** When it was signed. Milliseconds since the epoch. */
  at: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  /** SHA-256 of the payload, base64url. */
  sha256: Base64Url,
  /** Ed25519 over `signedText`, base64url. */
  signature: Base64Url,
});
type FrameHead = z.infer<typeof FrameHead>;

/** One signed message on the link, the same in both directions. */
export interface Frame extends FrameHead {
  /** A message as JSON. */
  readonly payload: string;
}

/** A frame as it travels: its head on one line, and its payload as it is on the next. */
export function frameText({ payload, ...head }: Frame): string {
  return `${JSON.stringify(head)}\n${payload}`;
}

/** Undefined where the text is no frame. */
export function frameIn(text: string): Frame | undefined {
  const end = text.indexOf("\n");
  if (end < 0) return undefined;
  const head = FrameHead.safeParse(jsonIn(text.slice(0, end)));
  return head.success ? { ...head.data, payload: text.slice(end + 1) } : undefined;
}

/** Undefined where the text is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // What JSON never holds: callers have a schema to refuse it.
  }
}

/** Who signed: a frame of one side is never good as the other's. */
export type Side = "agent" | "service";

/** What a frame's signature is over. */
export function signedText(side: Side, { agent, link, sequence, at, sha256 }: Omit<FrameHead, "signature">): string {
  return ["latchkey-link/1", side, agent, link, sequence, at, sha256].join("\n");
}

/** The scheme of the Authorization header that carries the frame which opens a link, or brings bytes. */
export const agentScheme = "Latchkey-Agent";

/** Why the service closes a link, as WebSocket close codes. */
export const linkClosures = {
  /** The frame was not signed by this agent, or too long ago. */
  refused: 4401,
  /** The agent has opened another link, or was replaced or revoked. */
  superseded: 4409,
} as const;
