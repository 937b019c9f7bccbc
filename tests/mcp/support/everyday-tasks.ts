import type { Client as ModernClient } from "@modelcontextprotocol/client";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { expect } from "vitest";
import { newerClient, olderClient } from "./clients.ts";
import { ranked } from "./ranked-tools.ts";

export type Answer = Readonly<Record<string, unknown>>;
type Given = Readonly<Record<string, unknown>>;

/** Step of a task: what the model wants, and its arguments from what it has read so far. */
interface Step {
  readonly wants: string;
  readonly tool: string;
  readonly given: (read: readonly Answer[]) => Given;
}
export interface Task {
  readonly sentence: string;
  readonly prepare?: () => Promise<unknown>;
  readonly steps: readonly Step[];
  readonly done: (read: readonly Answer[]) => Promise<unknown> | unknown;
}

/** Service on which the tasks are done. */
export interface Around {
  readonly baseUrl: string;
  readonly now: () => number;
  /** Calls an operation of the API that must succeed. */
  readonly post: (path: string, json: object) => Promise<unknown>;
  readonly fileState: (name: string) => Promise<unknown>;
  /** Creates a key Shop whose calls fail. */
  readonly makeShopFail: () => Promise<unknown>;
  readonly reasonOfShop: RegExp;
  /** Makes an offsite backup with the schedule Nightly. */
  readonly makeBackup: () => Promise<unknown>;
  /** Creates a key that can read the scripts of Contacts. */
  readonly makeKeyOfContacts: () => Promise<unknown>;
  /** Name of a script in Contacts. */
  readonly script: string;
  /** Resolves when a process has ended. */
  readonly ended: (processId: number) => Promise<unknown>;
}

const last = <T>(list: readonly T[]): T => list.at(-1) as T;

/** Returns the ten tasks, for a service with the files Contacts, Orders and Archive, two connected clients and the schedule Daily. */
export function everydayTasks(around: Around): readonly Task[] {
  const { baseUrl, now } = around;
  return [
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
        expect(url).toContain(`${baseUrl}/svc/keys?create=true`);
        expect(JSON.stringify(url)).not.toContain("dk_");
      },
    },
    {
      sentence: "Find out why the calls of the key Shop fail",
      prepare: around.makeShopFail,
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
          files: [{ file: "Archive.fmp12", ok: false, reason: expect.stringMatching(around.reasonOfShop) }],
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
        {
          wants: "Close the file Orders",
          tool: "close_file",
          given: () => ({ file: "Orders", message: "Back at ten" }),
        },
      ],
      done: () => expect.poll(() => around.fileState("Orders"), { timeout: 30_000 }).toBe("closed"),
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
            const at = now();
            return { since: new Date(at - 12 * 3_600_000).toISOString(), until: new Date(at + 60_000).toISOString() };
          },
        },
      ],
      done: (read) => expect(last(read)).toMatchObject({ lines: expect.any(Array), searched_all: true }),
    },
    {
      sentence: "Restore Contacts from the last offsite backup under another name",
      prepare: around.makeBackup,
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
              as: `Contacts ${now()}`,
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
          given: () => ({ file: "Contacts", channel: `orders-${now()}`, label: "Orders" }),
        },
      ],
      done: (read) => expect(last(read)).toMatchObject({ path: expect.stringContaining("?apiKey=<key>") }),
    },
    {
      sentence: "Create an MCP server for Contacts with three tools",
      prepare: around.makeKeyOfContacts,
      steps: [
        {
          wants: "Create an MCP server for a file, with three tools",
          tool: "create_mcp_server",
          given: () => {
            const tool = { description: "Returns what was stored before.", script: around.script, active: true };
            const tools = [
              { name: "One", ...tool },
              { name: "Two", ...tool },
              { name: "Lost", ...tool, script: around.script.slice(0, -1) },
            ];
            return { file: "Contacts", slug: `sales-${now()}`, name: "Sales", tools };
          },
        },
      ],
      done: (read) =>
        expect(last(read)).toMatchObject({
          url: expect.stringContaining("/svc/mcp/sales-"),
          tools: [{ called: "one" }, { called: "two" }, { called: "lost" }],
          warning: expect.stringContaining(`Nearest: "${around.script}"`),
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
}

/** Model with one of the public clients: the older one repeats a confirmed call with a token, the newer one shows a form. */
export async function aModel(
  kind: "older" | "newer",
  { baseUrl, key }: { readonly baseUrl: string; readonly key: string },
) {
  const groups: string[] = [];
  const counted = { calls: 0, confirmations: 0, bytes: 0 };
  let client: Client | ModernClient;
  let tools: readonly { name: string; title?: string | undefined; description?: string | undefined }[] = [];
  let others: readonly { name: string; text: string }[] = [];

  const connect = async () => {
    const query = groups.length === 0 ? "" : `?toolsets=server,files,processes,logs,deployments,${groups.join(",")}`;
    const url = `${baseUrl}/svc/admin-mcp${query}`;
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

/** Does a task as a model would, within four calls and 10,000 bytes. */
export async function doTask(
  { steps, done }: Task,
  kind: "older" | "newer",
  around: Around,
  key: string,
): Promise<void> {
  await around.post("fm-file/open", { files: ["Orders"] });
  const model = await aModel(kind, { baseUrl: around.baseUrl, key });
  const read: Answer[] = [];
  for (const { wants, tool, given } of steps) {
    expect(await model.choose(wants), wants).toBe(tool);
    read.push(await model.call(tool, given(read)));
    for (const id of processesIn(last(read))) await around.ended(id);
  }
  await done(read);
  await model.close();
  const { calls, confirmations, bytes } = model.counted;
  // A client without forms sends a confirmed call a second time, with the token.
  expect(calls - confirmations).toBeLessThanOrEqual(4);
  expect(bytes).toBeLessThanOrEqual(10_000);
}

function processesIn({ process_id: one, process_ids: several }: Answer): readonly number[] {
  return [...(typeof one === "number" ? [one] : []), ...((several as readonly number[] | undefined) ?? [])];
}

/** Stores the recipe Release, if it isn't there. */
export async function aRecipe({ post }: Pick<Around, "post">): Promise<void> {
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
