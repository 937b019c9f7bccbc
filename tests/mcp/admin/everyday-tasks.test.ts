import type { Client as ModernClient } from "@modelcontextprotocol/client";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, expect } from "vitest";
import { aStore, storeAccount } from "../../backups/support/a-store.ts";
import { aFile, aReleaseSetup, fullAccess } from "../../builds/support/a-release-setup.ts";
import { changePassword } from "../../support/changed-password.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { newerClient, olderClient } from "../support/clients.ts";
import { ranked } from "../support/ranked-tools.ts";

/**
 * Ten tasks of an administrator, played as a model would: it knows names, titles and descriptions of the tools, the instructions and the
 * answers. It starts at the default address. Getting a group of tools that isn't loaded counts as a call; waiting for a process doesn't.
 */
const store = await aStore();
const server = await aReleaseSetup(
  testService,
  "production",
  [aFile("Contacts", { records: 1 }), aFile("Orders"), aFile("Archive")],
  true,
  {
    closeGraceSeconds: 0,
    world: {
      clients: [
        { userName: "Ada Moreno", computerName: "desk", files: [{ database: "Orders", account: "Admin" }] },
        { userName: "Ben Okafor", computerName: "iPad", files: [{ database: "Archive", account: "Admin" }] },
        { userName: "Cleo Ito", computerName: "mac", files: [{ database: "Archive", account: "Admin" }] },
      ],
      schedules: [{ name: "Daily", backupType: { resourceType: "ALL_DB" } }],
    },
  },
);
const { service } = server;
afterAll(async () => {
  await server.stop();
  await store.close();
});

type Answer = Readonly<Record<string, unknown>>;
type Given = Readonly<Record<string, unknown>>;

/** Step of a task: what the model wants, and its arguments from what it has read so far. */
interface Step {
  readonly wants: string;
  readonly tool: string;
  readonly given: (read: readonly Answer[]) => Given;
}
interface Task {
  readonly sentence: string;
  readonly prepare?: () => Promise<unknown>;
  readonly steps: readonly Step[];
  readonly done: (read: readonly Answer[]) => Promise<unknown> | unknown;
}

const post = async (path: string, json: object) => {
  const { status, body, text } = await server.post(path, json);
  expect(status, text).toBeLessThan(300);
  return body.response;
};
const fileState = async (name: string) => (await server.get(`databases/${name}`)).body.response.database.state;
const last = <T>(list: readonly T[]): T => list.at(-1) as T;

