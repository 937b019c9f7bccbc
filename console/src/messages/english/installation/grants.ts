import { plural } from "../../plural.ts";

/** Sign-ins of AI clients. */
export const grantMessages = {
  title: "Sign-ins of AI clients",
  text: "Programs that people have let act for them on an MCP server, with their own account of the file.",
  none: "Nobody has signed an AI client in.",
  count: (count: number) => plural(count, "sign-in", "sign-ins"),
  nameless: "A program without a name",
  vouched: (host: string) => `vouched for by ${host}`,
  unverified: "unverified",
  as: (account: string, file: string) => `${account} in ${file}`,
  on: (server: string) => `MCP server ${server}`,
  readOnly: "Reads only",
  full: "Runs all tools",
  used: "Last used",
  ends: "Ends",
  goesTo: (host: string) => `goes back to ${host}`,
  revoke: "Revoke…",
  revokeOf: (client: string, account: string) => `Revoke the sign-in of ${client} for ${account}`,
  removal: {
    title: (client: string, account: string) => `Revoke the sign-in of ${client} for ${account}?`,
    text: (server: string) =>
      `Its tokens for ${server} end at once and the password is deleted. The program has to ask its user to sign in again.`,
    submit: "Revoke the sign-in",
  },
} as const;
