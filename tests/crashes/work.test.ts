import { existsSync, readdirSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { anOffsiteSetup, offsitePlace } from "../backups/support/an-offsite-setup.ts";
import type { CrashPoint } from "../support/crashes/crashing-writes.ts";
import { takesEveryMoment } from "../support/crashes/every-moment.ts";
import type { Answer } from "../support/http/call.ts";
import { onAws, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { crashingService, stopTimes } from "./crashing-service.ts";

const crashes = crashingService();
const offsite = await anOffsiteSetup("blocks", offsitePlace.remote_path, ({ decorate, ...options } = {}) =>
  testService({ ...options, stopTimes, decorate: (platform) => crashes.decorate(decorate?.(platform) ?? platform) }),
);
const { server } = offsite;
const { service } = server;
afterAll(() => offsite.stop());
// Each interrupted life leaves its sessions open, and here hundreds of lives end within minutes.
service.sandbox.world.definition.admin.maxSessions = 1_000;

/** Tests one write in this number; `EVERY_MOMENT=1` tests all. */
const step = takesEveryMoment ? 1 : onAws ? 31 : 13;
/** Number of consecutive complete runs after which no further crash points exist. The number of writes varies between runs. */
const wholeLives = takesEveryMoment ? 3 : 1;
const pauseMs = 20;
const turnMs = 5_000;
/** Together longer than a message stays invisible after the process that handled it has crashed. */
const maxAttempts = 100;
const againMs = 60_000;

/** Task that a call starts and the agent runs, while the service may end. */
interface Work {
  readonly name: string;
  readonly prepare?: () => Promise<void>;
  readonly begin: () => Promise<Answer>;
  readonly isDone: () => boolean | Promise<boolean>;
  /** True if it takes no time, so that every crash point is tested in every run. */
  readonly isShort?: true;
  /** Restores the initial state if the task itself doesn't. */
  readonly back?: () => Promise<void>;
}

/** Turns the clock until no process is open: a missing agent or worker is noticed when its lease has expired. */
async function untilEnded(): Promise<void> {
  const open = async () => {
    const answer = await server.get("processes?state=open");
    expect(answer.status, answer.text).toBe(200);
    return answer.body.response.processes;
  };
  while ((await open()).length > 0) {
    await service.clock.sleep(pauseMs);
    await service.turn(turnMs);
  }
}

const agentBack = () =>
  server.agent({ again: true, linkAddress: `${service.baseUrl.replace(/^http/, "ws")}/svc/agent` });
const done = async (asked: Promise<Answer>): Promise<Answer> => {
  const answer = await asked;
  expect(answer.status, answer.text).toBeLessThan(300);
  await untilEnded();
  return answer;
};

/** Starts the task with a service that ends at this point. Returns true if the task took fewer writes. */
async function crashedAt(point: CrashPoint, { begin, isDone }: Work): Promise<boolean> {
  const place = `${point.side} write ${point.number}`;
  expect(await isDone(), place).toBe(false);
  crashes.set(point);
  const answer = await crashes.unlessCut(begin());
  await crashes.crashOr(untilEnded());
  crashes.set(undefined);
  const isWhole = !crashes.isCrashed;
  if (!isWhole) {
    await service.restart();
    await agentBack();
  }
  await untilEnded();
  // An accepted task gets done, including the work after its end. Without an answer, it may have started or not: its caller starts it until
  // it is done.
  const isAccepted = answer !== undefined && answer.status < 300;
  let refusal = "";
  for (let attempts = 0; attempts < maxAttempts && !(await isDone()); attempts += 1) {
    if (!isAccepted) refusal = (await begin()).text;
    await untilEnded();
    await service.clock.sleep(pauseMs);
    await service.turn(againMs);
  }
  // A schedule may have started a run in the time that was just turned.
  await untilEnded();
  if (!(await isDone())) expect.fail(`${place}: not done. ${refusal} ${(await server.get("processes?limit=5")).text}`);
  expect(server.statusOf("Contacts"), place).toBe("NORMAL");
  const work = server.at("Data", "Backups", "Latchkey Builds", "work");
  expect(existsSync(work) ? readdirSync(work) : [], place).toEqual([]);
  return isWhole;
}

async function trash(): Promise<readonly { readonly id: string }[]> {
  for (;;) {
    const { status, body } = await server.get("trash");
    if (status === 200) return body.response.trash;
    if (crashes.isCrashed) throw new Error("It ended with the process");
    // The clock was turned without a sign of the agent, which reconnects after a while.
    await service.clock.sleep(pauseMs);
    await service.turn(turnMs);
  }
}
const isHosted = () => existsSync(server.at("Data", "Databases", "Orders.fmp12"));
const remove = () => server.post("fm-file/delete", { files: ["Orders"], force: true });
const comeBack = async () => server.post(`trash/${(await trash())[0]?.id}/restore`);
const open = () => done(server.post("fm-file/open", { files: ["Orders"] }));

const { snapshot: backup } = await offsite.backedUp();
offsite.setRecords(1);
/** Returns the number of records in the hosted file: two if it is the file of the backup. */
const records = () => [...(service.sandbox.world.database("Contacts")?.tables.values() ?? [])][0]?.records.size;
const restore = () =>
  server.post("settings/offsite/restores", { ...offsitePlace, backup, files: [{ fileName: "Contacts" }], to: "here" });
const newestDeployment = async (): Promise<number> => (await server.get("deployment")).body.response.deployments[0].id;
const undo = async () => server.post("deployment/undo", { id: await newestDeployment() });
/** Deployment to undo: a started undo is a deployment too. */
let replaced = 0;

const ownSchedules = async (): Promise<readonly { readonly id: string; readonly name: string }[]> =>
  (await server.get("schedules/filemaker")).body.response.schedules;
const isWeekly = ({ name }: { readonly name: string }) => name === "Weekly";

/** Time of the last pruning, by a call or automatically. */
let maintained = 0;

const works: readonly Work[] = [
  {
    name: "a file is moved to the trash",
    begin: remove,
    isDone: async () => !isHosted() && (await trash()).length === 1,
    async back() {
      await done(comeBack());
      await open();
    },
  },
  {
    name: "a file is restored from the trash",
    async prepare() {
      await done(remove());
    },
    begin: comeBack,
    isDone: async () => isHosted() && (await trash()).length === 0,
    async back() {
      await open();
    },
  },
  {
    name: "a file is restored from a backup",
    begin: restore,
    isDone: () => records() === 2,
    async back() {
      await done(undo());
    },
  },
  {
    name: "a deployment is undone",
    async prepare() {
      await done(restore());
      replaced = await newestDeployment();
    },
    begin: () => server.post("deployment/undo", { id: replaced }),
    isDone: () => records() === 1,
  },
  {
    name: "a set of backups is pruned and verified",
    async prepare() {
      maintained = (await offsite.schedule()).last_upkeep?.process_id ?? 0;
    },
    begin: () => server.post("settings/offsite/schedules/Nightly/upkeep", { work: ["prune", "verify"] }),
    async isDone() {
      const { last_upkeep: last } = await offsite.schedule();
      return last?.state === "done" && last.process_id !== maintained;
    },
  },
  {
    name: "FileMaker Server is given a schedule whose backups are sent",
    isShort: true,
    begin: () => server.post("settings/offsite/schedules", { name: "Weekly", ...offsitePlace }),
    isDone: async () =>
      (await server.get("settings/offsite/schedules")).body.response.schedules.some(isWeekly) &&
      (await ownSchedules()).filter(isWeekly).length === 1,
    async back() {
      await done(service.admin("DELETE", "/svc/api/settings/offsite/schedules/Weekly"));
      for (const { id } of (await ownSchedules()).filter(isWeekly)) service.sandbox.world.server.schedules.delete(id);
    },
  },
];

for (const work of works)
  verifies("runtime:crash:work", work.name, async () => {
    // A point before a write equals the point after the previous one, except for calls in between.
    for (const side of work.isShort || takesEveryMoment ? (["before", "after"] as const) : (["after"] as const))
      for (let number = 1, whole = 0; whole < wholeLives; number += work.isShort ? 1 : step) {
        await work.prepare?.();
        whole = (await crashedAt({ side, number }, work)) ? whole + 1 : 0;
        await work.back?.();
      }
  });
