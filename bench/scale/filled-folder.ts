import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { auditKey, auditStore } from "#shared/audit/store.ts";
import { NoteDocument } from "#shared/contract/values/note-document.ts";
import { systemClock } from "#shared/node/clock.ts";
import type { Table } from "#shared/ports/table.ts";
import type { ProcessRecord } from "#shared/processes/record.ts";
import { openProcesses } from "#shared/processes/store.ts";
import { added } from "../../functions/additions/additions.ts";
import { inBatches, storeKeys } from "../keys/stored-keys.ts";
import { storeDeliveries } from "../webhooks/stored-deliveries.ts";
import { nameOfFile } from "./many-files.ts";
import type { ScalePlan } from "./plan.ts";

const dayMs = 24 * 60 * 60_000;
const days = 30;
const actors = ["anna", "admin-key 3", "operator"];
const actions = ["createDataApiKey", "updateDataApiKey", "openDatabases", "runSchedule"];

/** Returns a data folder like that of a Latchkey after a month of work, with the amounts in the plan. An existing one is used unchanged. */
export async function filledFolder(directory: string, plan: ScalePlan, now: number): Promise<string> {
  const { keys, deliveries, largeDeliveries } = plan;
  const known = join(directory, `latchkey-with-${keys}-keys`);
  if (existsSync(join(directory, "filled"))) return known;
  const { dataFolder } = await storeKeys(directory, keys);
  const small = deliveries - largeDeliveries;
  await storeDeliveries(dataFolder, { from: 0, count: small, now });
  await storeDeliveries(dataFolder, { from: small, count: largeDeliveries, now, bodyBytes: 98_000 });
  await inBatches(dataFolder, (table) => storeAudit(table, plan.auditEntries, now));
  await inBatches(dataFolder, (table) => storeProcesses(table, plan.processes, now));
  await inBatches(dataFolder, (table) => storeNotes(table, plan.files, now));
  writeFileSync(join(directory, "filled"), "");
  return dataFolder;
}

async function storeAudit(table: Table, count: number, now: number): Promise<void> {
  const store = auditStore(table, 400 * dayMs);
  for (let number = 0; number < count; number += 1) {
    const at = momentOf(number, count, now);
    await store.put(auditKey(at, String(number).padStart(8, "0")), {
      ...{ schema: 1, at, actor: actors[number % actors.length] as string },
      action: actions[number % actions.length] as string,
      objects: [`key ${number % 1_000}`],
      outcome: number % 50 === 0 ? "refused" : "done",
      error: null,
      ...{ address: "192.0.2.7", userAgent: "curl/8.5.0", requestId: `r-${number}`, count: 1, lastAt: at },
    });
  }
}

async function storeProcesses(table: Table, count: number, now: number): Promise<void> {
  for (let id = 1; id <= count; id += 1) {
    const fields = endedProcess(id, momentOf(id, count, now));
    const expiresAt = Math.ceil((fields.saidAt + 31 * dayMs) / 1_000);
    await table.put({ ...openProcesses.keyOf({ sk: String(id) }), fields, expiresAt });
  }
  await table.put({ pk: "counter", sk: "processes", fields: { last: count } });
}

function endedProcess(id: number, at: number): ProcessRecord {
  const isFailed = id % 100 === 0;
  return {
    ...{
      schema: 1,
      id,
      kind: "files.operations",
      title: `Open Sales ${id % 500}`,
      objects: [`file:Sales ${id % 500}`],
    },
    ...{ state: isFailed ? "failed" : "done", phase: null, phases: ["open"], phaseStartedAt: at },
    phaseRuns: [{ phase: "open", startedAt: at }],
    ...{ done: 1, total: 1, unit: "files", createdAt: at, startedAt: at, endedAt: at + 900, saidAt: at + 900 },
    ...{
      startedBy: "account:admin",
      startAt: null,
      waitingFor: null,
      againAt: null,
      isForAgent: false,
      stepsInARow: 0,
      reason: isFailed ? "The file is damaged." : null,
    },
    ...{ canAbort: false, isFollowedUp: false, outcome: null, abortRequestedAt: null, input: "{}", checkpoint: null },
    ...{ isElsewhere: false, fence: 1, leasedUntil: 0, attempts: 1, enqueuedAt: at, foldedEvents: 0, heardLines: 0 },
    ...{ logLines: 0, toolLog: null, expiresAt: at + 31 * dayMs },
  };
}

async function storeNotes(table: Table, count: number, now: number): Promise<void> {
  const [notes] = await added("notesOfFiles");
  const store = notes?.part({ table, clock: { ...systemClock, now: () => now } });
  for (let number = 0; number < count; number += 1) {
    const text = `Of the company's file ${number}`;
    const document = NoteDocument.parse({
      type: "doc",
      content: [{ type: "paragraph", content: [{ type: "text", text }] }],
    });
    await store?.put(`${nameOfFile(number)}.fmp12`, document);
  }
}

function momentOf(number: number, count: number, now: number): number {
  return now - days * dayMs + Math.floor((number / count) * days * dayMs);
}
