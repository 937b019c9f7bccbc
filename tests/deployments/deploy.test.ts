import { afterAll, expect } from "vitest";
import { fullAccess } from "../builds/support/a-release-setup.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { contentOf, twoServers } from "./support/two-servers.ts";

const servers = await twoServers((options) => testService(options));
const { development, production, auth } = servers;
afterAll(() => servers.stop());

const migrate = (fileName: string) => ({
  operation: "migrate",
  clone: { fileName, ...fullAccess },
  dataSource: { fileName, ...fullAccess },
  target: { fileName },
});
const sameFile = (operation: string, fileName: string) => ({ operation, source: { fileName }, target: { fileName } });
const before = ["Contacts 1", "Contacts 2", "Contacts 3"];

let batchId: number;

verifies("deployments:run:build", async () => {
  await development.built({
    buildId: "release-1",
    files: [
      { fileName: "Contacts", clone: true },
      { fileName: "Orders", clone: false },
      { fileName: "Fresh", clone: false },
    ],
    compressionLevel: 6,
    textFiles: [{ fileName: "release.txt", content: "Release 1" }],
  });
  const { parts, ...whole } = await servers.deployed({
    label: "Release 1",
    deployments: [
      {
        source: { type: "otto4", buildId: "release-1", serverUrl: development.url, auth },
        fileOperations: [
          migrate("Contacts"),
          sameFile("replace", "Orders"),
          sameFile("install", "Fresh"),
          { operation: "close", target: { fileName: "Other" } },
        ],
      },
    ],
  });
  expect(parts[0], await production.log(parts[0].process_id)).toMatchObject({
    status: "complete",
    final_result: "successful",
    name: "Release 1",
    file_count: 4,
    running: 0,
  });
  expect(contentOf(production, "Contacts")).toEqual({ scripts: ["After"], fields: ["name", "phone"], records: before });
  expect(contentOf(production, "Orders")).toMatchObject({ scripts: ["After"], records: ["Orders 1"] });
  expect(contentOf(production, "Fresh")).toMatchObject({ scripts: ["After"], records: ["Fresh 1", "Fresh 2"] });
  const states = ["Contacts", "Orders", "Fresh", "Other"].map(production.statusOf);
  expect(states).toEqual(["NORMAL", "NORMAL", "NORMAL", "CLOSED"]);

  batchId = whole.batchId;
  const { deployments, subDeployments } = (await production.get("deployment/backups")).body.response;
  expect({ deployments, subDeployments }).toEqual({ deployments: [batchId], subDeployments: whole.ids });
});

verifies("deployments:undo:whole", async () => {
  const undone = await production.post("deployment/undoFull", { id: batchId });
  const { parts: undoneParts } = await servers.ends(undone.body.response);
  expect(undoneParts[0], await production.log(undoneParts[0].process_id)).toMatchObject({ final_result: "successful" });
  expect(contentOf(production, "Contacts")).toEqual({ scripts: ["Before"], fields: ["name"], records: before });
  expect(contentOf(production, "Orders")).toMatchObject({ scripts: ["Before"], records: ["Orders 1", "Orders 2"] });
  expect(production.statusOf("Contacts")).toBe("NORMAL");
});
