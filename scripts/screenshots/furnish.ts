import { rmSync, writeFileSync } from "node:fs";
import { enrol } from "../../local-agent/enrol.ts";
import { anEnrolmentCode } from "../../tests/agent/support/an-agent.ts";
import {
  anOperatingHouse,
  type OperatingHouse,
  opener,
} from "../../tests/file-operations/support/an-operating-house.ts";
import { finalProcess } from "../../tests/processes/support/final-process.ts";
import { type House, house } from "../../tests/support/house.ts";
import { aNote } from "./a-note.ts";
import { company } from "./company.ts";
import { writeHostFiles } from "./host-files.ts";
import { writeServerLogs } from "./server-logs.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A server after some months of use, as every page shows something of it. */
export interface Furnished {
  readonly home: House;
  /** Where its server lies. */
  readonly folder: string;
  /** Runs, as addresses name them. */
  readonly runs: { readonly done: number; readonly failed: number; readonly running: number };
  stop(): Promise<void>;
}

/** Keys that are used, forgotten and too powerful, a name and a colour, notes, files on the host, an agent, and runs of every kind. */
export async function furnish(): Promise<Furnished> {
  const place = await anOperatingHouse((sandbox) => house({ sandbox }), company, null);
  const { home } = place;
  await furnishKeys(home);
  for (const [name, document] of Object.entries(aNote))
    await home.admin("PUT", `/svc/api/file-notes/${name}`, { document });
  // People have come this morning, and not when the first key was made.
  home.sandbox.reload();
  await home.turn(2 * hourMs);
  await home.sandbox.flushLogs();
  writeServerLogs(place.at("Logs"), home.clock.now() - 12 * minuteMs);
  writeHostFiles(place.at("Data"), home.clock.now());
  await enrol({
    address: `${home.baseUrl}/svc`,
    code: await anEnrolmentCode(home),
    name: "fms1.acme.example",
    folder: place.agentFolder,
  });
  await place.agent({ again: true });
  const runs = await furnishRuns(place);
  // The first question makes the service ask for the server's name.
  await home.raw("GET", "/svc/api/info");
  await home.settle();
  return {
    home,
    folder: place.folder,
    runs,
    async stop() {
      // What the acted tool waits for.
      writeFileSync(gateAt(place), "");
      await finalProcess(home, runs.running);
      await place.stop();
    },
  };
}

async function furnishKeys(home: House): Promise<void> {
  const settings = { serverNickname: "Acme Files", environmentTag: "TEST" };
  await home.admin("PATCH", "/svc/api/settings", settings);
  await home.aKey({ label: "Old invoice import", databases: ["Orders.fmp12"] });
  await home.anAdminKey("Deploy script");
  await home.turn(120 * dayMs);
  const shop = await home.aKey({ label: "Web shop", databases: ["Contacts.fmp12", "Orders.fmp12"], isOData: true });
  const team = await home.aKey({ label: "Field team app", databases: ["Contacts.fmp12"], allowAnyDatabase: true });
  await home.turn(3 * dayMs);
  for (const key of [shop, team])
    await home.raw("GET", "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records?_limit=1", { key });
  await home.aKey({ label: "Power BI", databases: ["Contacts.fmp12", "Orders.fmp12"], isOData: true });
}

/** One that went well, one that went wrong, a deleted file and folder, and one that goes on while pictures are taken. */
async function furnishRuns(place: OperatingHouse): Promise<Furnished["runs"]> {
  const { home } = place;
  const done = await place.run("check-consistency", { sourceFile: "Field Service", force: true });
  await home.turn(3 * minuteMs);
  const failed = await place.run("copy-compress", {
    sourceFile: "Invoices",
    inPlace: true,
    ...opener,
    password: "wrong",
    force: true,
  });
  await home.turn(4 * minuteMs);
  const { body } = await place.start("delete", { files: ["Trade Fairs 2019 to 2024"] });
  await place.ended(body.response.processId);
  await home.admin("DELETE", "/svc/api/files?path=documents/Imports/customers.csv");
  rmSync(gateAt(place), { force: true });
  place.actTool(checked(gateAt(place)));
  const files = ["Archive", "Field Service", "Inventory", "Production Planning"];
  const started = await place.start("check-consistency", {
    files: files.map((sourceFile) => ({ sourceFile })),
    force: true,
  });
  const running: number = started.body.response.processId;
  await finalProcess(home, running, ({ done: count }) => (count ?? 0) >= 3);
  await home.turn(2 * minuteMs);
  // Its agent was not heard of meanwhile.
  await finalProcess(home, running, ({ state, waitingFor }) => state === "running" && waitingFor === null);
  return { done: done.id, failed: failed.id, running };
}

/** FMDeveloperTool that is quick with three files and waits at the fourth until the gate is there. */
const checked = (gate: string) => `
case "$*" in *Production*) while [ ! -e '${gate}' ]; do sleep 0.2; done;; esac
echo "Consistency check passed."`;

function gateAt(place: OperatingHouse): string {
  return place.at("gate");
}
