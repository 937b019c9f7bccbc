import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";

/** File, and the account that opens it. */
const ScriptFile = z.object({
  name: DatabaseName.describe("The file that has the script. It has to be open."),
  user: z.string().min(1).max(255).describe("An account of the file. It needs no extended privilege."),
  password: z.string().max(1024).describe("The account's password."),
});

/** Script, and its parameters. */
const ScriptCall = z.object({
  name: z.string().min(1).max(255).describe("The script's name."),
  param: z.string().max(10_000).optional().describe("The script's parameter."),
  timeout: z
    .int()
    .min(0)
    .max(10_080)
    .optional()
    .describe("After how many minutes the script is ended; 0 for no limit. Default 30."),
});

/** Parts of FileMaker Server that can be started and stopped. */
export const ServerService = z
  .enum(["wpe", "fmse", "adminserver", "httpserver", "fmsib", "xdbc", "server", "fmdapi", "odata"])
  .describe(
    "`wpe` web publishing, `fmse` script engine, `adminserver` Admin Server, `httpserver` web server, `fmsib` progressive " +
      "backup, `xdbc` ODBC and JDBC, `server` Database Server, `fmdapi` Data API, `odata` OData.",
  );
export type ServerService = z.infer<typeof ServerService>;

export const server = resource({
  runScriptViaSchedule: {
    method: "POST",
    path: "/svc/api/script/run-via-schedule",
    summary: "Run a script on FileMaker Server by a temporary schedule",
    description:
      "Makes a schedule, runs it, waits for its end and deletes it, whatever becomes of the script. Answers after the script's " +
      "end; on AWS after 25 seconds at the latest, with `isRunning`: the process tells the rest.",
    access: "admin",
    input: z.object({
      file: ScriptFile.describe("Where the script is, and who runs it."),
      script: ScriptCall.describe("What to run."),
    }),
    output: z.object({
      scriptStarted: z.boolean().describe("Whether FileMaker Server has begun the schedule."),
      lastError: z
        .int()
        .min(-1)
        .max(20_000)
        .describe("FileMaker's error number of the run. -1: not known, or not yet."),
      ok: z.boolean().describe("Whether the script has ended without an error."),
      isRunning: z.boolean().describe("Whether it was still running when this was answered."),
      processId: Id.describe("The process to follow it by."),
    }),
    changes: ({ file }: { readonly file: { readonly name: string } }) => `file:${file.name.toLowerCase()}`,
    errors: ["database_not_found", "database_state_forbids", "upstream_unreachable", "admin_role_refused"],
    example: {
      input: {
        file: { name: "Contacts.fmp12", user: "Admin", password: "full-access-pass" },
        script: { name: "Echo", param: "monday", timeout: 5 },
      },
      output: { scriptStarted: true, lastError: 0, ok: true, isRunning: false, processId: 42 },
    },
  },
  listServerProcesses: {
    method: "GET",
    path: "/svc/api/fms-process",
    summary: "Say which parts of FileMaker Server run",
    description: "Asks the Admin API, and looks for the web server itself. Works while the Database Server is stopped.",
    access: "admin",
    input: z.object({}),
    output: z.object({
      services: z
        .array(
          z.object({
            service: ServerService,
            state: z
              .enum(["running", "stopped", "absent", "unknown"])
              .describe(
                "`absent`: this server has no such part. `unknown`: it cannot be seen from outside, or did not answer.",
              ),
          }),
        )
        .describe("Every part."),
    }),
    errors: ["upstream_unreachable", "admin_role_refused"],
    example: {
      output: {
        services: [
          { service: "fmdapi", state: "running" },
          { service: "xdbc", state: "stopped" },
          { service: "fmse", state: "unknown" },
        ],
      },
    },
  },
  changeServerProcess: {
    method: "POST",
    path: "/svc/api/fms-process",
    summary: "Start, stop or restart a part of FileMaker Server",
    description:
      "`server`, `wpe`, `xdbc`, `fmdapi` and `odata` are switched by the Admin API, the others by fmsadmin on the database host. " +
      "Works while the Database Server is stopped. Stopping it closes all files and disconnects all clients at once.",
    access: "admin",
    input: z.object({
      command: z.enum(["start", "stop", "restart"]).describe("What to do."),
      service: ServerService,
    }),
    output: z.object({
      ok: z.boolean().describe("Whether the part is as it was asked to be."),
      state: z
        .enum(["running", "stopped", "unknown"])
        .describe("How the part was found in the end. `unknown`: it cannot be seen from outside, or did not answer."),
      text: z.string().describe("What became of it, for people."),
      isRunning: z.boolean().describe("Whether the work was still under way when this was answered."),
      processId: Id.describe("The process to follow it by."),
    }),
    changes: ({ service }: { readonly service: string }) => `server-process:${service}`,
    errors: [
      "service_not_here",
      "account_needed",
      "agent_unavailable",
      "agent_timeout",
      "agent_refused",
      "upstream_unreachable",
      "admin_role_refused",
    ],
    example: {
      input: { command: "restart", service: "fmdapi" },
      output: { ok: true, state: "running", text: "The Data API runs.", isRunning: false, processId: 43 },
    },
  },
});
