import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import type { Command } from "../../support/programs/latchkey-process.ts";

/** Separate network on this machine, in which programs have addresses other than loopback. */
export interface NetworkNamespace {
  /** Returns the command that runs a program in the namespace. */
  within(...command: Command): Command;
  close(): Promise<void>;
}

/** True if this account can create a namespace. Needs Linux, root, and Debian's package iproute2. */
export const mayMakeNamespaces = process.platform === "linux" && isPossible();

/** Creates a namespace with these addresses on its loopback interface, such as `10.0.0.1/24`. */
export async function networkNamespace(addresses: readonly string[]): Promise<NetworkNamespace> {
  const steps = ["ip link set lo up", ...addresses.map((address) => `ip address add ${address} dev lo`)];
  // The namespace exists while this program waits for its input to end.
  const keeper = spawn("unshare", ["--net", "sh", "-c", `${steps.join(" && ")} && echo ready && exec cat`], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(keeper, "exit");
  const isReady = await Promise.race([once(keeper.stdout, "data").then(() => true), ended.then(() => false)]);
  if (!isReady) throw new Error("The network namespace was not made");
  return {
    within: (program, args) => ["nsenter", [`--net=/proc/${keeper.pid}/ns/net`, "--", program, ...args]],
    async close() {
      keeper.stdin.end();
      await ended;
    },
  };
}

function isPossible(): boolean {
  try {
    execFileSync("unshare", ["--net", "ip", "link", "set", "lo", "up"], { stdio: "ignore" });
    return true;
  } catch {
    return false; // Root in a container can lack the right.
  }
}
