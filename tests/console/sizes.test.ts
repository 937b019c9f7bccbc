import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { type AWindow, aWindow, signedIn } from "./support/a-window.ts";

const service = await testService();
afterAll(() => service.stop());

const dist = new URL("../../console/dist/", import.meta.url);
const folder = "/svc/console/";

/** Returns a function that lists the files requested by a window since the last call. */
function watched({ page }: AWindow): () => readonly string[] {
  const names = new Set<string>();
  let reported = 0;
  page.on("request", (request) => names.add(new URL(request.url()).pathname));
  return () => {
    const fresh = [...names].slice(reported);
    reported = names.size;
    return fresh;
  };
}

/** Returns the size of a type's files in kilobytes, compressed as they are transferred. */
function weight(names: readonly string[], ending: string): number {
  const files = names.filter((name) => name.startsWith(folder) && name.endsWith(ending));
  const bytes = files.map((name) => gzipSync(readFileSync(new URL(name.slice(folder.length), dist))).length);
  return Math.round(bytes.reduce((sum, one) => sum + one, 0) / 1000);
}

/** Returns the size of everything transferred in kilobytes, including response headers. */
async function wireOf({ page }: AWindow): Promise<() => number> {
  const devtools = await page.context().newCDPSession(page);
  let bytes = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await devtools.send("Network.enable");
  return () => bytes / 1000;
}

verifies(
  "system:console:sizes",
  "the sign-in page takes at most 160 KB over the wire, and the keys page 200 KB, for a browser with an empty cache",
  async () => {
    const unknownCaller = await aWindow(service);
    const signIn = await wireOf(unknownCaller);
    await unknownCaller.open();
    await unknownCaller.page.getByLabel("Account").waitFor();
    expect(signIn()).toBeLessThanOrEqual(160);

    const known = await signedIn(service);
    const newcomer = await aWindow(service, { storageState: await known.page.context().storageState() });
    const keys = await wireOf(newcomer);
    await newcomer.open("/keys");
    await newcomer.page.getByText("No Data API keys yet").waitFor();
    await newcomer.page.getByRole("button", { name: "No running tasks" }).waitFor();
    expect(keys()).toBeGreaterThan(signIn());
    expect(keys()).toBeLessThanOrEqual(200);
  },
);

verifies(
  "system:console:sizes",
  "the sign-in page takes at most 140 KB of script, 12 KB of style, and 15 requests",
  async () => {
    const window = await aWindow(service);
    const asked = watched(window);
    await window.open();
    await window.page.getByLabel("Account").waitFor();
    const names = asked();
    expect(weight(names, ".js")).toBeLessThanOrEqual(140);
    expect(weight(names, ".css")).toBeLessThanOrEqual(12);
    expect(names.length, names.join("\n")).toBeLessThanOrEqual(15);
  },
);

verifies(
  "system:console:sizes",
  "the keys page takes at most 200 KB in total, and its create dialog 66 KB more",
  async () => {
    const window = await aWindow(service);
    const asked = watched(window);
    await window.open("/keys");
    await window.signIn();
    await window.page.getByText("No Data API keys yet").waitFor();
    expect(weight(asked(), ".js")).toBeLessThanOrEqual(200);
    await window.page.getByRole("button", { name: "Create key" }).first().click();
    await window.page.getByRole("dialog").getByLabel("Files").waitFor();
    expect(weight(asked(), ".js")).toBeLessThanOrEqual(66);
  },
);

verifies(
  "system:console:sizes",
  "the note editor takes at most 130 KB, and reading a note loads none of it",
  async () => {
    const paragraph = { type: "paragraph", content: [{ type: "text", text: "Ask Ada first." }] };
    await service.admin("PUT", "/svc/api/file-notes/Contacts", { document: { type: "doc", content: [paragraph] } });
    const window = await signedIn(service, "/files/Contacts.fmp12?tab=note");
    await window.page.getByText("Ask Ada first.").waitFor();
    const asked = watched(window);
    await window.page.getByRole("button", { name: "Edit" }).click();
    await window.page.getByRole("toolbar", { name: "Text tools" }).waitFor();
    const weights = weight(asked(), ".js");
    expect(weights).toBeGreaterThan(50);
    expect(weights).toBeLessThanOrEqual(130);
  },
);

verifies("system:console:sizes", "every other page adds at most 40 KB to the previous one", async () => {
  const window = await signedIn(service);
  // The button appears with the frame, shortly after the first page.
  await window.page.getByRole("button", { name: "No running tasks" }).waitFor();
  const asked = watched(window);
  for (const name of [
    "Databases",
    "File Browser",
    "API Keys",
    "Webhooks",
    "Tasks",
    "Alerts",
    "Audit trail",
    "Settings",
  ]) {
    await window.page.getByRole("link", { name }).first().click();
    await window.page.getByRole("heading", { level: 1, name }).waitFor();
    expect(weight(asked(), ".js"), name).toBeLessThanOrEqual(40);
  }
  await window.page.getByRole("link", { name: "Logs", exact: true }).click();
  await window.page.getByRole("log").waitFor();
  expect(weight(asked(), ".js"), "Logs").toBeLessThanOrEqual(40);
  await window.open("/files/Contacts.fmp12");
  await window.page.getByRole("heading", { level: 1, name: "Contacts.fmp12" }).waitFor();
  await window.page.getByText("Extended privileges").waitFor();
  expect(weight(asked(), ".js"), "a file's page").toBeLessThanOrEqual(40);
  await window.open("/processes/1");
  await window.page.getByText("Task not found").waitFor();
  expect(weight(asked(), ".js"), "a run").toBeLessThanOrEqual(40);
});