const tasks: readonly Task[] = [
  {
    sentence: "Create an API key for the web shop",
    steps: [
      {
        wants: "Create an API key for the web shop",
        tool: "create_api_key",
        given: () => ({ label: "Web shop", files: ["Contacts"] }),
      },
    ],
    done: ([{ url } = {}]) => {
      expect(url).toContain(`${service.baseUrl}/svc/keys?create=true`);
      expect(JSON.stringify(url)).not.toContain("dk_");
    },
  },
  {
    sentence: "Find out why the calls of the key Shop fail",
    async prepare() {
      await service.aKey({ label: "Shop", database: "Archive.fmp12", user: "Admin", pass: fullAccess.password });
      changePassword(service.sandbox, "Archive", "Admin", "another-pass");
    },
    steps: [
      { wants: "List the API keys", tool: "list_api_keys", given: () => ({}) },
      {
        wants: "Find out why the calls of an API key fail",
        tool: "test_api_key",
        given: ([{ keys } = {}]) => ({
          key: (keys as readonly { id: number; label: string }[]).find(({ label }) => label === "Shop")?.id,
        }),
      },
    ],
    done: (read) =>
      expect(last(read)).toMatchObject({
        files: [{ file: "Archive.fmp12", ok: false, reason: expect.stringContaining("wrong account or password") }],
        next: expect.stringContaining("in the console"),
      }),
  },
  {
    sentence: "Back up the files with the schedule Daily before you close Orders",
    steps: [
      {
        wants: "Back up the files: run the backup schedule Daily",
        tool: "run_schedule",
        given: () => ({ schedule: "Daily" }),
      },
      { wants: "Close the file Orders", tool: "close_file", given: () => ({ file: "Orders", message: "Back at ten" }) },
    ],
    done: () => expect.poll(() => fileState("Orders.fmp12")).toBe("closed"),
  },
  {
    sentence: "Put together a build, deploy the recipe Release, and undo it",
    steps: [
      { wants: "Put together a build of files", tool: "start_build", given: () => ({ files: ["Contacts"] }) },
      { wants: "List the deployment recipes", tool: "list_recipes", given: () => ({}) },
      {
        wants: "Start the deployment of the recipe",
        tool: "start_deployment",
        given: ([, { recipes } = {}]) => ({ recipe: (recipes as readonly { id: number }[])[0]?.id }),
      },
      {
        wants: "Undo the deployment",
        tool: "start_deployment",
        given: (read) => ({ undo: (last(read).deployment_ids as readonly number[])[0] }),
      },
    ],
    done: (read) => expect(last(read)).toMatchObject({ done: true, deployment_ids: [expect.any(Number)] }),
  },
  {
    sentence: "Show the errors of last night",
    steps: [
      {
        wants: "Show the errors of last night in all logs",
        tool: "read_log",
        given: () => {
          const now = service.clock.now();
          return { since: new Date(now - 12 * 3_600_000).toISOString(), until: new Date(now + 60_000).toISOString() };
        },
      },
    ],
    done: (read) => expect(last(read)).toMatchObject({ lines: expect.any(Array), searched_all: true }),
  },
  {
    sentence: "Restore Contacts from the last offsite backup under another name",
    async prepare() {
      const account = { access_key_id: storeAccount.accessKeyId, secret_access_key: storeAccount.secretAccessKey };
      await post("settings/offsite/remotes", { remote_name: "Store", endpoint: store.endpoint, ...account });
      const place = { remote_name: "store", bucket_name: "fm-backups", remote_path: "production" };
      await post("settings/offsite/schedules", { name: "Nightly", ...place });
      const { processId } = await post("settings/offsite/schedules/Nightly/run", {});
      await server.ended(processId);
    },
    steps: [
      {
        wants: "Check if the offsite backups are on time and find the last one",
        tool: "get_offsite_status",
        given: () => ({}),
      },
      {
        wants: "Restore the file from the backup under another name",
        tool: "restore_backup",
        given: ([{ schedules } = {}]) => {
          const [found] = schedules as readonly { schedule: string; last_run: { backup: string } }[];
          return {
            schedule: found?.schedule,
            backup: found?.last_run.backup,
            file: "Contacts",
            as: `Contacts ${service.clock.now()}`,
          };
        },
      },
    ],
    done: (read) => expect(last(read)).toMatchObject({ done: true, deployment: expect.any(Number) }),
  },
  {
    sentence: "See who is connected and disconnect Ben",
    steps: [
      { wants: "See which clients are connected", tool: "list_connected_clients", given: () => ({}) },
      {
        wants: "Disconnect the client",
        tool: "disconnect_client",
        given: ([{ clients } = {}]) => ({ client: (clients as readonly { id: string }[]).at(-1)?.id }),
      },
    ],
    done: (read) => expect(last(read)).toMatchObject({ done: true }),
  },
  {
    sentence: "Create a webhook for Contacts and get its address",
    steps: [
      {
        wants: "Create a webhook for a file and get its address",
        tool: "register_webhook",
        given: () => ({ file: "Contacts", channel: `orders-${service.clock.now()}`, label: "Orders" }),
      },
    ],
    done: (read) => expect(last(read)).toMatchObject({ path: expect.stringContaining("?apiKey=<key>") }),
  },
  {
    sentence: "Create an MCP server for Contacts with three tools",
    prepare: () =>
      service.aKey({ database: "Contacts.fmp12", isOData: true, user: "Admin", pass: fullAccess.password }),
    steps: [
      {
        wants: "Create an MCP server for a file, with three tools",
        tool: "create_mcp_server",
        given: () => {
          const tool = { description: "Returns what was stored before.", script: "Before", active: true };
          const tools = [
            { name: "One", ...tool },
            { name: "Two", ...tool },
            { name: "Lost", ...tool, script: "Befor" },
          ];
          return { file: "Contacts", slug: `sales-${service.clock.now()}`, name: "Sales", tools };
        },
      },
    ],
    done: (read) =>
      expect(last(read)).toMatchObject({
        url: expect.stringContaining("/svc/mcp/sales-"),
        tools: [{ called: "one" }, { called: "two" }, { called: "lost" }],
        warning: expect.stringContaining('Nearest: "Before"'),
      }),
  },
  {
    sentence: "Check disk space, certificates and the license",
    steps: [{ wants: "Check disk space, certificates and the license", tool: "get_server_stats", given: () => ({}) }],
    done: (read) =>
      expect(last(read)).toMatchObject({
        disks: expect.arrayContaining([expect.objectContaining({ free_percent: expect.any(Number) })]),
        checks: expect.arrayContaining([expect.objectContaining({ check: "certificate_valid" })]),
        license: { kind: "users", forecast: expect.stringMatching(/^(?:runs_out|lasts|no_limit|unknown)$/) },
      }),
  },
];

