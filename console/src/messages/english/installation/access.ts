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
  statusPage: {
    title: "Status page",
    text: "Says to the users of your files, without a sign-in, which of them are open, what is planned, and when FileMaker Server was away last.",
    isOn: "There is a status page",
    isOnText: "Everyone who reaches the service can read what is chosen here, and no other name.",
    address: "the status page's address",
    heading: "Heading",
    headingHint: "Empty: Status.",
    files: {
      label: "Files",
      hint: "Whether they are open. It is asked with the account of a stored Admin API key.",
      placeholder: "Choose files",
      remove: (name: string) => `Remove ${name}`,
      add: (name: string) => `Add ${name}`,
      none: "The server has named no files. Type their names.",
    },
    schedules: {
      label: "Schedules",
      hint: "Their names and next runs.",
      placeholder: "Choose schedules",
      remove: (name: string) => `Remove ${name}`,
      none: "No schedule is called that.",
      numbered: (id: number) => `Schedule ${id}`,
    },
    notices: {
      title: "What else is planned",
      numbered: (number: number) => `Notice ${number}`,
      placeholder: "Move to the new machine",
      from: "From",
      to: "Until",
      add: "Add notice",
      remove: (number: number) => `Remove notice ${number}`,
      problems: {
        text: "Say what is planned.",
        moments: "Say from when and until when.",
        order: "It has to end after it begins.",
      },
    },
    save: "Save status page",
    reset: "Undo changes",
    saved: (isOn: boolean) => (isOn ? "The status page is saved" : "There is no status page"),
    onlyAdministrators: "Only administrators change this page.",
  },
} as const;
