import { rmSync, writeFileSync } from "node:fs";
import { enroll } from "../../local-agent/link/enroll.ts";
import { anEnrollmentCode } from "../../tests/agent/support/an-agent.ts";
import { populatedEvents } from "../../tests/console/support/populated-events.ts";
import {
  aFileOperationSetup,
  type FileOperationSetup,
  opener,
} from "../../tests/files/operations/support/a-file-operation-setup.ts";
import { finalProcess } from "../../tests/processes/support/final-process.ts";
import { type TestService, testService } from "../../tests/support/test-service.ts";
import { aNote } from "./a-note.ts";
import { company } from "./company.ts";
import { writeHostFiles } from "./host-files.ts";
import { writeServerLogs } from "./server-logs.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Server after some months of use, with data for every page. */
export interface PopulatedService {
  readonly service: TestService;
  /** Folder of its server. */
  readonly folder: string;
  /** IDs of runs, as in URLs. */
  readonly runs: { readonly done: number; readonly failed: number; readonly running: number };
  stop(): Promise<void>;
}

/** Creates keys (used, unused and too powerful), a name and a color, notes, files on the host, an agent, and runs of every kind. */
export async function populate(): Promise<PopulatedService> {
  const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }), company, null);
  const { service } = setup;
  await populateKeys(service);
  await populatedEvents(service);
  for (const [name, document] of Object.entries(aNote))
    await service.admin("PUT", `/svc/api/file-notes/${name}`, { document });
  // People arrived this morning, not when the first key was created.
  service.sandbox.reload();
  await service.turn(2 * hourMs);
  await service.sandbox.flushLogs();
  writeServerLogs(setup.at("Logs"), service.clock.now() - 12 * minuteMs);
  writeHostFiles(setup.at("Data"), service.clock.now());
  await enroll({
    address: `${service.baseUrl}/svc`,
    code: await anEnrollmentCode(service),
    name: "fms1.acme.example",
    folder: setup.agentFolder,
  });
  await setup.agent({ again: true });
  const runs = await populateRuns(setup);
  // The first request makes the service ask for the server's name.
  await service.raw("GET", "/svc/api/info");
  await service.settle();
  return {
    service,
    folder: setup.folder,
    runs,
    async stop() {
      // The fake tool waits for this file.
      writeFileSync(releaseFile(setup), "");
      await finalProcess(service, runs.running);
      await setup.stop();
    },
  };
}

async function populateKeys(service: TestService): Promise<void> {
  const settings = { serverNickname: "Acme Files", environmentTag: "TEST" };
  await service.admin("PATCH", "/svc/api/settings", settings);
  await service.aKey({ label: "Old invoice import", databases: ["Orders.fmp12"] });
  await service.anAdminKey("Deploy script");
  await service.turn(120 * dayMs);
  const shop = await service.aKey({ label: "Web shop", databases: ["Contacts.fmp12", "Orders.fmp12"], isOData: true });
  const team = await service.aKey({ label: "Field team app", databases: ["Contacts.fmp12"], allowAnyDatabase: true });
  await service.turn(3 * dayMs);
  for (const key of [shop, team])
    await service.raw("GET", "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records?_limit=1", {
      key,
    });
  await service.aKey({ label: "Power BI", databases: ["Contacts.fmp12", "Orders.fmp12"], isOData: true });
}

/** Creates a successful run, a failed one, a deleted file and folder, and a run that is in progress while screenshots are taken. */
async function populateRuns(setup: FileOperationSetup): Promise<PopulatedService["runs"]> {
  const { service } = setup;
  const done = await setup.run("check-consistency", { sourceFile: "Field Service", force: true });
  await service.turn(3 * minuteMs);
  const failed = await setup.run("copy-compress", {
    sourceFile: "Invoices",
    inPlace: true,
    ...opener,
    password: "wrong",
    force: true,
  });
  await service.turn(4 * minuteMs);
  const { body } = await setup.start("delete", { files: ["Trade Fairs 2019 to 2024"] });
  await setup.ended(body.response.processId);
  await service.admin("DELETE", "/svc/api/files?path=documents/Imports/customers.csv");
  rmSync(releaseFile(setup), { force: true });
  setup.actTool(checked(releaseFile(setup)));
  const files = ["Archive", "Field Service", "Inventory", "Production Planning"];
  const started = await setup.start("check-consistency", {
    files: files.map((sourceFile) => ({ sourceFile })),
    force: true,
  });
  const running: number = started.body.response.processId;
  await finalProcess(service, running, ({ done: count }) => (count ?? 0) >= 3);
  await service.turn(2 * minuteMs);
  // Its agent was disconnected meanwhile.
  await finalProcess(service, running, ({ state, waitingFor }) => state === "running" && waitingFor === null);
  return { done: done.id, failed: failed.id, running };
}

/** Fake FMDeveloperTool that is fast for three files and waits at the fourth until the file exists. */
const checked = (releaseFilePath: string) => `
case "$*" in *Production*) while [ ! -e '${releaseFilePath}' ]; do sleep 0.2; done;; esac
echo "Consistency check passed."`;

function releaseFile(setup: FileOperationSetup): string {
  return setup.at("gate");
}
