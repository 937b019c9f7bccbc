import type { RequirementList } from "./requirement.ts";

const source = "Promise, sign-ins of AI clients";

export const oauth = {
  "oauth:authorize:pkce": {
    text: "Nobody is signed in without a challenge by S256, and a code is exchanged for its verifier alone.",
    source,
  },
  "oauth:authorize:redirect": {
    text: "People are sent back only to an address that the client has registered, letter by letter but for the port of loopback; anything else is refused by a page here.",
    source,
  },
  "oauth:authorize:resource": {
    text: "A sign-in is for one MCP server that takes sign-ins; without a name it is for the only one there is, and otherwise for none.",
    source: `${source}; Security O4`,
  },
  "oauth:authorize:scope": {
    text: "A client that names no scope that we know gets what the server's tools need, and what else it sends is passed over.",
    source,
  },
  "oauth:authorize:untrusted": {
    text: "An error is sent to a client only on loopback, or at an address that someone has signed in for; otherwise a page here shows it.",
    source: "Promise, sign-ins of AI clients; RFC 9700, 4.11.2",
  },
  "oauth:clients:document": {
    text: "A client is known by the address of its metadata document, which has to say the same address.",
    source,
  },
  "oauth:clients:document-guarded": {
    text: "A metadata document is fetched from public names by https alone, and whatever keeps it from being read takes as long as silence does.",
    source: "Security O1, O2",
  },
  "oauth:clients:document-unheard": {
    text: "Where nothing is heard of a metadata document, it is good for another day as it was last read; what is answered counts at once.",
    source,
  },
  "oauth:clients:programs": {
    text: "mcporter, mcp-remote and the Inspector's command line sign in unchanged, call, and are refused once that is revoked.",
    source,
  },
  "oauth:clients:registration": {
    text: "A client registers itself, as a public one that is locked to no scope.",
    source,
  },
  "oauth:clients:registration-limited": {
    text: "One network registers at most 60 clients in any hour, over any pattern of pauses; a refusal says how long to wait.",
    source: "Security L1",
  },
  "oauth:clients:registration-refused": {
    text: "A registration with an address that leads to no program, without one, with too many or too long is refused.",
    source,
  },
  "oauth:clients:sdk": {
    text: "Programs on the SDK's clients sign in unchanged, also where a web server in front passes the prefix alone.",
    source,
  },
  "oauth:clients:unused-bounded": {
    text: "At most 1,000 clients that no one has signed in with are kept: a new one takes the place of the oldest.",
    source: "Security L1",
  },
  "oauth:console:grants": {
    text: "The console shows who may act for whom by a sign-in, and revokes it.",
    source,
  },
  "oauth:discovery:documents": {
    text: "Clients find the authorization server by the prefix alone and at the root, by the configured address, from any origin.",
    source,
  },
  "oauth:discovery:hidden": {
    text: "A server that takes no sign-ins has no metadata, as one that does not exist.",
    source,
  },
  "oauth:grants:file": {
    text: "Deleting a file ends the sign-ins with its accounts, and their passwords are kept no longer.",
    source,
  },
  "oauth:grants:listed": {
    text: "Administrators see who may act for whom on which server, and revoke it.",
    source,
  },
  "oauth:grants:sealed": {
    text: "Tokens and codes are stored as hashes, and the password behind a grant is sealed to the grant and its server.",
    source: "Security C1, C2",
  },
  "oauth:guide:true": {
    text: "The guide to sign-ins of AI clients calls, answers and says what the service does.",
    source,
  },
  "oauth:page:accessible": {
    text: "The sign-in page has no finding of axe, in light and in dark, also where it says what was wrong.",
    source,
  },
  "oauth:page:bound": {
    text: "A sign-in page is for the browser that it was opened in, and takes one answer.",
    source: "Security S2",
  },
  "oauth:page:guessing": {
    text: "A wrong password, an account that does not exist and one without the privilege get the same answer, and guesses are limited.",
    source: "Security L1",
  },
  "oauth:page:plain": {
    text: "The sign-in page says who asks for what, runs nothing, stands in no frame and shows what clients call themselves as text.",
    source: "Security S3",
  },
  "oauth:page:read-only": {
    text: "Who signs in may leave it at reading, or refuse.",
    source,
  },
  "oauth:sign-in:account": {
    text: "A client gets tokens for an MCP server when its user has signed in with an account of the server's file.",
    source: 'Specification, "Authentication", rule 4; Specification, "Versioning", 4.18.0',
  },
  "oauth:tokens:code-once": {
    text: "A code is good once; used again, it ends everything that was issued for it.",
    source,
  },
  "oauth:tokens:life": {
    text: "Access tokens, idle grants and grants in all end when they are set to.",
    source,
  },
  "oauth:tokens:resource": {
    text: "A token is good for its own MCP server, and yields none for another nor for more than was agreed to.",
    source: "Security O4",
  },
  "oauth:tokens:revoked": {
    text: "A client ends its grant by either of its tokens, and no other client does.",
    source,
  },
  "oauth:tokens:rotation": {
    text: "A refresh token is exchanged for a new one each time; for two minutes the one before works too, and later it ends the grant.",
    source,
  },
} as const satisfies RequirementList;
