import * as z from "zod";
import { HostReport } from "./host-commands.ts";
import { WorkAtHand, WorkEvent, WorkStanding } from "./work.ts";

/** What went wrong on the host, for the one who asked. */
export const HostFault = z.enum([
  "not-found",
  "not-allowed",
  "wrong-kind",
  "in-use",
  "taken",
  "exists",
  "changed",
  "conflict",
  "rotated",
  "no-space",
  "tool-missing",
  "unknown-command",
  "failed",
]);
export type HostFault = z.infer<typeof HostFault>;

/** How a command ended on the host. */
export const Outcome = z.discriminatedUnion("ok", [
  z.strictObject({ ok: z.literal(true), reply: z.unknown() }),
  z.strictObject({ ok: z.literal(false), fault: HostFault, text: z.string().max(2000) }),
]);
export type Outcome = z.infer<typeof Outcome>;

/** What an agent says. */
export const AgentMessage = z.discriminatedUnion("type", [
  /** Opens a link, in the Authorization header. */
  z.strictObject({ type: z.literal("open") }),
  /** Brings the bytes of a range, in the Authorization header of its one PUT. */
  z.strictObject({ type: z.literal("bytes"), id: z.string().max(100) }),
  /** First on a new link, and then every heartbeat. What was asked and not answered is asked again. */
  z.strictObject({
    type: z.literal("here"),
    report: HostReport.optional(),
    /** All long work that it has: what is not there, it has lost. */
    works: z.array(WorkAtHand).max(200).optional(),
  }),
  WorkEvent.extend({ type: z.literal("event") }),
  z.strictObject({ type: z.literal("reply"), request: z.uuid(), outcome: Outcome }),
]);
export type AgentMessage = z.infer<typeof AgentMessage>;

/** What the service says. */
export const ServiceMessage = z.discriminatedUnion("type", [
  /** Answers a heartbeat. */
  z.strictObject({ type: z.literal("heard"), works: z.array(WorkStanding).max(200).optional() }),
  /** An event of a work has arrived. `isKept`: it need not be sent again. */
  WorkStanding.extend({ type: z.literal("taken"), number: z.int().min(1), isKept: z.boolean() }),
  /** The reply is kept: it need not be sent again. */
  z.strictObject({ type: z.literal("accepted"), request: z.uuid() }),
  z.strictObject({
    type: z.literal("request"),
    request: z.uuid(),
    command: z.string().max(100),
    fields: z.record(z.string(), z.unknown()),
    /** Nobody waits for the reply after this. Milliseconds since the epoch. */
    expiresAt: z.int(),
  }),
]);
export type ServiceMessage = z.infer<typeof ServiceMessage>;
