import { storeAccount } from "../backups/support/a-store.ts";
import { aClient, aProof } from "../oauth/support/browser.ts";
import { type Answer, call } from "../support/http/call.ts";
import { onAws, type TestService } from "../support/test-service.ts";

/** Life of an entity: steps that each write, and the state that callers see between them. */
export interface Life {
  readonly name: string;
  /** One call each, from creation to deletion. */
  readonly steps: readonly ((service: TestService, made: Made) => Promise<Answer>)[];
  /** Number of steps that write nothing in the service. */
  readonly stepsElsewhere?: number;
  /** Returns the visible state, without values that differ between runs. */
  seen(service: TestService): Promise<unknown>;
  /** Deletes what is left of the entity, as its user would. */
  clear(service: TestService): Promise<void>;
}

/** Results of steps for later steps: answers by the step's number. */
export type Made = (Answer | undefined)[];

export const list =
  (path: string, member: string, fields: readonly string[]) =>
  async (service: TestService): Promise<unknown> => {
    const { response } = (await service.admin("GET", path)).body;
    const rows: readonly Record<string, unknown>[] = response[member];
    return rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field]])));
  };

export const clearing =
  (path: string, member: string, id = "id") =>
  async (service: TestService): Promise<void> => {
    const { response } = (await service.admin("GET", path)).body;
    for (const row of response[member]) {
      const { status, text } = await service.admin("DELETE", `${path}/${row[id]}`);
      if (status !== 200) throw new Error(`${path}/${row[id]} was not deleted: ${text}`);
    }
  };

const idOf = (made: Made, member?: string): string => {
  const response = made[0]?.body.response;
  return member === undefined ? response.id : response[member].id;
};

const document = (text: string) => ({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});
const keyOf = { databases: ["Contacts.fmp12"], user: "api", pass: "demo-pass" };
const nightly = { kind: "repeating", cron: "30 2 * * *", timeZone: "Europe/Berlin" };
const build = { kind: "build", input: { buildId: "nightly", files: [{ fileName: "Contacts.fmp12", clone: true }] } };
const slack = { type: "slack", channelUrl: "https://hooks.slack.com/services/T0/B0/x" };
const offsite = "/svc/api/settings/offsite";
const location = {
  remote_name: "Store",
  access_key_id: storeAccount.accessKeyId,
  secret_access_key: storeAccount.secretAccessKey,
};
const place = { remote_name: "store", bucket_name: "fm-backups", remote_path: "production", useExistingSchedule: true };
const servers = "/svc/api/mcp-servers";
const grants = "/svc/api/oauth/grants";
const tool = { name: "Find customer", description: "Finds customers.", script_name: "Find customer", input_schema: {} };
const upload = { fileName: "file.bin", sizeBytes: 1_000 };
const alert = {
  ...{ name: "The cache is too small", active: true, metric: "cacheHit", where: {}, statistic: "average" },
  ...{ condition: "below", threshold: 90, clearThreshold: 95, forMinutes: 10, clearForMinutes: 5 },
};

