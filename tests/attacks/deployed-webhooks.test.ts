import { cpSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { aFile, aReleaseSetup, fullAccess } from "../builds/support/a-release-setup.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const production = await aReleaseSetup((options) => testService(options), "production", [
  aFile("Contacts"),
  aFile("B"),
]);
afterAll(() => production.stop());
const { service } = production;
const { user, password: pass } = fullAccess;
const key = await service.aKey({ databases: ["Contacts.fmp12", "B.fmp12"], user, pass });
const builds = (...parts: string[]) => production.at("Data", "Backups", "Latchkey Builds", ...parts);

const hook = (channel: string, filename: string, settings: object) => ({
  ...{ channel, filename, label: channel },
  settings: { answerMode: "accepted", ...settings },
});
const replace = (from: string, to: string) => ({
  source: { type: "build_inbox", buildId: "release" },
  fileOperations: [{ operation: "replace", source: { fileName: from }, target: { fileName: to } }],
});
const webhookOf = async (id: number) => (await production.get(`webhooks/${id}`)).body.response;
const forged = (channel: string, file: string) =>
  service.raw("POST", `/svc/receiver/${file}/${channel}`, { key, json: { forged: Math.random() } });

verifies("deployments:configs:senders", async () => {
  // A development server verifies no senders.
  const names = ["pay", "list", "off"];
  const open: Record<string, number> = {};
  for (const name of [...names, "same", "fresh"])
    open[name] = (await production.post("webhooks", hook(name, "Contacts", {}))).body.response.id;
  await production.built({
    buildId: "release",
    files: [{ fileName: "Contacts", clone: false, ...fullAccess }],
    fileConfig: { webhooks: true },
  });
  cpSync(builds("outbox", "release"), builds("inbox", "release"), { recursive: true });
  await service.admin("DELETE", `/svc/api/webhooks/${open.fresh}`);

  const stripe = { verification: { scheme: "stripe" } };
  const protections = {
    pay: { ...stripe, allowedAddresses: ["203.0.113.7"] },
    list: { allowedAddresses: ["203.0.113.0/24"], duplicates: { by: "body", hours: 48 } },
    off: { active: false },
  };
  for (const file of ["Contacts", "B"]) {
    const ids: Record<string, number> = file === "Contacts" ? open : {};
    if (file === "B")
      for (const name of names) ids[name] = (await production.post("webhooks", hook(name, "B", {}))).body.response.id;
    await production.post(`webhooks/${ids.pay}/secret`, { secret: "whsec_live-secret-of-the-sender" });
    for (const name of names) {
      const settings = protections[name as keyof typeof protections];
      expect(await service.admin("PATCH", `/svc/api/webhooks/${ids[name]}`, { settings })).toSucceed();
    }

    const { verdict, parts } = (
      await production.post("deployment/plan", { label: "r", deployments: [replace("Contacts", file)] })
    ).body.response;
    expect(verdict).toBe("ready");
    const findings = parts[0].findings.filter(({ code }: { code: string }) => code === "webhook");
    const inB = `${file}.fmp12`;
    const sentences = [
      `The webhook "pay" of ${inB} keeps its verification and allowed addresses; the build's settings differ.`,
      `The webhook "list" of ${inB} keeps its allowed addresses and rule for duplicates; the build's settings differ.`,
    ];
    expect(findings).toEqual(sentences.map((text) => ({ level: "info", code: "webhook", fileName: inB, text })));

    const started = await production.post("deployment", { label: "r", deployments: [replace("Contacts", file)] });
    const { processIds, subDeploymentIds } = started.body.response;
    expect((await production.ended(processIds[0])).state, await production.log(processIds[0])).toBe("done");
    const message = async () => (await production.get(`deployment/${subDeploymentIds[0]}`)).body.response.message;
    await expect.poll(message).toBe(sentences.join(" "));
    for (const name of names) {
      const { settings } = await webhookOf(ids[name] as number);
      expect(settings, `${file} ${name}`).toMatchObject(protections[name as keyof typeof protections]);
      expect((await forged(name, file)).status, `${file} ${name}`).not.toBe(202);
    }
  }
  // A new webhook is registered as the build has it.
  expect(await forged("fresh", "Contacts")).toMatchObject({ status: 202 });
});

verifies("deployments:configs:senders", "an import that replaces a webhook warns", async () => {
  const passphrase = "correct horse battery";
  const { file } = (await production.post("transfer/export", { passphrase })).body.response;
  const preview = async () => {
    const given = { file, passphrase, parts: ["webhooks"], existing: "replace" };
    const { entries } = (await production.post("transfer/preview", given)).body.response;
    return entries.filter(({ action }: { action: string }) => action === "replace");
  };
  const { webhooks } = (await production.get("webhooks")).body.response;
  const same = webhooks.find(({ channel }: { channel: string }) => channel === "same");
  const change = (settings: object) => service.admin("PATCH", `/svc/api/webhooks/${same.id}`, { settings });
  await change({ deadlineSeconds: 3 });
  expect(await preview()).toMatchObject([{ warning: null }]);
  await change({ allowedAddresses: ["203.0.113.7"] });
  const warning = "It changes who can send events to this webhook: its allowed addresses.";
  expect(await preview()).toMatchObject([{ warning }]);
});