/** Model with one of the public clients: the older one repeats a confirmed call with a token, the newer one shows a form. */
async function aModel(kind: "older" | "newer") {
  const key = await service.anAdminKey();
  const groups: string[] = [];
  const counted = { calls: 0, confirmations: 0, bytes: 0 };
  let client: Client | ModernClient;
  let tools: readonly { name: string; title?: string | undefined; description?: string | undefined }[] = [];
  let others: readonly { name: string; text: string }[] = [];

  const connect = async () => {
    const query = groups.length === 0 ? "" : `?toolsets=server,files,processes,logs,deployments,${groups.join(",")}`;
    const url = `${service.baseUrl}/svc/admin-mcp${query}`;
    client = kind === "older" ? await olderClient(url, key) : await newerClient(url, key, "modern", () => true);
    ({ tools } = await client.listTools());
    const [, listed = ""] = /Not loaded: (.*?)\. If a task/.exec(client.getInstructions() ?? "") ?? [];
    others = listed.split("; ").flatMap((one) => {
      const [, name, text] = /^(\w+) \((.*)\)$/.exec(one) ?? [];
      return name === undefined || text === undefined ? [] : [{ name: `group ${name}`, text }];
    });
  };
  await connect();

  const choose = async (wants: string): Promise<string> => {
    const texts = tools.map(({ name, title = "", description = "" }) => ({ name, text: `${title} ${description}` }));
    const [best] = ranked(wants, [...texts, ...others]);
    const [, group] = /^group (\w+)$/.exec(best?.name ?? "") ?? [];
    if (group === undefined) return best?.name ?? "";
    groups.push(group);
    counted.calls += 1;
    await client.close();
    await connect();
    return choose(wants);
  };

  const call = async (name: string, given: Given): Promise<Answer> => {
    const answer = await client.callTool({ name, arguments: given });
    counted.calls += 1;
    counted.bytes += Buffer.byteLength(JSON.stringify(answer));
    expect(answer.isError ?? false, JSON.stringify(answer.content)).toBe(false);
    const content = answer.structuredContent as Answer;
    if (content.confirm_token === undefined) return content;
    expect(content).toMatchObject({ done: false, will_do: expect.any(String) });
    counted.confirmations += 1;
    return call(name, { ...given, confirm_token: content.confirm_token });
  };

  return { choose, call, counted, close: () => client.close() };
}

for (const kind of ["newer", "older"] as const) {
  for (const { sentence, prepare, steps, done } of tasks) {
    verifies("mcp:admin:everyday", `${sentence} (${kind} client)`, async () => {
      if (kind === "newer") await prepare?.();
      await service.admin("POST", "/svc/api/fm-file/open", { files: ["Orders"] });
      await aRecipe();
      const model = await aModel(kind);
      const read: Answer[] = [];
      for (const { wants, tool, given } of steps) {
        expect(await model.choose(wants), wants).toBe(tool);
        read.push(await model.call(tool, given(read)));
        await ended(last(read));
      }
      await done(read);
      await model.close();
      const { calls, confirmations, bytes } = model.counted;
      // A client without forms sends a confirmed call a second time, with the token.
      expect(calls - confirmations).toBeLessThanOrEqual(4);
      expect(bytes).toBeLessThanOrEqual(10_000);
    });
  }
}

async function aRecipe() {
  if ((await server.get("deployment/recipes")).body.response.recipes.length > 0) return;
  const request = {
    label: "",
    deployments: [
      {
        source: { type: "local", fileNames: ["Contacts"] },
        fileOperations: [{ operation: "replace", source: { fileName: "Contacts" }, target: { fileName: "Contacts" } }],
      },
    ],
  };
  await post("deployment/recipes", { name: "Release", request });
}

/** Waits for the processes of an answer. */
async function ended({ process_id: one, process_ids: several }: Answer): Promise<void> {
  const ids = [...(typeof one === "number" ? [one] : []), ...((several as readonly number[] | undefined) ?? [])];
  for (const id of ids) await server.ended(id);
}
