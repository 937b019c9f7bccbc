import * as z from "zod";

/** Maximum difference between the clocks of agent and service. Milliseconds. */
export const clockWindowMs = 120_000;

/** Time that a frame is remembered, so that it counts once. Longer than any frame stays valid, even with a slow clock. Milliseconds. */
export const rememberedMs = 600_000;

/** Maximum size of a frame's payload in bytes. Keeps the whole message below API Gateway's 128 KB. */
export const payloadBytes = 120_000;

/** Size of the fragments of a WebSocket message in bytes: API Gateway accepts no longer frames. */
export const fragmentBytes = 32_000;

/**
 * Interval of an agent's heartbeats, and the silence after which it counts as away: two missed heartbeats, with time for the second to
 * arrive. Milliseconds.
 */
export const heartbeat = { everyMs: 15_000, silentMs: 32_000 } as const;

const Base64Url = z.string().regex(/^[\w-]{1,200}$/);

/** Part of a frame that precedes its payload. */
const FrameHead = z.strictObject({
  agent: z.uuid(),
  link: z.uuid(),
  /** Sequence number of the sender's frames on this link. Each number counts once. */
  sequence: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  /** Time of signing. Milliseconds since the epoch. */
  at: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  /** SHA-256 of the payload in base64url. */
  sha256: Base64Url,
  /** Ed25519 signature of `signedText` in base64url. */
  signature: Base64Url,
});
type FrameHead = z.infer<typeof FrameHead>;

/** Signed message on the link, in either direction. */
export interface Frame extends FrameHead {
  /** Message as JSON. */
  readonly payload: string;
}

/** Returns a frame as it is sent: its head on one line, its payload unchanged on the next. */
export function frameText({ payload, ...head }: Frame): string {
  return `${JSON.stringify(head)}\n${payload}`;
}

/** Parses a frame. Undefined if the text isn't one. */
export function frameIn(text: string): Frame | undefined {
  const end = text.indexOf("\n");
  if (end < 0) return undefined;
  const head = FrameHead.safeParse(jsonIn(text.slice(0, end)));
  return head.success ? { ...head.data, payload: text.slice(end + 1) } : undefined;
}

/** Parses JSON. Undefined if the text is invalid. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // JSON never contains undefined: the caller's schema rejects it.
  }
}

/** Sender of a frame. A frame of one side is never valid as one of the other. */
export type Side = "agent" | "service";

/** Returns the text that a frame's signature covers. */
export function signedText(side: Side, { agent, link, sequence, at, sha256 }: Omit<FrameHead, "signature">): string {
  return ["latchkey-link/1", side, agent, link, sequence, at, sha256].join("\n");
}

/** Scheme of the Authorization header that carries the frame of an agent that opens a link or sends bytes. */
export const agentScheme = "Latchkey-Agent";

/** WebSocket close codes of the service. */
export const linkClosures = {
  /** This agent didn't sign the frame, or the signature is too old. */
  refused: 4401,
  /** The agent opened another link, or was replaced or revoked. */
  superseded: 4409,
} as const;
