import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { type CalloutAnswer, type CalloutCall, CalloutFailed, CalloutRefused } from "#shared/ports/callouts.ts";
import { calloutsToThisMachine, fullAccess } from "../builds/support/a-release-setup.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { contentOf, twoServers, usualLimits } from "./support/two-servers.ts";

/**
 * Makes a call from the development server's agent to other servers. Without TLS, the agent needs a host name, but the production service
 * identifies itself by IP address.
 */
const wholeLine = (request: CalloutCall): Promise<CalloutAnswer> => {
  const url = new URL(request.url);
  url.hostname = "production.example.test";
  return calloutsToThisMachine.call({ ...request, url });
};
let line = wholeLine;
const servers = await twoServers((options) => testService(options), usualLimits, {
  calloutsTo: () => ({ ...calloutsToThisMachine, call: (request) => line(request) }),
});
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
  // The undone deployment says so.
  const { batches } = (await production.get(`deployment/${batchId}`)).body.response;
  expect(batches.deployments).toMatchObject([{ undone_by: undoneParts[0].id }]);
});

/** Deploys one file of the build, which the development server must push, and returns the log. */
async function pushedLog(fileName: string): Promise<string> {
  const source = { type: "service", buildId: "release-1", serverUrl: development.url, auth, pushBuild: true };
  const operation = { ...sameFile("install", fileName), overwrite: true };
  const { parts } = await servers.deployed({ deployments: [{ source, fileOperations: [operation] }] });
  const log = await production.log(parts[0].process_id);
  expect(parts[0], log).toMatchObject({ final_result: "successful" });
  expect(contentOf(production, fileName)).toMatchObject({ scripts: ["After"] });
  expect(readdirSync(production.at("Data", "Backups", "Latchkey Builds", "incoming"))).toEqual([]);
  return log;
}

/** Returns the same call with another body and its checksum. */
function withBody(request: CalloutCall, body: Uint8Array): CalloutCall {
  const sum = `sha256 ${createHash("sha256").update(body).digest("base64")}`;
  return { ...request, body, headers: { ...request.headers, "Upload-Checksum": sum } };
}

verifies("deployments:push:brought", async () => {
  const offsets: number[] = [];
  let address = "";
  line = async (request) => {
    if (request.method !== "PATCH") return wholeLine(request);
    address = request.url.pathname;
    offsets.push(Number(request.headers?.["Upload-Offset"]));
    if (offsets.length > 1) return wholeLine(request);
    const body = request.body as Uint8Array;
    await wholeLine(withBody(request, body.subarray(0, Math.floor(body.length / 2))));
    throw new CalloutFailed("The line broke.");
  };
  const log = await pushedLog("Fresh");
  expect(log).toMatch(
    /Asked .* to push release-1[\s\S]* pushed release-1[\s\S]*Using release-1, which its server pushed/,
  );
  expect(log).not.toContain("Fetched");
  expect([offsets[0], offsets.length]).toEqual([0, 2]);
  expect(offsets[1]).toBeGreaterThan(0);

  expect(address).toMatch(/^\/svc\/api\/build\/push\/bp_[0-9a-f]{106}$/);
  const lastDigit = address.endsWith("0") ? "1" : "0";
  const headers = {
    "Tus-Resumable": "1.0.0",
    "Content-Type": "application/offset+octet-stream",
    "Upload-Offset": "0",
  };
  for (const path of [address, `${address.slice(0, -1)}${lastDigit}`, "/svc/api/build/push/bp_0"]) {
    const again = await production.service.raw("PATCH", path, { headers, body: "again" });
    expect(again).toRefuseWith("build_push_not_found");
  }
});

verifies("deployments:push:fallback", async () => {
  line = async () => {
    throw new CalloutRefused("The address is not one that is called.");
  };
  const unreached = await pushedLog("Fresh");
  expect(unreached).toMatch(/release-1 couldn't be pushed and will be pulled: .*The address is not one that is called/);
  expect(unreached).toContain("Fetched release-1");

  line = (request) =>
    wholeLine(
      request.method === "PATCH" ? withBody(request, Buffer.from(request.body as Uint8Array).reverse()) : request,
    );
  const wrong = await pushedLog("Fresh");
  expect(wrong).toContain(
    "The pushed file differs from the one that the server of release-1 announced: fetching it instead",
  );
  expect(wrong).toContain("Fetched release-1");
  line = wholeLine;
});
