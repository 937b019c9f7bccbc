import type { RequirementList } from "./requirement.ts";

const source = "Promise, sign-ins of AI clients";

export const oauth = {
  "oauth:authorize:pkce": {
    text: "Sign-in requires an S256 challenge, and a code is exchanged only for its verifier.",
    source,
  },
  "oauth:authorize:redirect": {
    text: "Users are redirected only to an address that the client has registered, compared exactly except for the loopback port; anything else gets an error page.",
    source,
  },
  "oauth:authorize:resource": {
    text: "A sign-in is for one MCP server that accepts sign-ins; if none is named, for the only one, and otherwise it is rejected.",
    source: `${source}; Security O4`,
  },
  "oauth:authorize:scope": {
    text: "A client without a known scope gets the scope that the server's tools need; unknown parameters are ignored.",
    source,
  },
  "oauth:authorize:untrusted": {
    text: "An error is redirected to a client only on loopback, or at an address that a user has signed in for before; otherwise an error page shows it.",
    source: "Promise, sign-ins of AI clients; RFC 9700, 4.11.2",
  },
  "oauth:clients:document": {
    text: "A client is identified by the URL of its metadata document, which must contain the same URL.",
    source,
  },
  "oauth:clients:document-guarded": {
    text: "A metadata document is fetched only from public host names over https, and every failure takes as long as a timeout.",
    source: "Security O1, O2",
  },
  "oauth:clients:document-unheard": {
    text: "If a metadata document can't be reached, its last version stays valid for another day; a received answer takes effect immediately.",
    source,
  },
  "oauth:clients:programs": {
    text: "mcporter, mcp-remote, and the Inspector's command line sign in unchanged, make calls, and are rejected after their grant is revoked.",
    source,
  },
  "oauth:clients:registration": {
    text: "A client can register itself as a public client, not limited to a scope.",
    source,
  },
  "oauth:clients:registration-limited": {
    text: "One network can register at most 60 clients in any hour, in any pattern; a rejection says how long to wait.",
    source: "Security L1",
  },
  "oauth:clients:registration-refused": {
    text: "A registration is rejected if a redirect address can't lead to a program, or if addresses are missing, too many, or too long.",
    source,
  },
  "oauth:clients:sdk": {
    text: "Programs based on the SDK's clients sign in unchanged, even if a web server in front only forwards the prefix.",
    source,
  },
  "oauth:clients:unused-bounded": {
    text: "At most 1,000 clients that no one has signed in with are kept: a new one replaces the oldest.",
    source: "Security L1",
  },
  "oauth:console:grants": {
    text: "The console shows who can act for whom through a sign-in, and revokes it.",
    source,
  },
  "oauth:discovery:documents": {
    text: "Clients discover the authorization server below the prefix and at the root, by the configured address, from any origin.",
    source,
  },
  "oauth:discovery:hidden": {
    text: "A server that accepts no sign-ins has no metadata, like one that doesn't exist.",
    source,
  },
  "oauth:grants:file": {
    text: "Deleting a file ends the sign-ins with its accounts, and deletes their passwords.",
    source,
  },
  "oauth:grants:listed": {
    text: "Administrators can list who can act for whom on which server, and revoke it.",
    source,
  },
  "oauth:grants:otto-path": {
    text: "OAuth grants are also listed at the path of OttoFMS.",
    source: "Promise, compatibility",
  },
  "oauth:grants:sealed": {
    text: "Tokens and codes are stored as hashes, and the password of a grant is encrypted for the grant and its server.",
    source: "Security C1, C2",
  },
  "oauth:guide:true": {
    text: "The requests, responses, and statements of the guide to AI client sign-ins match the service.",
    source,
  },
  "oauth:page:accessible": {
    text: "The sign-in page has no axe findings, in light and dark mode, also when it shows an error.",
    source,
  },
  "oauth:page:bound": {
    text: "A sign-in page works only in the browser that opened it, and accepts one answer.",
    source: "Security S2",
  },
  "oauth:page:guessing": {
    text: "A wrong password, an unknown account, and one without the privilege get the same answer, and guesses are limited.",
    source: "Security L1",
  },
  "oauth:page:plain": {
    text: "The sign-in page says who requests what, runs no scripts, can't be framed, and shows client names as text.",
    source: "Security S3",
  },
  "oauth:page:read-only": {
    text: "The user who signs in can limit access to reading, or deny it.",
    source,
  },
  "oauth:sign-in:account": {
    text: "A client gets tokens for an MCP server after its user signed in with an account of the server's file.",
    source: 'Specification, "Authentication", rule 4; Specification, "Versioning", 4.18.0',
  },
  "oauth:tokens:code-once": {
    text: "A code is valid once; using it again revokes everything that was issued for it.",
    source,
  },
  "oauth:tokens:life": {
    text: "Access tokens, idle grants, and grants expire at their configured times.",
    source,
  },
  "oauth:tokens:resource": {
    text: "A token is valid only for its own MCP server, and can't be exchanged for another server or for a larger scope.",
    source: "Security O4",
  },
  "oauth:tokens:reused": {
    text: "A second use of a refresh token within the allowed time is shown with its sign-in.",
    source,
  },
  "oauth:tokens:revoked": {
    text: "A client can revoke its grant with either of its tokens; no other client can.",
    source,
  },
  "oauth:tokens:rotation": {
    text: "A refresh token is exchanged for a new one each time; the previous one works for two more minutes by default, and using it later revokes the grant.",
    source,
  },
} as const satisfies RequirementList;
