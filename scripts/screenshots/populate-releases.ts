import { writeFileOf } from "../../sandbox/fmserver/disk/hosted-file.ts";
import { Database } from "../../sandbox/fmserver/world/schema/database-schema.ts";
import { aReleaseSetup, fullAccess, type ReleaseSetup } from "../../tests/builds/support/a-release-setup.ts";
import { testService } from "../../tests/support/test-service.ts";

/** Two servers with a release from one to the other. */
export interface ReleaseServers {
  readonly development: ReleaseSetup;
  readonly production: ReleaseSetup;
  stop(): Promise<void>;
}

type World = Parameters<typeof aReleaseSetup>[2][number];

const minuteMs = 60_000;
const names = ["Contacts", "Invoices", "Orders"];
const people = ["Ada Lovelace", "Grace Hopper", "Mary Jackson", "Annie Easley"];

const toArchive = {
  source: { type: "local", fileNames: ["Orders"] },
  fileOperations: [{ operation: "replace", source: { fileName: "Orders" }, target: { fileName: "Archive" } }],
};

/** Returns a file of the company before the release. */
function aFile(name: string): World {
  return {
    name,
    sizeBytes: 6_291_456,
    accounts: [{ name: fullAccess.user, password: fullAccess.password }],
    tables: [
      {
        name,
        fields: ["Name", "Street", "Telephone", "Notes"].map((field) => ({ name: field })),
        records: people.map((person) => ({ values: { Name: person } })),
      },
    ],
    layouts: [{ name: `${name} List`, occurrence: name, fields: ["Name", "Telephone"] }],
    valueLists: [{ name: "Countries", values: ["Germany", "France"] }],
    scripts: [
      { name: "Old import", steps: [] },
      { name: "Send mail", steps: [{ text: "sent" }] },
    ],
  };
}

/** Returns the same file with the release's changes. */
function aNewFile(name: string): World {
  const { tables: [table] = [], ...file } = aFile(name);
  const fields = ["Name", "Street", "Phone", "Notes", "Email", "Newsletter"].map((field) => ({ name: field }));
  return {
    ...file,
    sizeBytes: 6_815_744,
    tables: [
      { name, ...table, fields },
      { name: "Log", fields: [{ name: "Text" }, { name: "Time" }] },
    ],
    layouts: [
      { name: `${name} List`, occurrence: name, fields: ["Name", "Phone", "Email"] },
      { name: "Log", occurrence: "Log", fields: ["Text"] },
    ],
    valueLists: [{ name: "Countries", values: ["Germany", "France", "Spain"] }],
    scripts: [
      { name: "Send mail", steps: [{ text: "sent, and noted" }] },
      { name: "Clear log", steps: [] },
    ],
  };
}

/**
 * Creates two servers. One has two compared builds. The other has deployments by part number: 1 was undone by 2, 3 was a rehearsal, 4
 * succeeded, 5 failed, 6 is running; and a recipe with its schedule.
 */
export async function populateReleases(): Promise<ReleaseServers> {
  const start: typeof testService = (options) => testService(options);
  const development = await aReleaseSetup(
    start,
    "development",
    names.map((name) => ({ ...aFile(name), status: "CLOSED" as const })),
  );
  const production = await aReleaseSetup(start, "production", [...names, "Archive"].map(aFile), false);
  const [held, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isToBeHeld = false;
  await production.agent({
    async noteWatch(when, note) {
      if (!isToBeHeld || when !== "before" || note.note !== "step") return;
      if (note.name !== "close" || note.state !== "done") return;
      held.resolve();
      await goOn.promise;
    },
  });
  await named(development, "Acme Development", "DEV");
  await named(production, "Acme Production", "PROD");
  await populateBuilds(development);
  await populateDeployments(production, await development.service.anAdminKey("Deployments of production"), development);
  isToBeHeld = true;
  const running = (await production.post("deployment", { label: "Yearly archive", deployments: [toArchive] })).body;
  await held.promise;
  await production.service.turn(42_000);
  return {
    development,
    production,
    async stop() {
      goOn.resolve();
      await production.ended(running.response.processIds[0]);
      await development.stop();
      await production.stop();
    },
  };
}

async function named({ service }: ReleaseSetup, serverNickname: string, environmentTag: string): Promise<void> {
  await service.admin("PATCH", "/svc/api/settings", { serverNickname, environmentTag });
}

async function populateBuilds(server: ReleaseSetup): Promise<void> {
  const files = names.map((fileName) => ({ fileName, clone: true, ...fullAccess }));
  const before = await server.built({ buildId: "release-12", files });
  await server.service.turn(90 * minuteMs);
  writeFileOf(server.at("Data", "Databases", "Contacts.fmp12"), Database.parse(aNewFile("Contacts")));
  const after = await server.built({ buildId: "release-13", files });
  const { body } = await server.post("build/db/compare", { from: before.ottofmsId, to: after.ottofmsId });
  await server.ended(body.response.processId);
}

async function populateDeployments(server: ReleaseSetup, apiKey: string, source: ReleaseSetup): Promise<void> {
  const migrated = (fileName: string) => ({
    operation: "migrate",
    clone: { fileName, ...fullAccess },
    dataSource: { fileName, ...fullAccess },
    target: { fileName },
  });
  const from = { serverUrl: source.url, auth: { type: "apiKey", apiKey } };
  const release = (buildId: string) => ({
    deployments: [{ source: { type: "service", buildId, ...from }, fileOperations: names.map(migrated) }],
  });
  const run = async (json: object) => {
    const { processIds } = (await server.post("deployment", json)).body.response;
    for (const id of processIds) await server.ended(id);
    await server.service.turn(7 * minuteMs);
  };
  await run({ label: "Yearly archive", deployments: [toArchive] });
  const undone = (await server.post("deployment/undo", { id: 1 })).body.response;
  await server.ended(undone.processIds[0]);
  await run({ label: "Release 13", rehearse: true, ...release("release-13") });
  await run({ label: "Release 13", ...release("release-13") });
  await run({ label: "Release 14", ...release("release-14") });
  const request = { deployments: [{ source: { type: "servicejit", ...from }, fileOperations: names.map(migrated) }] };
  const { body } = await server.post("deployment/recipes", { name: "Nightly", request });
  await server.post("schedules", {
    name: "Nightly deployment",
    timing: { kind: "repeating", cron: "30 2 * * *", timeZone: "Europe/Berlin" },
    missed: "skip",
    action: { kind: "recipe", input: { recipeId: body.response.recipe.id } },
  });
}
