import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Network } from "#shared/contract/values/network.ts";

const networks = z
  .array(Network)
  .max(200)
  .describe("Addresses and networks that can call the service, such as `192.0.2.0/24`. Empty means any address.");
const version = z.int().min(0).describe("Version of the list; 0 if it was never set.");

const example = { networks: ["192.0.2.0/24", "2001:db8::/32"], version: 1 };

/** Networks that can call the service. */
export const allowedNetworks = resource({
  getAllowedNetworks: {
    method: "GET",
    path: "/svc/api/settings/networks",
    summary: "Get the networks that can call the service",
    access: "admin",
    input: z.object({}),
    output: z.object({
      networks,
      version,
      address: z.string().describe("Address of this call, as the service sees it."),
      isThisMachine: z
        .boolean()
        .describe("True if the call comes from the service's own machine, which is always allowed."),
    }),
    errors: [],
    example: { output: { ...example, address: "192.0.2.7", isThisMachine: false } },
  },
  setAllowedNetworks: {
    method: "PUT",
    path: "/svc/api/settings/networks",
    summary: "Set the networks that can call the service",
    description:
      "Applies to the console, this API, the proxies of FileMaker's APIs, webhooks, MCP servers and sign-ins; not to `healthz` and `readyz`, agent connections, and one-time addresses. " +
      "Calls from the service's own machine that didn't pass a proxy are always allowed. A change takes effect immediately in the process that handles the call, and within a minute in all others. " +
      "A list that doesn't include the address of this call is rejected. The address is that of the connection, or the one from a proxy in `TRUSTED_PROXIES`; on AWS it is the one that CloudFront reports.",
    access: "admin",
    input: z.object({
      networks,
      version: version
        .optional()
        .describe("Version of the list that you read. If it isn't the newest, the response is 412."),
    }),
    output: z.object({ networks, version }),
    errors: ["caller_left_out", "settings_changed"],
    changes: () => "allowed-networks",
    example: { input: { networks: example.networks }, output: example },
  },
});
