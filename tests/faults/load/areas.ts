import { hash } from "node:crypto";
import type { Load } from "./load.ts";

export type AreaName = keyof typeof areas;

const database = "Contacts.fmp12";
const records = `/svc/fmi/data/vLatest/databases/${database}/layouts/Contacts/records`;
const opener = { username: "Admin", password: "full-access-pass", force: true };
/** Maximum number of keys; older ones are deleted. */
const maxKeys = 6;
const uploadBytes = 200_000;
const backups = "Faults";

/** Calls of each area: one, or a few that belong together. Acknowledged changes are recorded in the ledger. */
export const areas = {
  /** Makes proxied calls, most of which read. */
  async proxied(load: Load): Promise<void> {
    const key = someKey(load);
    const isWrite = load.random() < 0.2;
    const asked = { area: "proxied", form: "fileMaker", key } as const;
    const json = { fieldData: { firstName: "Ada", lastName: `Fault ${load.next()}` } };
    await load.watched.call(isWrite ? records : `${records}?_limit=5`, {
      ...asked,
      ...(isWrite && { method: "POST", json }),
    });
  },

  async management(load: Load): Promise<void> {
    const paths = ["api-key?limit=5", "databases", "processes?limit=5", "agents", "schedules", "webhooks", "info"];
    await load.watched.call(`/svc/api/${chosen(load, paths)}`, { area: "management", form: "envelope" });
  },

  async keys({ watched: { call, ledger }, keys, random, next }: Load): Promise<void> {
    const oldest = keys[1];
    if (keys.length >= maxKeys && oldest !== undefined && random() < 0.7) {
      keys.splice(1, 1);
      // Until the answer arrives, both states are possible.
      ledger.keys.delete(oldest.id);
      const path = `/svc/api/api-key/${oldest.id}`;
      const answer = await call(path, { area: "keys", form: "envelope", method: "DELETE" });
      if (answer?.status === 200) ledger.keys.set(oldest.id, false);
      return;
    }
    const label = `faults ${next()}`;
    const json = { databases: [database], label, user: "api", pass: "demo-pass" };
    const asked = { area: "keys", form: "envelope", method: "POST", json, showsSecret: true } as const;
    const answer = await call("/svc/api/api-key", asked);
    if (answer?.status !== 200) return;
    const { id, key } = answer.body.response;
    ledger.keys.set(id, true);
    ledger.secrets[`key ${id}`] = key;
    ledger.sessionOwners.add(`${id}`);
    keys.push({ id, value: key });
  },

  async events(load: Load): Promise<void> {
    const { call, ledger } = load.watched;
    const asked = { area: "events", form: "receiver", method: "POST", key: load.keys[0]?.value ?? "" } as const;
    const answer = await call("/svc/receiver/Contacts/faults", { ...asked, json: { n: load.next() } });
    if (answer?.status === 202) ledger.events.add(answer.body.deliveryId);
  },

  async notes({ watched: { call, ledger }, random, next }: Load): Promise<void> {
    const file = random() < 0.5 ? "Contacts.fmp12" : "Orders.fmp12";
    const text = `Note ${next()}`;
    const document = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text }] }] };
    const before = ledger.notes.get(file) ?? [];
    if (before.length > 0) ledger.notes.set(file, [...before, text]);
    const asked = { area: "notes", form: "envelope", method: "PUT", json: { document } } as const;
    const answer = await call(`/svc/api/file-notes/${file}`, asked);
    if (answer?.status === 200) ledger.notes.set(file, [text]);
  },

  async builds(load: Load): Promise<void> {
    const json = { buildId: `faults-${load.next()}`, files: [{ fileName: "Orders", clone: false }], force: true };
    await accepted(load, "builds", "/svc/api/build", json);
  },

  async deployments(load: Load): Promise<void> {
    const target = { fileName: "Released" };
    const operation = { operation: "replace", source: { fileName: "Orders" }, target };
    const source = { type: "local", fileNames: ["Orders"] };
    const json = { label: `Release ${load.next()}`, deployments: [{ source, fileOperations: [operation] }] };
    await accepted(load, "deployments", "/svc/api/deployment", json);
  },

  async fileOperations(load: Load): Promise<void> {
    const json = { sourceFile: "Orders", targetFile: { filename: `Copy ${load.next()}` }, ...opener };
    await accepted(load, "fileOperations", "/svc/api/fm-file/copy-compress", json);
  },

  async backups(load: Load): Promise<void> {
    const { call } = load.watched;
    const answer = await accepted(load, "backups", `/svc/api/settings/offsite/schedules/${backups}/run`, {});
    if (answer?.status !== 404) return;
    const place = { remote_name: "demo", bucket_name: "demo", remote_path: "faults" };
    const json = { name: backups, ...place, useExistingSchedule: false };
    await call("/svc/api/settings/offsite/schedules", { area: "backups", form: "envelope", method: "POST", json });
  },

  async uploads({ watched: { call }, keys, next }: Load): Promise<void> {
    const key = keys[0]?.value ?? "";
    const file = Buffer.from(hash("sha512", `${next()}`).repeat(Math.ceil(uploadBytes / 128))).subarray(0, uploadBytes);
    const asked = { area: "uploads", form: "envelope", method: "POST", key } as const;
    const begun = await call("/svc/api/uploads", { ...asked, json: { fileName: "file.bin", sizeBytes: uploadBytes } });
    if (begun?.status !== 200) return;
    const { upload, parts } = begun.body.response;
    for (const { address, offset, sizeBytes } of parts) {
      const bytes = file.subarray(offset, offset + sizeBytes);
      await call(address, { area: "uploads", form: "bytes", method: "PUT", key, bytes });
    }
    await call(`/svc/api/uploads/${upload.id}/complete`, asked);
  },

  async mcp({ watched: { call }, adminKey, random, next }: Load): Promise<void> {
    const [method, params] =
      random() < 0.5 ? ["tools/list", {}] : ["tools/call", { name: "list_databases", arguments: {} }];
    await call("/svc/admin-mcp", {
      ...{ area: "mcp", form: "rpc", method: "POST", key: adminKey },
      json: { jsonrpc: "2.0", id: next(), method, params },
      headers: { Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25" },
    });
  },

  /** Changes a file with a trigger: FileMaker Server calls the relay. */
  async triggers({ watched: { call }, keys, next }: Load): Promise<void> {
    const key = keys[0]?.value ?? "";
    const listed = await call("/svc/api/triggers", { area: "triggers", form: "envelope" });
    if (listed?.status === 200 && listed.body.response.triggers.length === 0) {
      const targets = [{ kind: "url", url: "https://receiver.invalid/contacts" }];
      const json = { label: "faults", filename: "Contacts", key, tableName: "Contacts" };
      await call("/svc/api/triggers", {
        ...{ area: "triggers", form: "envelope", method: "POST", showsSecret: true },
        json: { ...json, destination: { kind: "relay", targets } },
      });
    }
    const json = { fieldData: { firstName: "Trigger", lastName: `${next()}` } };
    await call(records, { area: "triggers", form: "fileMaker", method: "POST", key, json });
  },
};

/** Starts a task that must end. */
async function accepted({ watched: { call, ledger } }: Load, area: AreaName, path: string, json: object) {
  const answer = await call(path, { area, form: "envelope", method: "POST", json });
  const { processId, processIds = [] } = answer?.body?.response ?? {};
  if (answer !== undefined && answer.status < 300)
    for (const id of [processId, ...processIds]) if (typeof id === "number") ledger.processes.set(id, undefined);
  return answer;
}

function someKey(load: Load): string {
  return chosen(load, load.keys)?.value ?? "";
}

function chosen<T>({ random }: Load, all: readonly T[]): T | undefined {
  return all[Math.floor(random() * all.length)];
}
