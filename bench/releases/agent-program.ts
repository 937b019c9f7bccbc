import { startAgent } from "../../local-agent/agent.ts";
import { systemClock } from "../../local-agent/clock.ts";
import { hostAt } from "../../local-agent/host.ts";
import { enroll } from "../../local-agent/link/enroll.ts";
import { calloutsToThisMachine } from "./callouts-to-this-machine.ts";

/**
 * Agent as on a database host, except that it can call this machine. Arguments: the service's address, the Admin API's address, its own
 * folder, FileMaker Server's folder; standard input: an enrollment code.
 */
const [address = "", adminAddress = "", folder = "", serverPath = ""] = process.argv.slice(2);
const pieces: Buffer[] = [];
for await (const piece of process.stdin) pieces.push(piece);
const identity = await enroll({ address, code: Buffer.concat(pieces).toString().trim(), name: "bench", folder });
const agent = startAgent({
  ...{
    identity,
    folder,
    adminAddress,
    host: hostAt(serverPath),
    clock: systemClock,
    fmsadminMs: 60_000,
    backupMs: 600_000,
  },
  calloutsTo: () => calloutsToThisMachine,
  log({ event }) {
    if (event === "linked") process.stdout.write("linked\n");
  },
});
process.once("SIGTERM", () => void agent.stop().then(() => process.exit()));
