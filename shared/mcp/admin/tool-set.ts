import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";
import { type Confirm, confirmToken } from "../guards/confirmations.ts";
import type { CountedTool } from "../guards/counted-tool.ts";
import type { Cursors } from "../guards/cursors.ts";
import { digestOf } from "../guards/digest.ts";
import type { CountCall, ToolLimits } from "../guards/rates.ts";
import { plainText } from "../protocol/plain-text.ts";
import { problemsOf, withoutNulls } from "../protocol/schema.ts";
import { type ToolCall, type ToolOutcome, type ToolSet, ToolUnknown } from "../protocol/tool-set.ts";
import type { AdminTool, Arguments, ToolContext } from "./admin-tool.ts";
import { type ApiCalls, ApiRefused } from "./api-routes.ts";
import { adminTools, chosenTools, type ToolChoice } from "./catalogue.ts";
import { errorText } from "./error-texts.ts";
import { instructionsOf } from "./instructions.ts";
import { hintFor } from "./missing-tools.ts";

/** Result of a call, for the audit trail. */
export interface NotedCall {
  readonly tool: string;
  readonly argumentsDigest: string;
  readonly outcome: "done" | "refused" | "failed";
}

interface AdminToolSetDependencies {
  readonly version: string;
  readonly baseUrl: () => string;
  readonly prefix: string;
  readonly confirm: Confirm;
  readonly cursors: Cursors;
  readonly count: CountCall;
  readonly limits: ToolLimits;
  readonly clock: Pick<Clock, "now">;
  readonly log: Pick<Log, "info">;
  readonly ended: (tool: CountedTool) => void;
}

/** Caller of a request, and the tools it can use. */
interface AdminRequest {
  /** Name of the caller in the audit trail. */
  readonly caller: string;
  readonly choice: ToolChoice;
  /** Tools that a request can get by the settings and the caller's role. */
  readonly allowed: ToolChoice;
  readonly api: ApiCalls;
  readonly note: (call: NotedCall) => Promise<void>;
}

/** Creates the set of administrator tools for one request. */
export function adminToolSet(dependencies: AdminToolSetDependencies, request: AdminRequest): ToolSet {
  const { version, baseUrl, prefix, confirm, cursors, count, limits, clock, log, ended } = dependencies;
  const { caller, choice, allowed, api, note } = request;
  const chosen = chosenTools(choice);
  const consoleUrl = (path: string) => `${baseUrl()}/${prefix}${path}`;

  const perform = async (one: AdminTool, sent: Arguments, call: ToolCall): Promise<ToolOutcome> => {
    const { tool, uses, alsoUses, preview, link, run } = one;
    const given = withoutNulls(tool.inputSchema, sent);
    const problems = problemsOf(tool.inputSchema, given);
    if (problems.length > 0) return failure(`Invalid arguments. ${problems.join("; ")}.`);
    const wait = count(caller, limits.calls);
    if (wait !== undefined) return tooMany("calls per minute", limits.calls.max, wait);
    const question = { caller, tool: tool.name, given };
    const { cursor } = given;
    const position = typeof cursor === "string" ? await cursors.read(cursor, question) : undefined;
    if (typeof cursor === "string" && position === undefined)
      return failure("Invalid or expired cursor. Start without a cursor.");
    const context: ToolContext = {
      api: limitedTo([...uses, ...alsoUses], api),
      call,
      position,
      consoleUrl,
      cursor: (next) => cursors.write(next, question),
    };
    const linked = await link?.(given, context);
    if (linked !== undefined) return { kind: "page", ...linked };
    if (preview !== undefined) {
      const asked = await confirm({ caller, tool: tool.name, given, call, preview: () => preview(given, context) });
      if (asked !== undefined) return asked;
      const waitMore = count(`${caller}#destructive`, limits.destructive);
      if (waitMore !== undefined) return tooMany("such calls per hour", limits.destructive.max, waitMore);
    }
    return run(given, context);
  };

  return {
    name: "latchkey-admin",
    title: "Latchkey: FileMaker Server administration",
    version,
    instructions: instructionsOf(choice, allowed),
    list: async () => chosen.map(({ tool }) => tool),

    async call(name, given, call) {
      const one = adminTools.get(name);
      if (one === undefined || !chosen.includes(one)) throw new ToolUnknown(name, hintFor(name, choice, allowed));
      const { [confirmToken]: _, ...args } = given;
      const argumentsDigest = digestOf(args).slice(0, 16);
      const startedAt = clock.now();
      const noteEnd = async (outcome: NotedCall["outcome"]) => {
        const durationMs = clock.now() - startedAt;
        ended({ server: "admin-mcp", tool: name, how: outcome, durationMs });
        log.info({
          event: "mcp_tool",
          tool: name,
          caller,
          argumentsDigest,
          outcome,
          durationMs,
          requestId: call.requestId,
        });
        await note({ tool: name, argumentsDigest, outcome });
      };
      try {
        const outcome = await perform(one, given, call).catch((thrown: unknown) => refusal(thrown, args, api));
        await noteEnd("isError" in outcome && outcome.isError === true ? "refused" : "done");
        return outcome;
      } catch (thrown) {
        await noteEnd("failed");
        throw thrown;
      }
    },
  };
}

/** Returns the API with the declared operations of a tool: from these follows who is offered it. */
function limitedTo(uses: AdminTool["uses"], api: ApiCalls): ApiCalls {
  return {
    call(route, input) {
      if (!uses.includes(route)) throw new Error(`The tool doesn't declare that it uses ${route.method} ${route.path}`);
      return api.call(route, input);
    },
  };
}

/** Returns an error of the management API as text for the model. Other errors are thrown again. */
async function refusal(thrown: unknown, given: Arguments, api: ApiCalls): Promise<ToolOutcome> {
  if (!(thrown instanceof ApiRefused)) throw thrown;
  return failure(await errorText(thrown, given, api));
}

function tooMany(what: string, most: number, seconds: number): ToolOutcome {
  return failure(`This key has reached its limit of ${most} ${what}. Wait ${seconds} seconds, and tell the user.`);
}

function failure(text: string): ToolOutcome {
  return { kind: "text", isError: true, text: plainText(text) };
}
