import { demoWorld } from "../../../../sandbox/worlds/demo.ts";

/**
 * Returns the demo world with an encrypted and a damaged file, both closed, a role that can only read logs, and files in intermediate
 * states.
 */
export function aBusyServer() {
  const world = demoWorld();
  const { admin, databases = [] } = world;
  const account = { name: "api", password: "demo-pass" };
  const watcher = { name: "watcher", password: "watcher-pass", privileges: ["DIAGNOSTICS_VIEWING" as const] };
  return {
    ...world,
    admin: { ...admin, openMilliseconds: 150, closeGraceSeconds: 90, roles: [watcher] },
    databases: [
      ...databases,
      {
        name: "Payroll",
        status: "CLOSED" as const,
        encryptionKey: "the-long-password",
        encryptionHint: "as always",
        accounts: [account],
      },
      { name: "Broken", status: "CLOSED" as const, damaged: true, accounts: [account] },
    ],
  };
}
