import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { systemClock } from "../../local-agent/clock.ts";
import { hostAt } from "../../local-agent/host.ts";
import { sweepTrash } from "../../local-agent/trash/delete-from-trash.ts";
import { trashCommands } from "../../local-agent/trash/trash-commands.ts";
import { aHost } from "../agent/support/a-host.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anEmptyHost, hostedOn, hostedService } from "./support/a-hosted-service.ts";

const server = anEmptyHost();
const service = await testService(hostedOn(server, {}, { TRASH_DAYS: "40" }));
const hosted = await hostedService(service, server);
const { at, ended, later } = hosted;
afterAll(() => hosted.stop());

const idOf = (number: number) => `01939b5e-7c1a-7f3e-9d2b-${String(number).padStart(12, "0")}`;
const kept = { keptUntil: Date.now() + 60_000, deletedBy: "account:admin" };

verifies(
  "files:trash:repeated",
  "a repeated deletion isn't started twice, and an interrupted one continues",
  async () => {
    const host = aHost();
    const commands = trashCommands(hostAt(host.path), systemClock);
    const move = { id: idOf(1), filename: "contacts", ...kept };
    host.write("Data/Databases/RC_Data_FMS/Contacts/photo.png", "photo");
    const first = await commands["trash.move"](move);
    const place = join(host.path, "Data/Databases/Removed/Latchkey", idOf(1));
    // As if the agent had ended between the file and its containers.
    mkdirSync(join(host.path, "Data/Databases/RC_Data_FMS"), { recursive: true });
    renameSync(join(place, "RC_Data_FMS/Contacts"), join(host.path, "Data/Databases/RC_Data_FMS/Contacts"));
    host.write("Data/Databases/Contacts.fmp12", "a new file of that name");
    expect(await commands["trash.move"](move)).toEqual(first);
    expect(existsSync(join(host.path, "Data/Databases/Contacts.fmp12"))).toBe(true);
    expect(existsSync(join(place, "RC_Data_FMS/Contacts/photo.png"))).toBe(true);
    await expect(commands["trash.move"]({ ...move, id: idOf(2), filename: "Nowhere" })).rejects.toThrow();
    expect((await commands["trash.list"]({})).entries).toEqual([first]);
    host.remove();
  },
);

verifies("files:trash:listed", async () => {
  const host = aHost();
  const commands = trashCommands(hostAt(host.path), systemClock);
  for (let number = 0; number < 60; number += 1) {
    host.write(`Data/${number % 2 === 0 ? "Databases" : "Secure/Sub"}/File ${number}.fmp12`, `${number}`);
    await commands["trash.move"]({ ...kept, id: idOf(number), filename: `File ${number}` });
  }
  const first = await commands["trash.list"]({});
  const second = await commands["trash.list"]({ cursor: first.cursor ?? "" });
  expect([first.entries.length, second.entries.length, second.cursor]).toEqual([50, 10, null]);
  expect([...first.entries, ...second.entries].map(({ id }) => id)).toEqual(
    Array.from({ length: 60 }, (_, place) => idOf(59 - place)),
  );
  expect(first.entries[0]).toMatchObject({ filename: "File 59.fmp12", root: "secure", folder: "Sub", sizeBytes: 2 });
  const later = { now: () => kept.keptUntil, sleep: systemClock.sleep };
  expect(await sweepTrash(hostAt(host.path), later)).toHaveLength(60);
  expect((await commands["trash.list"]({})).entries).toEqual([]);
  host.remove();
});

verifies("files:trash:repeated", "while the agent is offline, the process waits and no file is closed", async () => {
  await hosted.agentAway();
  const body = { files: ["Contacts"], force: true };
  const { processId } = (await service.admin("POST", "/svc/api/fm-file/delete", body)).body.response;
  for (;;) {
    const { waitingFor } = (await service.admin("GET", `/svc/api/processes/${processId}`)).body.response.process;
    if (waitingFor === "the agent on the database host") break;
    await service.clock.sleep(20);
  }
  expect(hosted.statusOf("Contacts")).toBe("NORMAL");
  expect(await service.admin("GET", "/svc/api/trash")).toRefuseWith("agent_unavailable");
  await hosted.agentBack();
  await service.turn(15_000);
  expect(await ended(processId)).toMatchObject({ state: "done" });
});

verifies("files:trash:for-good", "files whose retention has ended are swept", async () => {
  const folder = at("Data/Databases/Removed/Latchkey");
  await later(39 * 24 * 60);
  expect(readdirSync(folder)).toHaveLength(1);
  while (readdirSync(folder).length > 0) await later(24 * 60);
});
