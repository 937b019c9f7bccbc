import { callouts } from "#shared/node/callouts.ts";

/** Every name leads to this machine, which a server never calls otherwise. */
export const calloutsToThisMachine = callouts({
  isAllowed: (address) => address === "127.0.0.1",
  isListed: () => true,
  addressesOf: async () => ["127.0.0.1"],
});
