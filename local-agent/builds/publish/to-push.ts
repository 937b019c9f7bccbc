import type { BuildDestination } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { Refused } from "../../refused.ts";
import type { Destination, Publishing } from "./destination.ts";
import { otherServer } from "./other-server.ts";
import { type HeldUpload, heldUpload, partBytes, uploadByTus } from "./tus-upload.ts";

type Push = Extract<BuildDestination, { readonly kind: "push" }>;

/** How often an address is asked again that has not answered yet: the deployment can fetch the build, so it need not wait long. */
const firstTries = 1;

/** A deployment of another service that waits for the zip of a build. Its address takes this zip alone, and is proof enough. @throws Refused */
export async function toPush({ token: address, networks }: Push, { context }: Publishing): Promise<Destination> {
  const server = otherServer({ address, headers: {}, networks }, context);
  const { pathname: location } = new URL(address);
  // In an earlier life of this agent some of it may have been brought.
  const held = await server.patiently(() => heldUpload(server, location), firstTries);

  return {
    async put(file, onBytes) {
      if (Number(held.answer.header("upload-length")) !== file.sizeBytes)
        throw new Refused("changed", `${server.host} waits for a zip of another length`);
      onBytes(held.offset);
      const upload = { location, largestPart: Math.min(partBytes, mostBytesIn(held)), from: held.offset };
      await uploadByTus(server, file, upload, onBytes);
    },
    finish: async () => `a deployment of ${server.host}`,
    // What is not whole its deployment deletes, which knows when it waits no more.
    close: async () => undefined,
  };
}

/** How much one call may bring, as the other service says. */
function mostBytesIn({ answer }: HeldUpload): number {
  const [, most] = /(?:^|[,\s])max-append-size=(\d+)/.exec(answer.header("upload-limit") ?? "") ?? [];
  return most === undefined || Number(most) === 0 ? partBytes : Number(most);
}
