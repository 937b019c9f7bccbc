import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { call } from "../../support/http/call.ts";
import { latchkeyProcess } from "../../support/programs/latchkey-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { adminAccount } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { type Around, aRecipe, doTask, everydayTasks } from "../support/everyday-tasks.ts";

// Builds, deployments and backups one after the other, each with programs of its own.
vi.setConfig({ testTimeout: 600_000 });

for (const kind of ["newer", "older"] as const)
  verifies("mcp:admin:everyday", `the ten tasks are done on the server of npm start (${kind} client)`, async () => {
    const { baseUrl } = await latchkeyProcess({ DATA_DIR: join(scratchFolder(), "data") });
    const asked = async (method: string, path: string, json?: object) => {
      const headers = { Authorization: adminAccount };
      const answer = await call(baseUrl, method, `/svc/api/${path}`, { headers, ...(json && { json }) });
      expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
      return answer.body.response;
    };
    const becomes = async (path: string, isThere: (response: Awaited<ReturnType<typeof asked>>) => boolean) => {
      while (!isThere(await asked("GET", path))) await sleep(50);
    };
    const post: Around["post"] = (path, json) => asked("POST", path, json);
    const fileState = async (name: string) => (await asked("GET", `databases/${name}`)).database.state;
    const ended = (id: number) => becomes(`processes/${id}`, ({ process }) => process.endedAt !== null);
    const around: Around = {
      ...{ baseUrl, now: Date.now, post, fileState, ended },
      async makeShopFail() {
        await post("fm-file/open", { files: ["Archive"] });
        await post("api-key", { label: "Shop", databases: ["Archive"], user: "api", pass: "demo-pass" });
        await post("fm-file/close", { files: ["Archive"], force: true });
      },
      reasonOfShop: /closed/,
      async makeBackup() {
        const place = { remote_name: "demo", bucket_name: "demo", remote_path: "files" };
        await asked("POST", "settings/offsite/recovery-key");
        await post("settings/offsite/schedules", { name: "Nightly", ...place });
        await ended((await asked("POST", "settings/offsite/schedules/Nightly/run")).processId);
      },
      makeKeyOfContacts: async () => undefined,
      script: "Echo",
    };
    await becomes("agents", ({ agents }) => agents[0]?.state === "linked");
    await aRecipe(around);
    const { key } = await asked("POST", "admin-api-key", { label: "Model", user: "admin", pass: "admin-pass" });
    // Closing Orders disconnects everyone, so the task that disconnects one of them comes first.
    const isFirst = ({ sentence }: { readonly sentence: string }) => sentence.startsWith("See who");
    const tasks = everydayTasks(around).toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
    expect(tasks).toHaveLength(10);
    for (const task of tasks) {
      await task.prepare?.();
      await doTask(task, kind, around, key);
      // FileMaker Server gives the others time to leave, so they leave before Orders is closed.
      if (!isFirst(task)) continue;
      for (const { id } of (await asked("GET", "clients")).clients)
        await post(`clients/${encodeURIComponent(id)}/disconnect`, { graceSeconds: 0 });
      await becomes("clients", ({ clients }) => clients.length === 0);
    }
  });
