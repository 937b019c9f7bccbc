import type { FmServer } from "../../sandbox/fmserver/server.ts";
import type { LiveWorld } from "../../sandbox/fmserver/world/live/live-world.ts";

/** Changes the password of a file's account in the sandbox, as a developer would in FileMaker Pro. */
export function changePassword({ world }: FmServer, file: string, account: string, password: string): void {
  const found = (world as LiveWorld).database(file)?.accounts.get(account.toLowerCase());
  if (found === undefined) throw new Error(`${file} has no account ${account}`);
  (found.account as { password: string }).password = password;
}
