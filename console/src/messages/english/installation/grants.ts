import { plural } from "../../plural.ts";

/** Sign-ins of AI clients. */
export const grantMessages = {
  title: "AI client sign-ins",
  text: "AI clients that people signed in to an MCP server, or to the administration of this server.",
  none: "No AI client is signed in.",
  count: (count: number) => plural(count, "sign-in", "sign-ins"),
  nameless: "Unnamed app",
  vouched: (host: string) => `verified by ${host}`,
  unverified: "unverified",
  as: (account: string, file: string) => `${account} in ${file}`,
  asAdministrator: (account: string) => `${account} of the Admin Console`,
  on: (server: string) => `MCP server ${server}`,
  onAdministration: "administration of this server",
  administration: (role: string, groups: string) => `As ${role} at most, tool groups ${groups}`,
  readOnly: "Read only",
  full: "All tools",
  reused: "A refresh token was used twice",
  reusedText: "If only one program uses this sign-in, someone may have copied its token: revoke it.",
  used: "Last used",
  ends: "Expires",
  goesTo: (host: string) => `returns to ${host}`,
  revoke: "Revoke…",
  revokeOf: (client: string, account: string) => `Revoke the sign-in of ${client} for ${account}`,
  removal: {
    title: (client: string, account: string) => `Revoke the sign-in of ${client} for ${account}?`,
    text: (server: string) =>
      `Its tokens for ${server} stop working immediately, and the password is deleted. The user must sign in again.`,
    submit: "Revoke sign-in",
  },
} as const;
