import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Network } from "#shared/contract/values/network.ts";

const networks = z
  .array(Network)
  .max(200)
  .describe("Addresses and networks that the service is called from, such as `192.0.2.0/24`. Empty: from anywhere.");
const version = z.int().min(0).describe("The list's version. 0 while none was ever set.");

const example = { networks: ["192.0.2.0/24", "2001:db8::/32"], version: 1 };

/** Networks that can call the service. */
export const allowedNetworks = resource({
  getAllowedNetworks: {
    method: "GET",
    path: "/svc/api/settings/networks",
    summary: "Read from which networks the service may be called",
    access: "admin",
    input: z.object({}),
    output: z.object({
      networks,
      version,
      address: z.string().describe("Where this call comes from, as the service sees it."),
      isThisMachine: z
        .boolean()
        .describe("Whether it comes from the service's own machine, which may call whatever the list says."),
    }),
    errors: [],
    example: { output: { ...example, address: "192.0.2.7", isThisMachine: false } },
  },
  setAllowedNetworks: {
    method: "PUT",
    path: "/svc/api/settings/networks",
    summary: "Set from which networks the service may be called",
    description:
      "Holds for the console, this API, the proxies of FileMaker's APIs, webhooks, MCP servers and sign-ins; not for `healthz` and `readyz`, for links of agents, and for one-time addresses. " +
      "The service's own machine may always call, where the call has passed no proxy. Every process follows within a minute, the one that is asked at once. " +
      "A list that leaves out the address of this very call is refused. The address is that of the connection, or what a proxy of `TRUSTED_PROXIES` says; on AWS what CloudFront says.",
    access: "admin",
    input: z.object({
      networks,
      version: version.optional().describe("The version that was read. Refused with 412 when it is not the newest."),
    }),
    output: z.object({ networks, version }),
    errors: ["caller_left_out", "settings_changed"],
    changes: () => "allowed-networks",
    example: { input: { networks: example.networks }, output: example },
  },
});
