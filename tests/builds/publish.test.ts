import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { CalloutFailed } from "#shared/ports/callouts.ts";
import type { AgentOptions } from "../agent/support/an-agent.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aFile, aReleaseSetup, calloutsToThisMachine } from "./support/a-release-setup.ts";

/** Connection failures: a lost answer, and then a call that doesn't arrive. */
let breaks: ("answer" | "call")[] = [];
const calloutsTo: NonNullable<AgentOptions["calloutsTo"]> = () => ({
  ...calloutsToThisMachine,
  async call(request) {
    const broken = request.method === "PATCH" ? breaks.shift() : undefined;
    const answer = broken === "call" ? undefined : await calloutsToThisMachine.call(request);
    if (broken !== undefined || answer === undefined) throw new CalloutFailed("The line broke.");
    return answer;
  },
});

const development = await aReleaseSetup(testService, "development", [aFile("Contacts", { records: 3 })], false);
await development.agent({ calloutsTo });
const production = await aReleaseSetup(testService, "production", []);
afterAll(() => Promise.all([development.stop(), production.stop()]));

const files = [{ fileName: "Contacts", clone: false }];
const inOutbox = (...parts: readonly string[]) =>
  development.at("Data", "Backups", "Latchkey Builds", "outbox", ...parts);
const inInbox = (...parts: readonly string[]) => production.at("Data", "Backups", "Latchkey Builds", "inbox", ...parts);
const webFolder = (...parts: readonly string[]) => development.at("HTTPServer", "htdocs", ...parts);
const inbox = async () =>
  (await production.get("build/list?inboxOrOutbox=inbox")).body.response.manifests.map(
    ({ buildId, status }: { readonly buildId: string; readonly status: string }) => [buildId, status],
  );
const toProduction = async () => ({
  type: "server",
  serverUrl: production.url,
  apiKey: await production.service.anAdminKey(),
});

verifies("builds:publish:after", async () => {
  mkdirSync(webFolder(), { recursive: true });
  const destinations = [await toProduction(), { type: "http_folder", subFolder: "builds/nightly" }];
  await development.built({ buildId: "release-1", files, publish: { destinations } });
  // The processes exist shortly after the build's end.
  let processes: readonly number[] = [];
  while (processes.length < 2) {
    const { builds } = (await development.get("build/db/list")).body.response;
    processes = builds[0].publish_process_ids;
    await development.service.clock.sleep(20);
  }
  for (const id of processes)
    expect(await development.ended(id), await development.log(id)).toMatchObject({ state: "done" });
  expect(await inbox()).toEqual([["release-1", "completed"]]);
  const zip = readFileSync(inOutbox("release-1", "release-1.build.zip"));
  expect(readFileSync(inInbox("release-1", "release-1.build.zip")).equals(zip)).toBe(true);
  expect(readFileSync(webFolder("builds", "nightly", "release-1", "release-1.build.zip")).equals(zip)).toBe(true);
});

verifies("builds:publish:server", async () => {
  await development.built({ buildId: "folder", files, zipFiles: false });
  const destination = await toProduction();
  expect(await development.published("folder", destination)).toMatchObject({ state: "done" });
  expect(readdirSync(inInbox("folder")).sort()).toEqual(["Contacts.fmp12", "manifest.json"]);
  await development.built({ buildId: "folder", files, force: true });
  breaks = ["answer", "call"];
  expect(await development.published("folder", destination)).toMatchObject({ state: "done" });
  expect(breaks).toEqual([]);
  const zip = readFileSync(inOutbox("folder", "folder.build.zip"));
  expect(readFileSync(inInbox("folder", "folder.build.zip")).equals(zip)).toBe(true);
  expect(readdirSync(inInbox("folder")).sort()).toEqual(["folder.build.zip", "manifest.json"]);
  expect(readdirSync(production.at("Data", "Backups", "Latchkey Builds", "incoming"))).toEqual([]);
});

verifies(
  "builds:publish:replaces",
  "in another service's inbox, a folder that isn't a build stays unchanged",
  async () => {
    mkdirSync(inInbox("notes", "old"), { recursive: true });
    writeFileSync(inInbox("notes", "read me.txt"), "kept");
    await development.built({ buildId: "notes", files });
    expect(await development.published("notes", await toProduction())).toMatchObject({
      state: "failed",
      reason: expect.stringMatching(/^notes in the inbox of .* isn't the build notes, so it isn't replaced/),
    });
    expect(readdirSync(inInbox("notes")).sort()).toEqual(["old", "read me.txt"]);
    writeFileSync(inInbox("notes", "manifest.json"), '{"buildId":"other"}');
    expect(await development.published("notes", await toProduction())).toMatchObject({ state: "failed" });
    writeFileSync(inInbox("notes", "manifest.json"), '{"buildId":"notes"}');
    expect(await development.published("notes", await toProduction())).toMatchObject({ state: "done" });
    expect(readdirSync(inInbox("notes")).sort()).toEqual(["manifest.json", "notes.build.zip"]);
  },
);

verifies("builds:publish:web-folder", async () => {
  await development.built({ buildId: "web", files });
  expect(await development.published("web", { type: "http_folder" })).toMatchObject({ state: "done" });
  expect(readdirSync(webFolder("web")).sort()).toEqual(["manifest.json", "web.build.zip"]);
  await development.built({ buildId: "web", files, zipFiles: false, force: true });
  expect(await development.published("web", { type: "http_folder" })).toMatchObject({ state: "done" });
  expect(readdirSync(webFolder("web")).sort()).toEqual(["Contacts.fmp12", "manifest.json"]);
  expect(readdirSync(webFolder()).sort()).toEqual(["builds", "web"]);
});

verifies("builds:publish:refused", async () => {
  const offsiteLocation = { remote_name: "s3", bucket_name: "builds", remote_path: "" };
  const post = (buildId: string, destination: object) =>
    development.post(`build/${encodeURIComponent(buildId)}/publish`, { destination });
  expect(await post("web", { type: "offsite_storage", offsiteLocation })).toRefuseWith("offsite_location_not_found");
  expect(await post("nowhere", { type: "http_folder" })).toRefuseWith("build_not_found");
  expect(await post("web", { type: "http_folder", subFolder: "../../Databases" })).toRefuseWith("input_invalid");
  const publish = { destinations: [{ type: "offsite_storage", offsiteLocation }] };
  expect(await development.post("build", { buildId: "offsite", files, publish })).toRefuseWith(
    "offsite_location_not_found",
  );

  const refused = await development.published("web", { ...(await toProduction()), apiKey: `ak_${"0".repeat(49)}` });
  expect(refused).toMatchObject({
    state: "failed",
    reason: expect.stringMatching(/^production\.example\.test:\d+ responded with HTTP 401: /),
  });
  expect(existsSync(inInbox("web"))).toBe(false);
});
