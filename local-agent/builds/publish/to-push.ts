import type { BuildDestination } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { Refused } from "../../refused.ts";
import type { Destination, Publishing } from "./destination.ts";
import { otherServer } from "./other-server.ts";
import { type HeldUpload, heldUpload, partBytes, uploadByTus } from "./tus-upload.ts";

type Push = Extract<BuildDestination, { readonly kind: "push" }>;

/** Number of attempts for an address that hasn't answered yet. Low, because the deployment can fetch the build instead. */
const firstTries = 1;

/**
 * Sends a build's zip to a waiting deployment of another service. Its address only accepts this zip, and needs no other credential.
 * @throws Refused
 */
export async function toPush({ token: address, networks }: Push, { context }: Publishing): Promise<Destination> {
  const server = otherServer({ address, headers: {}, networks }, context);
  const { pathname: location } = new URL(address);
  // Part of it may have been sent before the agent restarted.
  const held = await server.patiently(() => heldUpload(server, location), firstTries);

  return {
    async put(file, onBytes) {
      if (Number(held.answer.header("upload-length")) !== file.sizeBytes)
        throw new Refused("changed", `${server.host} expects a zip of another size`);
      onBytes(held.offset);
      const upload = { location, largestPart: Math.min(partBytes, maxBytesIn(held)), from: held.offset };
      await uploadByTus(server, file, upload, onBytes);
    },
    finish: async () => `a deployment of ${server.host}`,
    // The deployment deletes unfinished uploads, as it knows when it stops waiting.
    close: async () => undefined,
  };
}

/** Returns the maximum bytes per call that the other service allows. */
function maxBytesIn({ answer }: HeldUpload): number {
  const [, most] = /(?:^|[,\s])max-append-size=(\d+)/.exec(answer.header("upload-limit") ?? "") ?? [];
  return most === undefined || Number(most) === 0 ? partBytes : Number(most);
}
