import { readFileSync } from "node:fs";

/** Returns the demo world with a second Admin Console account, `second` with `second-pass`. */
export function secondAdministrator() {
  const world = JSON.parse(readFileSync(new URL("../../sandbox/worlds/demo.json", import.meta.url), "utf8"));
  const [first] = world.admin.accounts;
  const second = { ...first, name: "second", password: "second-pass" };
  return { ...world, admin: { ...world.admin, accounts: [first, second] } };
}
