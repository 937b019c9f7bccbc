import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { bearer, connected } from "../mcp-servers/support/sdk-clients.ts";
import { servers } from "../mcp-servers/support/servers.ts";
import { aClient } from "../oauth/support/browser.ts";
import { call } from "../support/http/call.ts";
import type { DevAws } from "../support/programs/dev-aws.ts";
import { adminAccount, type TestService } from "../support/test-service.ts";

const fullAccess = { user: "Admin", password: "full-access-pass" };
const records = "/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records";
/** The store of the sandbox, which the start has created as a location. */
const offsiteLocation = { remote_name: "demo", bucket_name: "demo", remote_path: "walk" };
/** Polling interval: each poll is a call of a function. */
const pollMs = 250;

/**
 * Returns tests by title that use each main feature of the product once, on the real serverless.yml. The host's agent is the one that the
 * command starts.
 */
export function walk({ baseUrl }: Pick<DevAws, "baseUrl">): Readonly<Record<string, () => Promise<void>>> {
  const raw: TestService["raw"] = (method, path, options) => call(baseUrl, method, path, options);
  const admin: TestService["admin"] = (method, path, json) =>
    raw(method, path, { headers: { Authorization: adminAccount }, ...(json !== undefined && { json }) });
  const taken = async (method: string, path: string, json?: unknown) => {
    const answer = await admin(method, path, json);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body.response;
  };
  /** Returns the first result that isn't undefined. */
  const polled = async <Result>(look: () => Promise<Result | undefined>): Promise<Result> => {
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      await pause(pollMs);
    }
  };
  const ended = async (processId: number) => {
    const process = await polled(async () => {
      const { process: shown } = await taken("GET", `/svc/api/processes/${processId}`);
      return shown.endedAt === null ? undefined : shown;
    });
    const { text } = await admin("GET", `/svc/api/processes/${processId}/log.txt`);
    expect(process, text).toMatchObject({ state: "done" });
  };
  const settled = (source: string) =>
    polled(async () => {
      const { deliveries } = await taken("GET", `/svc/api/deliveries?source=${source}`);
      return deliveries.find(({ state }: { readonly state: string }) => state !== "pending");
    });
  let key = "";

  return {
    "a key reads and changes records": async () => {
      const given = { databases: ["Contacts.fmp12"], label: "Walk", user: "api", pass: "demo-pass", isOData: true };
      key = (await taken("POST", "/svc/api/api-key", given)).key;
      const created = await raw("POST", records, { key, json: { fieldData: { lastName: "Walker" } } });
      expect(created).toSucceed();
      const { recordId } = created.body.response;
      const read = await raw("GET", `${records}/${recordId}`, { key });
      expect(read.body.response.data[0].fieldData).toMatchObject({ lastName: "Walker" });
    },

    "the agent of the sandbox's host is linked from the start": async () => {
      const { agents } = await taken("GET", "/svc/api/agents");
      expect(agents).toMatchObject([{ state: "linked", report: { tools: expect.any(Array) } }]);
      expect((await taken("GET", "/svc/api/logs")).logs).toContainEqual(expect.objectContaining({ name: "Event.log" }));
    },

    "a build is made, downloaded, published, and deployed": async () => {
      const files = [{ fileName: "Contacts", clone: true, ...fullAccess }];
      const { processId } = await taken("POST", "/svc/api/build", { buildId: "walk", files });
      await ended(processId);
      // The record of a build follows the end of its process.
      const build = await polled(async () => {
        const found = await taken("GET", "/svc/api/build/walk/status");
        return found.downloadUrl === "" ? undefined : found;
      });
      expect(build).toMatchObject({ status: "completed", completedFiles: 1 });
      // The answer redirects to the object that the agent has sent to the stack's bucket.
      const zip = await fetch(build.downloadUrl);
      expect([zip.status, (await zip.arrayBuffer()).byteLength]).toEqual([200, build.zipSize]);

      const destination = { type: "offsite_storage", offsiteLocation };
      await ended((await taken("POST", "/svc/api/build/walk/publish", { destination })).processId);
      const contacts = { fileName: "Contacts", ...fullAccess };
      const migrate = { operation: "migrate", clone: contacts, dataSource: contacts, target: { fileName: "Contacts" } };
      const source = { type: "offsite_storage", buildId: "walk", offsiteLocation };
      const { subDeploymentIds, processIds } = await taken("POST", "/svc/api/deployment", {
        deployments: [{ source, fileOperations: [migrate] }],
      });
      await ended(processIds[0]);
      const part = await taken("GET", `/svc/api/deployment/${subDeploymentIds[0]}`);
      expect(part).toMatchObject({ status: "complete", final_result: "successful" });
      // The new file has the data of the replaced one.
      const found = await raw("GET", `${records}?_limit=1&_sort=[{"fieldName":"id","sortOrder":"descend"}]`, { key });
      expect(found.body.response.data[0].fieldData).toMatchObject({ lastName: "Walker" });
    },

    "a webhook stores its event in a file": async () => {
      const hook = { channel: "walk", filename: "Contacts", label: "Walk", settings: { answerMode: "accepted" } };
      await taken("POST", "/svc/api/webhooks", hook);
      const { body } = await raw("POST", "/svc/receiver/Contacts/walk", { key, json: { order: 7 } });
      const delivered = await polled(async () => {
        const { delivery } = await taken("GET", `/svc/api/deliveries/${body.deliveryId}`);
        return delivery.state === "pending" ? undefined : delivery;
      });
      expect(delivered).toMatchObject({ state: "delivered", attempts: 1 });
    },

    "a change in a table triggers a schedule of the server": async () => {
      const { schedules } = await taken("GET", "/svc/api/schedules/filemaker");
      const greeting = schedules.find(({ name }: { readonly name: string }) => name === "Monday greeting");
      const { schedule } = await taken("POST", "/svc/api/schedules", {
        ...{ name: "Walk", isEnabled: false, timing: { kind: "repeating", cron: "0 3 * * *", timeZone: "UTC" } },
        action: { kind: "serverSchedule", input: { serverScheduleId: greeting.id } },
      });
      const { trigger } = await taken("POST", "/svc/api/triggers", {
        ...{ label: "Walk", filename: "Contacts", key, tableName: "Contacts" },
        destination: { kind: "relay", targets: [{ kind: "schedule", scheduleId: schedule.id }] },
      });
      expect(await raw("POST", records, { key, json: { fieldData: { lastName: "Trigger" } } })).toSucceed();
      expect(await settled(`target-${trigger.destination.targets[0].id}`)).toMatchObject({ state: "delivered" });
    },

    "an AI client signs in at an MCP server, and calls its tool": async () => {
      const { aServer, aTool } = servers({ admin } as TestService);
      await aServer("contacts");
      await aTool("contacts", { input_schema: { text: { type: "string", required: true } } });
      const { access } = await aClient({ raw, baseUrl }).tokens();
      const client = await connected({ baseUrl, slug: "contacts", headers: bearer(access) });
      const { content } = await client.callTool({ name: "echo", arguments: { text: "Walk" } });
      expect(JSON.stringify(content)).toContain("Walk");
      await client.close();
    },

    "a client of OttoFMS uses its address, also to sign in at an MCP server": async () => {
      const read = await raw("GET", `${records.replace("/svc/", "/otto/")}?_limit=1`, { key });
      expect(read.status, read.text).toBe(200);
      const { webhooks } = await taken("GET", "/otto/api/webhooks");
      expect(webhooks).toContainEqual(expect.objectContaining({ url: "/otto/receiver/Contacts.fmp12/walk" }));
      const json = { jsonrpc: "2.0", id: 1, method: "tools/list" };
      const asked = await raw("POST", "/otto/mcp/contacts", { json });
      const metadata = `${baseUrl}/otto/.well-known/oauth-protected-resource/mcp/contacts`;
      expect(asked.headers["www-authenticate"]).toContain(`resource_metadata="${metadata}"`);
      const resource = `${baseUrl}/otto/mcp/contacts`;
      for (const place of [metadata, `${baseUrl}/.well-known/oauth-protected-resource/otto/mcp/contacts`])
        expect((await raw("GET", new URL(place).pathname)).body.resource, place).toBe(resource);
      const client = aClient({ raw, baseUrl });
      const { clientId, verifier, code } = await client.code({ fields: { resource } });
      const { body } = await client.exchange(clientId, code, verifier, { resource });
      const called = await raw("POST", "/otto/mcp/contacts", { headers: bearer(body.access_token), json });
      expect(called.status, called.text).toBe(200);
    },

    "a backup is sent offsite": async () => {
      await taken("POST", "/svc/api/settings/offsite/schedules", { name: "Walk", ...offsiteLocation });
      await ended((await taken("POST", "/svc/api/settings/offsite/schedules/Walk/run")).processId);
      const sent = await polled(async () => {
        const { schedules } = await taken("GET", "/svc/api/settings/offsite/schedules");
        const { last_run: run } = schedules.find(({ name }: { readonly name: string }) => name === "Walk");
        return run?.ended_at ? run : undefined;
      });
      expect(sent).toMatchObject({ state: "done", sent_files: expect.any(Number) });
      expect(sent.sent_files).toBeGreaterThan(0);
    },
  };
}