/** Returns all lives. `endpoint`: a store for backups. */
export const livesWith = (endpoint: string): readonly Life[] => [
  {
    name: "a note",
    steps: [
      (service) => service.admin("PUT", "/svc/api/file-notes/Contacts", { document: document("first") }),
      (service) => service.admin("PUT", "/svc/api/file-notes/Contacts", { document: document("second") }),
      (service) => service.admin("DELETE", "/svc/api/file-notes/Contacts"),
    ],
    seen: list("/svc/api/file-notes", "notes", ["filename", "excerpt"]),
    clear: clearing("/svc/api/file-notes", "notes", "filename"),
  },
  {
    name: "a Data API Key",
    steps: [
      (service) => service.admin("POST", "/svc/api/api-key", { ...keyOf, label: "first" }),
      (service, made) => service.admin("PATCH", `/svc/api/api-key/${idOf(made)}`, { label: "second" }),
      (service, made) => service.admin("POST", `/svc/api/api-key/${idOf(made)}/rotate`, { overlap: "24h" }),
      (service, made) => service.admin("DELETE", `/svc/api/api-key/${idOf(made)}`),
    ],
    seen: list("/svc/api/api-key", "api-keys", ["label", "databases"]),
    clear: clearing("/svc/api/api-key", "api-keys"),
  },
  {
    name: "an Admin API Key",
    steps: [
      (service) =>
        service.admin("POST", "/svc/api/admin-api-key", { label: "first", user: "admin", pass: "admin-pass" }),
      (service, made) => service.admin("PATCH", `/svc/api/admin-api-key/${idOf(made)}`, { label: "second" }),
      (service, made) => service.admin("POST", `/svc/api/admin-api-key/${idOf(made)}/rotate`, { overlap: "24h" }),
      (service, made) => service.admin("DELETE", `/svc/api/admin-api-key/${idOf(made)}`),
    ],
    seen: list("/svc/api/admin-api-key", "api-keys", ["label"]),
    clear: clearing("/svc/api/admin-api-key", "api-keys"),
  },
  {
    name: "a webhook",
    steps: [
      (service) =>
        service.admin("POST", "/svc/api/webhooks", { channel: "orders", filename: "Contacts", label: "first" }),
      (service, made) => service.admin("PATCH", `/svc/api/webhooks/${idOf(made)}`, { label: "second" }),
      (service, made) => service.admin("DELETE", `/svc/api/webhooks/${idOf(made)}`),
    ],
    seen: list("/svc/api/webhooks", "webhooks", ["channel", "label"]),
    clear: clearing("/svc/api/webhooks", "webhooks"),
  },
  {
    name: "a schedule",
    steps: [
      (service) => service.admin("POST", "/svc/api/schedules", { name: "Nightly", timing: nightly, action: build }),
      (service, made) => service.admin("PATCH", `/svc/api/schedules/${idOf(made, "schedule")}`, { isEnabled: false }),
      (service, made) => service.admin("PATCH", `/svc/api/schedules/${idOf(made, "schedule")}`, { isEnabled: true }),
      (service, made) => service.admin("DELETE", `/svc/api/schedules/${idOf(made, "schedule")}`),
    ],
    seen: list("/svc/api/schedules", "schedules", ["name", "isEnabled", "nextRunAt"]),
    clear: clearing("/svc/api/schedules", "schedules"),
  },
  {
    name: "a notification destination",
    steps: [
      (service) =>
        service.admin("POST", "/svc/api/notifications/destinations", {
          ...{ label: "first", target: slack, minimumSeverity: "warning" },
        }),
      (service, made) =>
        service.admin("PATCH", `/svc/api/notifications/destinations/${idOf(made, "destination")}`, { label: "second" }),
      (service, made) => service.admin("DELETE", `/svc/api/notifications/destinations/${idOf(made, "destination")}`),
    ],
    seen: list("/svc/api/notifications/destinations", "destinations", ["label"]),
    clear: clearing("/svc/api/notifications/destinations", "destinations"),
  },
  {
    name: "a deployment recipe",
    steps: [
      (service) => service.admin("POST", "/svc/api/deployment/recipes", { name: "Release", request: release }),
      (service, made) => service.admin("DELETE", `/svc/api/deployment/recipes/${idOf(made, "recipe")}`),
    ],
    seen: list("/svc/api/deployment/recipes", "recipes", ["name"]),
    clear: clearing("/svc/api/deployment/recipes", "recipes"),
  },
  {
    name: "a backup location and a schedule that uses it",
    steps: [
      (service) => service.admin("POST", `${offsite}/remotes`, { ...location, endpoint }),
      (service) => service.admin("PATCH", `${offsite}/remotes/store`, { remote_path: "second" }),
      (service) => service.admin("POST", `${offsite}/schedules`, { name: "Daily", ...place }),
      (service) => service.admin("PATCH", `${offsite}/schedules/Daily`, { zip_files: true }),
      (service) => service.admin("DELETE", `${offsite}/schedules/Daily`),
      (service) => service.admin("DELETE", `${offsite}/remotes/store`),
    ],
    async seen(service) {
      const { remotes } = (await service.admin("GET", `${offsite}/remotes`)).body.response;
      const schedules = await list(`${offsite}/schedules`, "schedules", ["name", "zip_files"])(service);
      return {
        schedules,
        paths: Object.values<{ readonly remote_path: string }>(remotes).map((one) => one.remote_path),
      };
    },
    async clear(service) {
      await clearing(`${offsite}/schedules`, "schedules", "name")(service);
      const { remotes } = (await service.admin("GET", `${offsite}/remotes`)).body.response;
      for (const name of Object.keys(remotes)) await service.admin("DELETE", `${offsite}/remotes/${name}`);
    },
  },
  {
    name: "an alert",
    steps: [
      (service) => service.admin("POST", "/svc/api/alerts", alert),
      (service, made) => service.admin("PATCH", `/svc/api/alerts/${idOf(made, "alert")}`, { active: false }),
      (service, made) => service.admin("DELETE", `/svc/api/alerts/${idOf(made, "alert")}`),
    ],
    seen: list("/svc/api/alerts", "alerts", ["name", "active"]),
    clear: clearing("/svc/api/alerts", "alerts"),
  },
  {
    name: "an MCP server with a tool",
    steps: [
      (service) => service.admin("POST", servers, { name: "Sales", slug: "sales", filename: "Contacts.fmp12" }),
      (service) => service.admin("POST", `${servers}/sales/tools`, tool),
      (service) => service.admin("PATCH", `${servers}/sales`, { updates: { name: "Sales, second" } }),
      (service) => service.admin("DELETE", `${servers}/sales`),
    ],
    async seen(service) {
      const tools = await service.admin("GET", `${servers}/sales/tools`);
      const names = tools.body.response.tools?.map(({ name }: { readonly name: string }) => name);
      return { servers: await list(servers, "servers", ["slug", "name"])(service), tools: names };
    },
    clear: clearing(servers, "servers", "slug"),
  },
  {
    name: "a user's session",
    steps: [
      (service) => service.raw("POST", "/svc/api/session", { json: { user: "admin", pass: "admin-pass" } }),
      async (service) => {
        const { response } = (await service.admin("GET", "/svc/api/sessions")).body;
        return service.admin("DELETE", `/svc/api/sessions/${response.sessions[0].id}`);
      },
    ],
    seen: list("/svc/api/sessions", "sessions", ["kind", "user"]),
    clear: clearing("/svc/api/sessions", "sessions"),
  },
  {
    name: "an upload",
    // On AWS, the bucket receives the bytes.
    stepsElsewhere: onAws ? 1 : 0,
    steps: [
      async (service) => service.raw("POST", "/svc/api/uploads", { key: await uploadKey(service), json: upload }),
      async (service, made) => {
        const [{ address }] = made[0]?.body.response.parts ?? [];
        const { pathname, search, origin } = new URL(address);
        const { status, text } = await call(origin, "PUT", pathname + search, { body: Buffer.alloc(upload.sizeBytes) });
        // On AWS, the bucket answers.
        if (status !== 200) throw new Error(text);
        return service.raw("GET", `/svc/api/uploads/${idOf(made, "upload")}`, { key: await uploadKey(service) });
      },
      async (service, made) => {
        const path = `/svc/api/uploads/${idOf(made, "upload")}`;
        return service.raw("POST", `${path}/complete`, { key: await uploadKey(service) });
      },
      async (service, made) => {
        const path = `/svc/api/uploads/${idOf(made, "upload")}`;
        return service.raw("DELETE", path, { key: await uploadKey(service) });
      },
    ],
    async seen(service) {
      const { body } = await service.raw("GET", "/svc/api/uploads", { key: await uploadKey(service) });
      return body.response.uploads.map(({ state }: { readonly state: string }) => state);
    },
    async clear(service) {
      const key = await uploadKey(service);
      const { body } = await service.raw("GET", "/svc/api/uploads", { key });
      for (const { id } of body.response.uploads) await service.raw("DELETE", `/svc/api/uploads/${id}`, { key });
    },
  },
  {
    name: "a sign-in of an AI client",
    steps: [
      async (service) => {
        const { id, client } = await oauthClient(service);
        const { verifier, challenge } = aProof();
        const page = await client.open(client.request(id, challenge));
        const location = await client.back(page, await client.submit(page));
        return client.exchange(id, location.searchParams.get("code") ?? "", verifier);
      },
      async (service, made) => {
        const { id, client } = await oauthClient(service);
        return client.refresh(id, made[0]?.body.refresh_token);
      },
      async (service) => {
        const { response } = (await service.admin("GET", grants)).body;
        return service.admin("DELETE", `${grants}/${response.grants[0].id}`);
      },
    ],
    seen: list(grants, "grants", ["account", "server"]),
    clear: clearing(grants, "grants"),
  },
];

const release = {
  label: "Release",
  deployments: [
    {
      source: { type: "build_inbox", buildId: "release-12" },
      fileOperations: [
        { operation: "replace", source: { fileName: "Contacts.fmp12" }, target: { fileName: "Contacts.fmp12" } },
      ],
    },
  ],
};

/** Preconditions of a life that don't belong to it, one set per service. */
const kept = new WeakMap<TestService, Map<string, Promise<unknown>>>();
function once<T>(service: TestService, name: string, make: () => Promise<T>): Promise<T> {
  const own = kept.get(service) ?? new Map<string, Promise<unknown>>();
  kept.set(service, own);
  const made = (own.get(name) ?? make()) as Promise<T>;
  own.set(name, made);
  return made;
}

function uploadKey(service: TestService): Promise<string> {
  return once(service, "upload key", () => service.aKey({ label: "uploads" }));
}

function oauthClient(service: TestService) {
  return once(service, "OAuth client", async () => {
    const client = aClient(service);
    return { client, id: await client.register() };
  });
}
