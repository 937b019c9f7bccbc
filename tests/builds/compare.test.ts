import { afterAll, expect } from "vitest";
import { usualLimits } from "../deployments/support/two-servers.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aFile, aReleaseSetup, fullAccess } from "./support/a-release-setup.ts";

const scripts = [
  { name: "Fail", steps: [{ error: 500 }] },
  { name: "Wait", steps: [{ delayMs: 3_600_000 }] },
];
const server = await aReleaseSetup(
  testService,
  "development",
  [
    aFile("Contacts", { records: 3 }),
    { ...aFile("Archive", { records: 1 }), status: "CLOSED" },
    { ...aFile("Orders"), scripts },
    aFile("Projects"),
  ],
  true,
  { releaseLimits: { ...usualLimits, preBuildScriptSeconds: 3_600 } },
);
afterAll(() => server.stop());

const compare = (from: unknown, to: unknown) => server.get(`build/db/compare?from=${from}&to=${to}`);
const runsFirst = (name: string) => ({
  file: { name: "Orders", ...fullAccess },
  script: { name },
  stopBuildOnFail: true,
});

verifies("builds:compare:files", async () => {
  const file = (fileName: string, clone = true) => ({ fileName, clone });
  const made = (...files: readonly object[]) => server.built({ buildId: "release", files, force: true });
  const before = await made(file("Contacts"), file("Orders"), file("Archive", false));
  // The same id: the build before is no longer in the outbox, and its record knows what it was.
  const after = await made(file("contacts", false), file("Archive", false), file("Projects"));
  const { comparison } = (await compare(before.ottofmsId, after.ottofmsId)).body.response;
  expect(comparison).toMatchObject({
    from: { id: before.ottofmsId, buildId: "release" },
    to: { id: after.ottofmsId, buildId: "release" },
    files: [
      { fileName: "Archive.fmp12", change: "unchanged", differences: [] },
      { fileName: "Contacts.fmp12", change: "changed", from: { clone: true }, to: { clone: false } },
      { fileName: "Orders.fmp12", change: "removed", from: { clone: true }, to: null },
      { fileName: "Projects.fmp12", change: "added", from: null, to: { clone: true } },
    ],
  });
  const [, contacts] = comparison.files;
  expect(contacts.differences).toEqual(["clone", "sha256"]);
  expect(before.files).toContainEqual({ fileName: contacts.fileName, ...contacts.from });
  expect(after.files).toContainEqual({ fileName: contacts.fileName, ...contacts.to });
  const back = (await compare(after.ottofmsId, before.ottofmsId)).body.response.comparison;
  expect(back.files.map(({ change }: { readonly change: string }) => change)).toEqual(
    // In the same order, with what was added and what was removed the other way round.
    ["unchanged", "changed", "added", "removed"],
  );
});

verifies("builds:compare:refused", async () => {
  const files = [{ fileName: "Contacts" }];
  const { ottofmsId: whole } = await server.built({ buildId: "whole", files });
  expect(await compare(whole, 4711)).toRefuseWith("build_not_found");
  const failed = await server.built({ buildId: "never-made", files, preBuildScript: runsFirst("Fail") });
  const refusal = await compare(whole, failed.ottofmsId);
  expect(refusal).toRefuseWith("build_not_completed");
  expect(refusal.body.messages[0].text).toContain("never-made");
  const json = { buildId: "being-made", files, preBuildScript: runsFirst("Wait") };
  const { ottofmsId: open, processId } = (await server.post("build", json)).body.response;
  const early = await compare(open, whole);
  expect(early).toRefuseWith("build_running");
  expect(early.body.messages[0].text).toContain("being-made");
  await server.post("build/abort");
  await server.ended(processId);
});
