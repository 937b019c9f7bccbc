import { expect } from "vitest";
import type { Arguments } from "#shared/mcp/admin/admin-tool.ts";
import { storeAccount } from "../../backups/support/a-store.ts";
import { fullAccess, type ReleaseSetup } from "../../builds/support/a-release-setup.ts";

/** Test case of a tool: its arguments and its expected result. */
export interface ToolCase {
  readonly given: () => Promise<Arguments> | Arguments;
  readonly result: object;
}

interface Around {
  readonly server: ReleaseSetup;
  readonly storeEndpoint: string;
  /** Server that builds are requested from, and that makes none. */
  readonly sourceAddress: string;
  /** Runs `start`, and keeps its request unanswered until the test is over. */
  readonly hold: <T>(start: () => Promise<T>) => Promise<T>;
}

const keyOfSource = "key-of-the-source";

/** Passwords and keys that the service stores for the tools. */
export const plantedSecrets = [keyOfSource, fullAccess.password, storeAccount.secretAccessKey, "admin-pass"];

const started = { done: true, process_id: expect.any(Number) };
const done = { done: true };

/** Returns a call of each tool of the endpoint for administrators, each with its preconditions. */
export function everyTool({ server, storeEndpoint, sourceAddress, hold }: Around): Readonly<Record<string, ToolCase>> {
  const { service } = server;

  const made = async (path: string, json: object) => {
    const { status, body, text } = await server.post(path, json);
    expect(status, text).toBeLessThan(300);
    return body.response;
  };
  const client = async () => ({ client: (await server.get("clients")).body.response.clients[0].id });
  const aWebhook = async () => {
    const { id } = await made("webhooks", {
      filename: "Contacts",
      channel: `orders-${Math.random()}`,
      label: "Orders",
    });
    return { webhook: id };
  };
  const aKey = async () => {
    await service.aKey({ database: "Contacts.fmp12", ...keyAccount, isOData: true });
    return (await server.get("api-key")).body.response["api-keys"].at(-1).id as number;
  };
  const aBuild = async () => {
    const { ottofmsId, processId } = await made("build", { files: [{ fileName: "Contacts", ...fullAccess }] });
    await server.ended(processId);
    return { build: ottofmsId };
  };
  const aRecipe = async () => {
    const account = { fileName: "Contacts", ...fullAccess };
    const part = {
      source: { type: "servicejit", serverUrl: sourceAddress, auth: { type: "apiKey", apiKey: keyOfSource } },
      fileOperations: [{ operation: "migrate", clone: account, dataSource: account, target: { fileName: "Contacts" } }],
    };
    const request = { label: "", deployments: [part] };
    return (await made("deployment/recipes", { name: "Release", request })).recipe.id as number;
  };
  const aRun = async () => made(`deployment/recipes/${await aRecipe()}/run`, {});
  const aDeployment = async () => {
    const run = await aRun();
    for (const id of run.processIds) await server.ended(id);
    return run;
  };
  const anOffsiteSchedule = async () => {
    if ((await server.get("settings/offsite/schedules")).body.response.schedules.length === 0) {
      const account = { access_key_id: storeAccount.accessKeyId, secret_access_key: storeAccount.secretAccessKey };
      await made("settings/offsite/remotes", { remote_name: "Store", endpoint: storeEndpoint, ...account });
      const place = { remote_name: "store", bucket_name: "fm-backups", remote_path: "production" };
      await made("settings/offsite/schedules", { name: "Nightly", ...place });
    }
    return { schedule: "Nightly" };
  };
  const aBackup = async () => {
    const { schedule } = await anOffsiteSchedule();
    const path = `settings/offsite/schedules/${schedule}/runs`;
    const latest = async () => (await server.get(path)).body.response.runs[0];
    if ((await latest())?.state !== "done") {
      const { processId } = await made(`settings/offsite/schedules/${schedule}/run`, {});
      await server.ended(processId);
    }
    return { schedule, backup: (await latest()).backup as string };
  };
  const anMcpTool = async () => {
    if ((await server.get("mcp-servers")).body.response.servers.length === 0)
      await made("mcp-servers", { name: "Sales", slug: "sales", filename: "Contacts" });
    const name = `Before ${Math.random()}`;
    const { id } = await made("mcp-servers/sales/tools", { name, script_name: "Before", input_schema: {} });
    return { server: "sales", tool: id };
  };

  return {
    get_server_info: { given: () => ({}), result: { server: expect.any(Object) } },
    get_server_stats: { given: () => ({}), result: { files: { normal: 4 }, clients: expect.any(Object) } },
    list_connected_clients: { given: () => ({}), result: { total: 2, clients: expect.any(Array) } },
    send_client_message: { given: async () => ({ ...(await client()), message: "Back soon" }), result: done },
    disconnect_client: { given: client, result: done },

    list_files: { given: () => ({ limit: 1 }), result: { total: 4, next_cursor: expect.any(String) } },
    get_file: { given: () => ({ file: "Contacts" }), result: { file: { filename: "Contacts.fmp12" } } },
    create_download_link: {
      given: () => ({ file: "Orders" }),
      result: { url: expect.stringMatching(/^https?:/), process_id: expect.any(Number) },
    },
    open_file: { given: () => ({ file: "Orders" }), result: { files: expect.any(Array) } },
    set_file_note: { given: () => ({ file: "Orders", text: "Of the shop" }), result: { done: true, version: 1 } },
    close_file: { given: () => ({ file: "Archive", message: "Back soon" }), result: done },

    list_processes: { given: () => ({ state: "final" }), result: { processes: expect.any(Array) } },
    get_process: {
      given: async () => ({ process_id: (await aDeployment()).processIds[0], log_lines: 5 }),
      result: { process: { kind: expect.any(String) } },
    },
    cancel_process: {
      given: async () => ({ process_id: (await hold(aRun)).processIds[0] }),
      result: { done: true, process: { process_id: expect.any(Number) } },
    },

    list_logs: { given: () => ({}), result: { logs: expect.any(Array) } },
    read_log: { given: () => ({ log: "Event.log", tail: 3 }), result: { lines: expect.any(Array) } },
    clear_log: { given: () => ({ log: "Event.log" }), result: { done: true, cleared_bytes: expect.any(Number) } },

    list_builds: { given: () => ({}), result: { builds: expect.any(Array) } },
    get_build: { given: aBuild, result: { build: { state: "completed" }, log: expect.any(Array) } },
    start_build: {
      given: () => ({ files: ["Contacts"], clones: false }),
      result: { done: true, build: expect.any(Number), process_id: expect.any(Number) },
    },
    list_deployments: { given: () => ({}), result: { deployments: expect.any(Array) } },
    get_deployment: {
      given: async () => ({ deployment: (await aDeployment()).subDeploymentIds[0] }),
      result: { deployment: { id: expect.any(Number) } },
    },
    list_recipes: {
      given: async () => {
        await aRecipe();
        return { limit: 1 };
      },
      result: { recipes: [{ name: "Release", files: ["Contacts.fmp12"] }] },
    },
    start_deployment: {
      given: async () => ({ recipe: await aRecipe() }),
      result: { done: true, process_ids: [expect.any(Number)], deployment_ids: [expect.any(Number)] },
    },
    abort_deployment: {
      given: async () => {
        await hold(aRun);
        return {};
      },
      result: done,
    },

    list_file_operations: {
      given: () => ({}),
      result: {
        operations: expect.arrayContaining([
          expect.objectContaining({ operation: "encrypt", tool: "run_file_operation", needs: expect.any(String) }),
        ]),
      },
    },
    run_file_operation: { given: () => ({ file: "Spare", operation: "enable_kiosk" }), result: started },
    check_file: { given: () => ({ file: "Spare" }), result: started },
    recover_file: { given: () => ({ file: "Spare" }), result: started },

    list_schedules: { given: () => ({}), result: { schedules: expect.any(Array) } },
    get_offsite_status: {
      given: async () => {
        await anOffsiteSchedule();
        return {};
      },
      result: { schedules: [{ schedule: "Nightly" }] },
    },
    start_backup: { given: anOffsiteSchedule, result: started },
    get_backup: { given: aBackup, result: { complete: true, files: expect.any(Array) } },
    restore_backup: {
      given: async () => ({ ...(await aBackup()), file: "Contacts", as: "Contacts of yesterday" }),
      result: { done: true, process_id: expect.any(Number), deployment: expect.any(Number) },
    },
    list_backups: { given: anOffsiteSchedule, result: { backups: expect.any(Array) } },
    run_schedule: { given: () => ({ schedule: "filemaker:1" }), result: done },

    list_webhooks: {
      given: async () => {
        await aWebhook();
        return {};
      },
      result: { webhooks: [{ file: "Contacts.fmp12" }] },
    },
    get_webhook: { given: aWebhook, result: { webhook: { database: "Contacts.fmp12" } } },
    register_webhook: {
      given: () => ({ file: "Contacts", channel: "by-a-model", label: "Orders" }),
      result: { done: true, webhook: expect.any(Number), path: "/svc/receiver/Contacts.fmp12/by-a-model?apiKey=<key>" },
    },
    delete_webhook: { given: aWebhook, result: done },

    list_api_keys: {
      given: async () => {
        await aKey();
        return {};
      },
      result: { keys: expect.arrayContaining([expect.objectContaining({ files: ["Contacts.fmp12"] })]) },
    },
    create_api_key: {
      given: () => ({ label: "Shop", files: ["contacts"] }),
      result: { url: expect.stringContaining(encodeURIComponent('["Contacts.fmp12"]')) },
    },
    test_api_key: {
      given: async () => ({ key: await aKey() }),
      result: { done: true, files: [{ file: "Contacts.fmp12", ok: true }] },
    },
    delete_api_key: { given: async () => ({ key: await aKey() }), result: done },

    list_mcp_servers: {
      given: async () => {
        await anMcpTool();
        return {};
      },
      result: { servers: [{ server: "sales", file: "Contacts.fmp12" }] },
    },
    get_mcp_server: {
      given: async () => ({ server: (await anMcpTool()).server }),
      result: { server: { slug: "sales" }, tools: expect.any(Array) },
    },
    list_scripts: {
      given: async () => ({ file: "Contacts", key: await aKey() }),
      result: { scripts: [{ name: "Before" }] },
    },
    create_mcp_server: {
      given: async () => {
        await aKey();
        const tool = { description: "Finds customers by a part of their name.", script: "Before", active: true };
        return { file: "contacts", slug: "by-a-model", name: "By a model", tools: [{ name: "Find", ...tool }] };
      },
      result: { done: true, server: "by-a-model", tools: [{ called: "find", active: true }] },
    },
    create_mcp_tool: {
      given: async () => ({
        server: (await anMcpTool()).server,
        ...{ name: "Find customer", description: "Finds customers by a part of their name.", script: "Before" },
        ...{ parameters: [{ name: "part", type: "string", required: true, values: ["a", "b"] }], reads_only: true },
      }),
      result: {
        tool: {
          ...{ called: "find_customer", active: false, reads_only: true },
          parameters: [{ name: "part", type: "string", required: true, values: ["a", "b"] }],
        },
      },
    },
    update_mcp_tool: {
      given: async () => ({
        ...(await anMcpTool()),
        ...{ description: "Runs the script that says what was before.", active: true },
      }),
      result: { done: true, tool: { active: true, script: "Before" } },
    },
    delete_mcp_tool: { given: anMcpTool, result: done },
  };
}

const keyAccount = { user: fullAccess.user, pass: fullAccess.password };
