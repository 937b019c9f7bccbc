import * as z from "zod";
import { Fault } from "./faults.ts";
import type { Host } from "./host.ts";
import type { IncomingCall } from "./http/incoming-call.ts";
import { readBody } from "./http/read-body.ts";
import { jsonReply, type Reply } from "./http/reply.ts";
import type { WorldInput } from "./world/schema/world-schema.ts";
import { WorldError } from "./world/world-error.ts";

/** Functions of a running server that the control endpoint needs. */
export interface Controls {
  /** Replaces the world; without an argument, restores the initial one. @throws WorldError */
  reload(world?: WorldInput): void;
}

/** Handles requests below /sandbox/. Only for this machine: other callers get a 404. */
export async function handleControl(host: Host, call: IncomingCall, controls: Controls): Promise<Reply> {
  const body = await readBody(call.message);
  if (!isLoopback(call.peer)) return missing();
  // Requiring JSON keeps out pages in a browser on this machine, which can't send it without a preflight request.
  const type = String(call.message.headers["content-type"] ?? "");
  if (body.length > 0 && !type.startsWith("application/json")) return refused(415, "send application/json");
  switch (`${call.method} ${call.path.replace(/\/+$/, "")}`) {
    case "GET /sandbox/state":
      return jsonReply(200, "0", state(host));
    case "PUT /sandbox/faults":
      return withBody(FaultsBody, body, ({ faults }) => host.faults.set(faults), host);
    case "DELETE /sandbox/faults":
      host.faults.clear();
      return jsonReply(200, "0", state(host));
    case "POST /sandbox/clock":
      return withBody(ClockBody, body, ({ advanceSeconds }) => host.clock.advance(advanceSeconds * 1000), host);
    case "POST /sandbox/world":
      return withBody(WorldBody, body, ({ world }) => controls.reload(world), host);
    default:
      return missing();
  }
}

const FaultsBody = z.strictObject({ faults: z.array(Fault) });
const ClockBody = z.strictObject({ advanceSeconds: z.number().min(0) });
/** Body with a world; loading validates it and reports errors with their location. */
const WorldBody = z.strictObject({ world: z.custom<WorldInput>().optional() });

/** Returns the state of a running server for testers, without secrets. */
export function state(host: Host): Record<string, unknown> {
  return {
    now: new Date(host.clock.now()).toISOString(),
    ...host.counters,
    openSessions: host.dataSessions.count(),
    openAdminSessions: host.adminSessions.count(),
    activeFaults: host.faults.list(),
    databaseServer: host.world.server.running ? "RUNNING" : "STOPPED",
    clients: [...host.world.server.clients.values()].map(({ id, userName, messages }) => ({ id, userName, messages })),
    schedules: [...host.world.server.schedules.values()].map(({ id, definition, running, lastError }) => ({
      id,
      name: definition.name,
      running: running !== undefined,
      lastError,
    })),
    databases: host.world.databases.map(({ name, status, tables }) => ({
      name,
      status,
      records: Object.fromEntries([...tables.values()].map((table) => [table.name, table.records.size])),
    })),
  };
}

function withBody<Shape extends z.ZodType>(
  shape: Shape,
  body: Buffer,
  act: (value: z.output<Shape>) => void,
  host: Host,
): Reply {
  let input: unknown;
  try {
    input = body.length === 0 ? {} : JSON.parse(body.toString("utf8"));
  } catch {
    return refused(400, "not JSON");
  }
  const parsed = shape.safeParse(input);
  if (!parsed.success) return refused(400, z.prettifyError(parsed.error));
  try {
    act(parsed.data);
  } catch (error) {
    if (error instanceof WorldError || error instanceof SyntaxError) return refused(400, error.message);
    throw error;
  }
  return jsonReply(200, "0", state(host));
}

function refused(status: number, error: string): Reply {
  return jsonReply(status, "0", { error });
}

function missing(): Reply {
  return refused(404, "no such place");
}

function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}
