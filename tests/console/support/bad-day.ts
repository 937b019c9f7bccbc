import { expect } from "vitest";
import type { FileOperationSetup } from "../../files/operations/support/a-file-operation-setup.ts";
import { changePassword } from "../../support/changed-password.ts";
import { recordsPath } from "../../support/http/records-path.ts";

/** Console in a browser, used like an administrator would, independent of the browser driver. */
export interface UsedConsole {
  /** Opens Home, signed in or not. */
  openHome(as: "administrator" | "visitor"): Promise<void>;
  reload(): Promise<void>;
  /** Presses the first element with this role whose name contains the text. */
  press(role: "link" | "button" | "menuitem", name: string): Promise<void>;
  fill(label: string, value: string): Promise<void>;
  enter(): Promise<void>;
  /** Waits for a text in the page, its dialogs or messages. */
  sees(text: RegExp): Promise<void>;
  /** Waits until no row has the text. */
  loses(row: string): Promise<void>;
  /** Waits for the page of a run, and returns its process id. */
  run(): Promise<number>;
  /** Returns the number of clicks after sign-in since the page was loaded. */
  clicks(): Promise<number>;
}

interface Situation {
  readonly name: string;
  run(console: UsedConsole, setup: FileOperationSetup): Promise<void>;
}

/** Expects that the cause is shown after at most two clicks from Home. */
async function isNamed(used: UsedConsole, cause: RegExp): Promise<void> {
  await used.sees(cause);
  expect(await used.clicks()).toBeLessThanOrEqual(2);
}

async function isMended(used: UsedConsole): Promise<void> {
  expect(await used.clicks()).toBeLessThanOrEqual(5);
}

/** Disconnects a listed client without a grace period. */
async function disconnect(used: UsedConsole, client: string): Promise<void> {
  await used.press("link", "All clients");
  await used.press("button", `Actions for ${client}`);
  await used.press("menuitem", "Disconnect");
  await used.fill("Grace period (seconds)", "0");
  await used.enter();
}

/** Runs a script that takes forty seconds. Returns a function that lets them pass. */
async function aSlowScript({ service }: FileOperationSetup, label: string): Promise<() => Promise<void>> {
  const key = await service.aKey({ label });
  service.sandbox.faults.set({ kind: "scriptDelay", milliseconds: 40_000 });
  let isOver = false;
  const path = "/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/script/Echo";
  const call = service.raw("GET", path, { key }).finally(() => {
    isOver = true;
  });
  return async () => {
    while (!isOver) await service.turn(10_000);
    await call;
    service.sandbox.faults.clear();
    await service.logs();
  };
}

/** Problems of an administrator, and how to find and fix each in the console. */
export const badDay: readonly Situation[] = [
  {
    name: "keys are rejected after a password change",
    async run(used, { service }) {
      const key = await service.aKey({ label: "Web shop" });
      changePassword(service.sandbox, "Contacts", "api", "changed-demo-pass");
      expect(await service.raw("GET", recordsPath(), { key })).toRefuseLikeFileMaker("stored_credentials_refused");
      await service.settle();
      await used.openHome("administrator");
      await isNamed(used, /FileMaker Server rejects the account “api” in Contacts: 1 key fails\./);
      await used.press("link", "rejects the account “api”");
      await used.press("button", "Change password…");
      await used.fill("Password", "changed-demo-pass");
      await used.enter();
      await used.sees(/Password updated for 1 key/);
      await isMended(used);
      expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
      changePassword(service.sandbox, "Contacts", "api", "demo-pass");
    },
  },
  {
    name: "the server is down at sign-in",
    async run(used, setup) {
      const { service } = setup;
      const adminKey = await service.anAdminKey("On call");
      const { server } = service.sandbox.world;
      server.stopped.add("ADMINSERVER");
      server.running = false;
      await service.turn(5 * 60_000);
      await used.openHome("visitor");
      await used.fill("Account", "admin");
      await used.fill("Password", "admin-pass");
      await used.enter();
      await used.sees(/Admin API/);
      await used.press("button", "Use a key or one-time code");
      await used.fill("Admin API key or one-time code", adminKey);
      await used.enter();
      await isNamed(used, /Admin API did not respond|Database Server/);

      server.stopped.delete("ADMINSERVER");
      await service.turn(5 * 60_000);
      await used.reload();
      await isNamed(used, /The Database Server is stopped: files can't be opened\./);
      await used.press("link", "The Database Server is stopped: files can't be opened.");
      await used.press("button", "Actions for Database Server");
      await used.press("menuitem", "Start…");
      await used.press("button", "Start Database Server");
      const process = await setup.ended(await used.run());
      expect(process, await setup.log(process.id)).toMatchObject({ state: "done" });
      await used.sees(/Done/);
      expect(server.running).toBe(true);
      await isMended(used);
    },
  },
  {
    name: "a user keeps a file open",
    async run(used) {
      await used.openHome("administrator");
      await used.press("link", "Show files");
      await used.press("link", "Orders.fmp12");
      await isNamed(used, /Ada Moreno/);
      await disconnect(used, "Ada Moreno");
      await used.loses("Ada Moreno");
      await isMended(used);
    },
  },
  {
    name: "a script was slow",
    async run(used, setup) {
      await (await aSlowScript(setup, "Nightly report"))();
      await used.openHome("administrator");
      await used.press("link", "Show keys");
      await used.press("link", "Nightly report");
      await isNamed(used, /\/script\/Echo/);
      await used.sees(/\b\d{2,3},\d{3} ms/);
    },
  },
  {
    name: "a script is slow, and its session is ended",
    async run(used, setup) {
      const end = await aSlowScript(setup, "Hanging report");
      await used.openHome("administrator");
      await used.press("link", "Show files");
      await used.press("link", "Contacts.fmp12");
      await used.sees(/All clients/);
      await isNamed(used, /Data API/);
      await disconnect(used, "api");
      await used.sees(/will be disconnected/);
      await isMended(used);
      await end();
    },
  },
];
