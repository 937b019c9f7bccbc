import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { hostedPath } from "../disk/hosted-file.ts";
import { runCommand } from "../fmsadmin/run-command.ts";
import { signInAdministrator } from "../fmsadmin/sign-in.ts";
import type { Host } from "../host.ts";
import { readBody } from "../http/read-body.ts";

/** Handles requests of command-line tools on this machine: faults, open files, and all commands of fmsadmin. */
export function toolEndpoint(host: Host): (message: IncomingMessage, response: ServerResponse) => void {
  return (message, response) => {
    void answer(host, message, response).catch((error: unknown) => {
      if (message.destroyed && !message.complete) return;
      // Bugs of the sandbox must be visible.
      process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
      response.destroy();
    });
  };
}

async function answer(host: Host, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort("gone"));
  const body = await readBody(message);
  host.clock.tick();
  if (!isAuthorized(host, message)) {
    response.writeHead(403).end();
    return;
  }
  const toolRequest = JSON.parse(body.toString("utf8") || "{}") as ToolRequest;
  switch (message.url) {
    case "/begin":
      return json(response, await begin(host, toolRequest, gone.signal));
    case "/open-files":
      return json(response, { paths: openFiles(host) });
    case "/sign-in":
      return json(response, {
        code: signInAdministrator(host, toolRequest.user ?? "", toolRequest.password ?? "").code,
      });
    case "/run":
      return runCommand(host, toolRequest, response, gone.signal);
    case "/hang":
      // Stays open until the tool or the sandbox ends.
      return;
    default:
      response.writeHead(404).end();
  }
}

/** Fields of all requests of tools. */
export interface ToolRequest {
  readonly tool?: string;
  readonly words?: string;
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly user?: string;
  readonly password?: string;
  readonly command?: string;
  readonly operands?: readonly string[];
  readonly options?: Readonly<Record<string, string | true>>;
}

/** Maximum number of tool starts to keep. */
const MOST_TOOL_STARTS = 500;

function isAuthorized({ toolSecret }: Host, { headers }: IncomingMessage): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${toolSecret}`));
}

/** Returns the fault of this run after its delay. */
async function begin(
  host: Host,
  { tool = "", words = "", arguments: given = [], environment = {} }: ToolRequest,
  gone: AbortSignal,
): Promise<Record<string, unknown>> {
  host.counters.byTool[tool] = (host.counters.byTool[tool] ?? 0) + 1;
  host.toolStarts.push({ tool, arguments: given, environment });
  if (host.toolStarts.length > MOST_TOOL_STARTS) host.toolStarts.shift();
  const fault = host.faults.use("tool", { method: "RUN", path: `/${tool}/${words}` });
  const { fmsadminAccount: account } = host.world.definition.server;
  if (fault === undefined) return { account };
  await host.clock.wait(fault.milliseconds, gone);
  const { hang, ignoreTerm, printBytes, exitCode, migration } = fault;
  return { account, hang, ignoreTerm, printBytes, migration, ...(exitCode === undefined ? {} : { exitCode }) };
}

/** Returns the paths of files that the server has open, which no other process can use. */
function openFiles(host: Host): readonly string[] {
  return host.world.databases
    .filter(({ status }) => status !== "CLOSED")
    .flatMap((database) => hostedPath(host, database) ?? []);
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
}
