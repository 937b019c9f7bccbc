import { plural } from "../../plural.ts";

/** From where the service may be called. */
export const accessMessages = {
  networks: {
    title: "Allowed networks",
    text: "Only these addresses can reach the console, API, proxies, webhooks and MCP servers. The server's own machine always can.",
    label: "Addresses and networks",
    hint: "One per line, such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32. Leave blank to allow all.",
    yours: (address: string) => `Your address is ${address}.`,
    ownMachine: (address: string) =>
      `Your address is ${address}, the server's own machine. If that's wrong, a reverse proxy hides all addresses and this list has no effect. Add the proxy to TRUSTED_PROXIES first.`,
    save: "Save networks",
    saved: (count: number) =>
      count === 0 ? "All networks allowed" : `${plural(count, "network", "networks")} allowed`,
    onlyAdministrators: "Only administrators can change this list.",
  },
  statusPage: {
    title: "Status page",
    text: "A public page that shows your users which files are open, what is planned, and the last outage of FileMaker Server.",
    isOn: "Publish a status page",
    isOnText: "Anyone who can reach Latchkey can read it. It shows only what you choose here.",
    address: "status page address",
    heading: "Heading",
    headingHint: "Leave blank for “Status”.",
    files: {
      label: "Files",
      hint: "Shows whether they are open. Uses the account of a stored Admin API key.",
      placeholder: "Choose files",
      remove: (name: string) => `Remove ${name}`,
      add: (name: string) => `Add ${name}`,
      none: "The server listed no files. Type their names.",
    },
    schedules: {
      label: "Schedules",
      hint: "Shows their names and next runs.",
      placeholder: "Choose schedules",
      remove: (name: string) => `Remove ${name}`,
      none: "No matching schedule.",
      numbered: (id: number) => `Schedule ${id}`,
    },
    notices: {
      title: "Planned maintenance",
      numbered: (number: number) => `Notice ${number}`,
      placeholder: "Move to the new machine",
      from: "From",
      to: "To",
      add: "Add notice",
      remove: (number: number) => `Remove notice ${number}`,
      problems: {
        text: "Describe what is planned.",
        moments: "Enter a start and an end.",
        order: "The end must be after the start.",
      },
    },
    save: "Save status page",
    reset: "Discard changes",
    saved: (isOn: boolean) => (isOn ? "Status page saved" : "Status page turned off"),
    onlyAdministrators: "Only administrators can change this page.",
  },
} as const;
