import { plural } from "../../plural.ts";

/** From where the service may be called. */
export const accessMessages = {
  networks: {
    title: "Allowed networks",
    text: "Console, API, proxies, webhooks and MCP servers are then called from these addresses only. The server's own machine may always call.",
    label: "Addresses and networks",
    hint: "One a line, such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32. Empty: from anywhere.",
    yours: (address: string) => `You are at ${address}.`,
    ownMachine: (address: string) =>
      `You are at ${address}, the server's own machine. If you are not, a reverse proxy hides everybody's address, and the list would keep nobody out: name the proxy in TRUSTED_PROXIES first.`,
    save: "Save networks",
    saved: (count: number) =>
      count === 0
        ? "The service may be called from anywhere"
        : `The service may be called from ${plural(count, "network", "networks")}`,
    onlyAdministrators: "Only administrators change this list.",
  },
} as const;
