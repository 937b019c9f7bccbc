import * as z from "zod";
import type { Counters } from "./counters.ts";
import type { IncomingCall } from "./http/incoming-call.ts";

const SCOPE = {
  path: z
    .string()
    .optional()
    .describe("A regular expression the request's path has to match; every path when missing."),
  method: z.string().optional(),
  times: z.int().min(1).optional().describe("How often it strikes; always when missing."),
  skip: z.int().min(0).default(0).describe("How many requests pass before the first strike."),
};

/** Kind and scope of a fault. */
export const Fault = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("wrongPassword"), ...SCOPE }).describe("Logins are refused with 212."),
  z.strictObject({ kind: z.literal("deadToken"), ...SCOPE }).describe("The call's session is closed; it gets 952."),
  z.strictObject({ kind: z.literal("tooManySessions"), ...SCOPE }).describe("Logins are refused with 956."),
  z.strictObject({ kind: z.literal("lockedRecord"), ...SCOPE }).describe("Changes of a record are refused with 301."),
  z.strictObject({ kind: z.literal("lockedSchema"), ...SCOPE }).describe("Changes of the schema are refused with 303."),
  z
    .strictObject({ kind: z.literal("scriptDelay"), milliseconds: z.int().min(0), ...SCOPE })
    .describe("Every script takes so much longer."),
  z
    .strictObject({
      kind: z.literal("status"),
      status: z.int().min(400).max(599),
      body: z.enum(["envelope", "html", "empty"]).default("envelope"),
      code: z.string().default("-1"),
      message: z.string().default("Unknown error"),
      rate: z.number().min(0).max(1).default(1).describe("The share of requests, spread evenly."),
      headers: z.record(z.string(), z.string()).default({}).describe("Such as Retry-After."),
      ...SCOPE,
    })
    .describe("An answer with this status in place of the right one."),
  z
    .strictObject({ kind: z.literal("reset"), at: z.enum(["start", "body"]).default("start"), ...SCOPE })
    .describe("The connection is reset before the answer, or in its middle."),
  z
    .strictObject({ kind: z.literal("hang"), at: z.enum(["headers", "body"]).default("headers"), ...SCOPE })
    .describe("No answer, or half of one, and then silence."),
  z
    .strictObject({
      kind: z.literal("slow"),
      latencyMs: z.int().min(0).default(0),
      kbps: z.number().positive().optional().describe("Kilobytes of body per second."),
      ...SCOPE,
    })
    .describe("Answers late, thinly, or both."),
  z
    .strictObject({
      kind: z.literal("tool"),
      milliseconds: z.int().min(0).default(0).describe("How much later it begins, on the sandbox's clock."),
      hang: z.boolean().default(false).describe("true: it never ends by itself."),
      ignoreTerm: z.boolean().default(false).describe("true: SIGTERM does not end it."),
      printBytes: z.int().min(0).default(0).describe("So much is printed first."),
      exitCode: z.int().min(0).max(255).optional().describe("It ends with this and does nothing."),
      migration: z
        .union([
          z.enum(["full-disk", "killed"]),
          z.strictObject({ table: z.string() }).describe("It fails at this table."),
        ])
        .optional()
        .describe(
          "FMDataMigration leaves half a file behind: its disk is full, the system ends it, or it fails at a table.",
        ),
      ...SCOPE,
    })
    .describe("A command-line tool misbehaves; its path is such as /fmsadmin/LIST FILES."),
  z
    .strictObject({
      kind: z.literal("schedule"),
      milliseconds: z.int().min(0).default(0).describe("How much longer its run takes, on the sandbox's clock."),
      error: z.int().optional().describe("It ends with this error and does nothing."),
      ...SCOPE,
    })
    .describe("A schedule misbehaves; its path is such as /schedules/Nightly."),
  z.strictObject({ kind: z.literal("stopped"), ...SCOPE }).describe("The engine is down: the web server answers 502."),
]);
export type Fault = z.output<typeof Fault>;
export type FaultInput = z.input<typeof Fault>;
type FaultKind = Fault["kind"];

/** Request fields that faults are matched with. */
type FaultTarget = Pick<IncomingCall, "method" | "path">;

/** Active faults. */
export interface Faults {
  /** Replaces all faults. */
  set(faults: FaultInput | readonly FaultInput[]): void;
  clear(): void;
  /** Returns the fault of this kind that applies to a request, and counts its use; undefined if there is none. */
  use<Kind extends FaultKind>(kind: Kind, call: FaultTarget): Extract<Fault, { kind: Kind }> | undefined;
  list(): readonly Fault[];
}

interface Armed {
  readonly fault: Fault;
  readonly path: RegExp | undefined;
  skip: number;
  left: number;
  /** Accumulated share of a fault's rate: each request adds the rate, each use subtracts one. */
  owed: number;
}

export function newFaults(counters: Counters): Faults {
  let armed: Armed[] = [];
  return {
    set(faults) {
      armed = (Array.isArray(faults) ? faults : [faults]).map(arm);
    },
    clear() {
      armed = [];
    },
    use<Kind extends FaultKind>(kind: Kind, call: IncomingCall) {
      if (armed.length === 0) return undefined;
      const hit = armed.find((entry) => entry.fault.kind === kind && applies(entry, call));
      if (hit === undefined) return undefined;
      counters.faults += 1;
      return hit.fault as Extract<Fault, { kind: Kind }>;
    },
    list: () => armed.filter(({ left }) => left > 0).map(({ fault }) => fault),
  };
}

function arm(input: FaultInput): Armed {
  const fault = Fault.parse(input);
  return {
    fault,
    path: fault.path === undefined ? undefined : new RegExp(fault.path),
    skip: fault.skip,
    left: fault.times ?? Number.POSITIVE_INFINITY,
    owed: 0,
  };
}

function applies(entry: Armed, call: FaultTarget): boolean {
  const { fault } = entry;
  if (entry.left === 0 || (fault.method !== undefined && fault.method !== call.method)) return false;
  if (entry.path !== undefined && !entry.path.test(call.path)) return false;
  if (entry.skip > 0) {
    entry.skip -= 1;
    return false;
  }
  if (fault.kind === "status" && fault.rate < 1) {
    entry.owed += fault.rate;
    if (entry.owed < 1) return false;
    entry.owed -= 1;
  }
  entry.left -= 1;
  return true;
}
