import type { Effect, SubjectKind } from "./contract.ts";
import { caseless, type Edge, edge, everyOne, type Found, file, named } from "./edge.ts";
import type { AllRows, SourceRows } from "./sources.ts";

/** Effects while a file is closed or paused, is replaced, and after it was deleted. */
const ofFile = (meanwhile: Effect, later: Effect): Edge["effects"] => ({
  ...{ close: meanwhile, pause: meanwhile, replace: meanwhile, delete: later },
});
const silentAlert = (label: string, prefix = ""): Edge =>
  edge("alert", "alerts", { delete: "silent", disable: "silent" }, (row) => {
    const value = row.where[label];
    const refers = value?.startsWith(prefix) === true;
    return { ...named.alerts(row), refersTo: refers ? [value.slice(prefix.length)] : [] };
  });

/** Returns the ids of keys that open a file. */
const keysWithFile = (rows: AllRows, database: string, isIt: (key: SourceRows["dataKeys"]) => boolean) =>
  rows.dataKeys
    .filter((key) => isIt(key) && (key.allowAnyDatabase || key.files.some((name) => file(name) === file(database))))
    .map(({ id }) => String(id));

/** Everything that stops with a Data API key: the old key of a replacement expires, and nothing but its clients can follow. */
const withKey = { delete: "ends", replace: "ends", disable: "interrupted" } as const;
const keyCallers = { delete: "rejected", replace: "rejected", disable: "rejected" } as const;

/** Returns the id of an object as references name it. */
export function normalizedId(kind: SubjectKind, id: string): string {
  return kind === "file" ? file(id) : caseless(id);
}

