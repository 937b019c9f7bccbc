import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";

/** File, and the account that opens it. */
const ScriptFile = z.object({
  name: DatabaseName.describe("The file with the script. It must be open."),
  user: z.string().min(1).max(255).describe("An account of the file. It needs no extended privilege."),
  password: z.string().max(1024).describe("The account's password."),
});

/** Script, and its parameters. */
const ScriptCall = z.object({
  name: z.string().min(1).max(255).describe("Name of the script."),
  param: z.string().max(10_000).optional().describe("Parameter of the script."),
  timeout: z
    .int()
    .min(0)
    .max(10_080)
    .optional()
    .describe("Time limit of the script in minutes; 0 means no limit. Default: 30."),
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
    summary: "Run a script on FileMaker Server through a temporary schedule",
    description:
      "Creates a schedule, runs it, waits until it has finished, and deletes it even if the script fails. Responds when the script has " +
      "finished; on AWS after at most 25 seconds, with `isRunning`: follow the process for the result.",
    access: "admin",
    input: z.object({
      file: ScriptFile.describe("The file, and the account that runs the script."),
      script: ScriptCall.describe("The script and its parameter."),
    }),
    output: z.object({
      scriptStarted: z.boolean().describe("True if FileMaker Server started the schedule."),
      lastError: z
        .int()
        .min(-1)
        .max(20_000)
        .describe("FileMaker's error number of the run; -1 if unknown or still running."),
      ok: z.boolean().describe("True if the script finished without an error."),
      isRunning: z.boolean().describe("True if the script was still running at the time of the response."),
      processId: Id.describe("Id of the process."),
    }),
    changes: ({ file }: { readonly file: { readonly name: string } }) => `file:${file.name.toLowerCase()}`,
    errors: [
      "database_not_found",
      "database_state_forbids",
      "upstream_unreachable",
      "certificate_refused",
      "admin_role_refused",
    ],
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
    summary: "Get the state of FileMaker Server's components",
    description: "Asks the Admin API and checks the web server directly. Works while the Database Server is stopped.",
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
                "`absent`: this server doesn't have the component. `unknown`: the state can't be checked remotely, or the component did not respond.",
              ),
          }),
        )
        .describe("All components."),
    }),
    errors: ["upstream_unreachable", "certificate_refused", "admin_role_refused"],
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
    summary: "Start, stop or restart a component of FileMaker Server",
    description:
      "The Admin API controls `server`, `wpe`, `xdbc`, `fmdapi` and `odata`, and fmsadmin on the database host controls the others. " +
      "Works while the Database Server is stopped. Stopping it closes all files and disconnects all clients at once.",
    access: "admin",
    input: z.object({
      command: z.enum(["start", "stop", "restart"]).describe("The action."),
      service: ServerService,
    }),
    output: z.object({
      ok: z.boolean().describe("True if the component reached the requested state."),
      state: z
        .enum(["running", "stopped", "unknown"])
        .describe(
          "Final state of the component. `unknown`: the state can't be checked remotely, or the component did not respond.",
        ),
      text: z.string().describe("The result in words."),
      isRunning: z.boolean().describe("True if the change was still running at the time of the response."),
      processId: Id.describe("Id of the process."),
    }),
    changes: ({ service }: { readonly service: string }) => `server-process:${service}`,
    errors: [
      "service_not_here",
      "account_needed",
      "agent_unavailable",
      "agent_timeout",
      "agent_refused",
      "upstream_unreachable",
      "certificate_refused",
      "admin_role_refused",
    ],
    example: {
      input: { command: "restart", service: "fmdapi" },
      output: { ok: true, state: "running", text: "The Data API is running.", isRunning: false, processId: 43 },
    },
  },
});