/** Dependents of every kind of object. A new reference between resources needs an edge here. */
export const graph: Readonly<Record<SubjectKind, readonly Edge[]>> = {
  file: [
    edge(
      "client",
      "clients",
      { close: "disconnected", pause: "interrupted", replace: "disconnected", delete: "disconnected" },
      (row) => ({ ...named.clients(row), refersTo: row.files.map(({ filename }) => file(filename)) }),
    ),
    edge("data-key", "dataKeys", ofFile("interrupted", "ends"), (row) => ({
      ...{ ...named.keys(row), refersTo: row.allowAnyDatabase ? [everyOne] : row.files.map(file) },
    })),
    edge("webhook", "webhooks", ofFile("waits", "ends"), (row) => ({
      ...{ ...named.webhooks(row), refersTo: [file(row.database)] },
    })),
    edge("trigger", "triggers", ofFile("interrupted", "ends"), (row) => ({
      ...{ ...named.triggers(row), refersTo: [file(row.database)] },
    })),
    edge("mcp-server", "mcpServers", ofFile("interrupted", "ends"), (row) => ({
      ...{ ...named.mcpServers(row), refersTo: [file(row.filename)] },
    })),
    edge("sign-in", "grants", ofFile("interrupted", "ends"), (row) => ({
      ...{ ...named.grants(row), refersTo: [file(row.file)] },
    })),
    edge(
      "schedule",
      "schedules",
      ofFile("fails", "fails"),
      (row, { recipes }) => ({
        ...named.schedules(row),
        refersTo: row.isEnabled
          ? (recipes.find(({ id }) => id === row.recipeId)?.files ?? textsIn(row.shownInput, "fileName")).map(file)
          : [],
      }),
      ["recipes"],
    ),
    edge("recipe", "recipes", ofFile("fails", "fails"), (row) => ({
      ...{ ...named.recipes(row), refersTo: row.files.map(file) },
    })),
    edge("offsite-schedule", "offsiteSchedules", ofFile("skipped", "skipped"), (row) => ({
      ...{ ...named.offsiteSchedules(row), refersTo: row.isEnabled ? row.files.map(file) : [] },
    })),
    edge("status-page", "statusPage", ofFile("shown", "shown"), ({ files }) => ({
      ...{ id: "", name: "", lastUsed: null, refersTo: files.map(file) },
    })),
    edge("alert", "alerts", { delete: "silent" }, (row) => ({
      ...{ ...named.alerts(row), refersTo: row.where.file === undefined ? [] : [file(row.where.file)] },
    })),
  ],
  "data-key": [
    edge("trigger", "triggers", withKey, (row) => ({
      ...{ ...named.triggers(row), refersTo: row.keyId === null ? [] : [String(row.keyId)] },
    })),
    edge(
      "webhook",
      "webhooks",
      keyCallers,
      (row, rows) => ({
        ...{ ...named.webhooks(row), refersTo: keysWithFile(rows, row.database, ({ isDataApi }) => isDataApi) },
      }),
      ["dataKeys"],
    ),
    edge(
      "mcp-server",
      "mcpServers",
      keyCallers,
      (row, rows) => ({
        ...{ ...named.mcpServers(row), refersTo: keysWithFile(rows, row.filename, ({ isOData }) => isOData) },
      }),
      ["dataKeys"],
    ),
    silentAlert("key", "data-key:"),
  ],
  "admin-key": [
    edge(
      "session",
      "sessions",
      { delete: "disconnected", disable: "disconnected", replace: "disconnected" },
      (row) => ({
        ...{ ...named.sessions(row), refersTo: row.adminKeyId === null ? [] : [String(row.adminKeyId)] },
      }),
    ),
    {
      kind: "monitoring",
      sources: ["adminKeys"],
      effects: { delete: "ends" },
      // The account of any stored key is enough.
      find: ({ adminKeys: [only, another] }) =>
        only === undefined || another !== undefined
          ? []
          : [{ id: "", name: "", refersTo: [String(only.id)], lastUsed: null }],
    },
  ],
  webhook: [silentAlert("webhook")],
  trigger: [
    edge(
      "schedule",
      "schedules",
      { delete: "interrupted", disable: "interrupted" },
      (row, { triggers }) => ({
        ...named.schedules(row),
        refersTo: triggers.filter(({ scheduleIds }) => scheduleIds.includes(row.id)).map(({ id }) => String(id)),
      }),
      ["triggers"],
    ),
  ],
  "mcp-server": [
    edge("sign-in", "grants", { delete: "ends", disable: "interrupted" }, (row) => ({
      ...{ ...named.grants(row), refersTo: [caseless(row.slug)] },
    })),
    silentAlert("server"),
  ],
  schedule: [
    edge("trigger", "triggers", { delete: "fails", disable: "kept" }, (row) => ({
      ...{ ...named.triggers(row), refersTo: row.scheduleIds.map(String) },
    })),
    edge("status-page", "statusPage", { delete: "shown", disable: "shown" }, ({ schedules }) => ({
      ...{ id: "", name: "", lastUsed: null, refersTo: schedules.map(String) },
    })),
  ],
  recipe: [
    edge("schedule", "schedules", { delete: "blocks", replace: "kept" }, (row) => ({
      ...{ ...named.schedules(row), refersTo: row.recipeId === null ? [] : [String(row.recipeId)] },
    })),
  ],
  destination: [
    edge("alert", "alerts", { delete: "silent", disable: "silent" }, (row) => ({
      ...{ ...named.alerts(row), refersTo: (row.destinations ?? []).map(String) },
    })),
  ],
  "offsite-location": [
    edge("offsite-schedule", "offsiteSchedules", { delete: "blocks", replace: "interrupted" }, (row) => ({
      ...{ ...named.offsiteSchedules(row), refersTo: row.locations.map(caseless) },
    })),
    edge("schedule", "schedules", { delete: "fails", replace: "interrupted" }, (row) => ({
      ...{ ...named.schedules(row), refersTo: textsIn(row.shownInput, "remote_name").map(caseless) },
    })),
    edge("recipe", "recipes", { delete: "fails", replace: "interrupted" }, (row) => ({
      ...{ ...named.recipes(row), refersTo: row.locations.map(caseless) },
    })),
  ],
  "offsite-schedule": [
    {
      kind: "file",
      sources: ["offsiteSchedules"],
      effects: { delete: "unprotected", disable: "unprotected" },
      find: ({ offsiteSchedules }) => unprotectedFiles(offsiteSchedules.filter(({ isEnabled }) => isEnabled)),
    },
  ],
  build: [
    edge("schedule", "schedules", { delete: "fails" }, (row) => ({
      ...{ ...named.schedules(row), refersTo: inboxBuildsIn(row.shownInput).map(caseless) },
    })),
    edge("recipe", "recipes", { delete: "fails" }, (row) => ({
      ...{ ...named.recipes(row), refersTo: row.builds.map(caseless) },
    })),
  ],
  person: [
    edge("session", "sessions", { delete: "disconnected", replace: "kept" }, (row) => ({
      ...{ ...named.sessions(row), refersTo: [caseless(row.user)] },
    })),
    edge("admin-key", "adminKeys", { delete: "kept", replace: "kept" }, (row) => ({
      ...{ ...named.keys(row), refersTo: creatorOf(row) },
    })),
    edge("data-key", "dataKeys", { delete: "kept", replace: "kept" }, (row) => ({
      ...{ ...named.keys(row), refersTo: creatorOf(row) },
    })),
  ],
};

/** Files that only one schedule sends offsite. */
function unprotectedFiles(schedules: readonly SourceRows["offsiteSchedules"][]): readonly Found[] {
  const sent = new Map<string, { readonly name: string; readonly by: Set<string> }>();
  for (const { name: schedule, files } of schedules) {
    for (const name of files) {
      const known = sent.get(file(name)) ?? { name, by: new Set() };
      sent.set(file(name), known);
      known.by.add(caseless(schedule));
    }
  }
  return [...sent.values()]
    .filter(({ by }) => by.size === 1)
    .map(({ name, by }) => ({ id: name, name, refersTo: [...by], lastUsed: null }));
}

/** Returns the account that created a key. The audit trail names it `session:reception`, or `account:reception` for a call with a password. */
function creatorOf({ createdBy }: SourceRows["adminKeys"]): readonly string[] {
  const [, name] = /^(?:session|account):(.+)$/.exec(createdBy ?? "") ?? [];
  return name === undefined ? [] : [caseless(name)];
}

/** Returns the texts with a name in the input of a schedule, at any depth. */
function textsIn(value: unknown, wanted: string): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === wanted && typeof inner === "string" ? [inner] : textsIn(inner, wanted),
  );
}

/** Returns the builds of this server's inbox that a deployment takes its files from. */
function inboxBuildsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  if ("type" in value && value.type === "build_inbox" && "buildId" in value) return [String(value.buildId)];
  return Object.values(value).flatMap(inboxBuildsIn);
}
