import type { RequirementList } from "./requirement.ts";

export const sessions = {
  "sessions:console:deep-link": {
    text: "A user who signs in to the console arrives at the page that was asked for.",
    source: "Promise, console",
  },
  "sessions:console:key": {
    text: "The sign-in page says so when FileMaker Server does not answer and what to do on the host, and takes an Admin API Key.",
    source: "Promise, console",
  },
  "sessions:console:limited": {
    text: "Signing in with wrong credentials is rate limited.",
    source: 'Specification, "Authentication", rule 5',
  },
  "sessions:console:others": {
    text: "The settings show administrators where other accounts are signed in, and end the sessions of one or of all.",
    source: "Promise, sessions",
  },
  "sessions:console:over": {
    text: "When the session ends under a page of the console, a dialog asks to sign in again, and the page goes on.",
    source: "Promise, console",
  },
  "sessions:console:people": {
    text: "The settings offer only administrators to give roles to people and to take them.",
    source: "Promise, people and rights",
  },
  "sessions:console:refused": {
    text: "A refused sign-in to the console says why, keeps the account and puts the cursor into the password.",
    source: "Promise, console",
  },
  "sessions:console:revoke": {
    text: "The console lists where the account is signed in, and ends a session.",
    source: "Promise, console",
  },
  "sessions:console:sign-in": {
    text: "An Admin Console account signs in to the web console.",
    source: 'Specification, "What the service does", point 7',
  },
  "sessions:console:storage": {
    text: "The console keeps no secret in the browser's storage, its history or the addresses that it calls, and nothing that was shown is left after the sign-out.",
    source: "Promise, console",
  },
  "sessions:cookie:attributes": {
    text: "A session comes as a cookie that no script reads and no other site sends: HttpOnly and SameSite=Strict.",
    source: "Security S1",
  },
  "sessions:cookie:secure": {
    text: "Over https the cookie is Secure and bound to its host by the prefix __Host-; over http on loopback it is neither.",
    source: "Security S1",
  },
  "sessions:cookie:value": {
    text: "A session's value has 256 random bits and is in no answer's body.",
    source: "Security S1",
  },
  "sessions:cors:closed": {
    text: "No answer of the management API allows another origin anything, and a preflight is refused.",
    source: "Security S2",
  },
  "sessions:cross-site:effects": {
    text: "A GET that starts work or gives a capability away wants the same proof as a change: its contract says `changes` or `grants`.",
    source: "Security S2",
  },
  "sessions:cross-site:every-operation": {
    text: "Nothing that has an effect is done by the cookie for a page elsewhere, whatever the browser says of that page and however little.",
    source: "Security S2",
  },
  "sessions:cross-site:origin": {
    text: "Where a browser does not send Sec-Fetch-Site, its Origin decides.",
    source: "Security S2",
  },
  "sessions:cross-site:page": {
    text: "A form of the hand-over's page counts only when the page itself has sent it.",
    source: "Security S2",
  },
  "sessions:cross-site:planted": {
    text: "A cookie of another name, of another value, or planted before our own opens nothing.",
    source: "Security S1",
  },
  "sessions:cross-site:refused": {
    text: "A call that changes something on the strength of a cookie is refused with 403 when a page of another origin sent it.",
    source: "Security S2",
  },
  "sessions:cross-site:sign-in": {
    text: "No page of another origin signs a browser in.",
    source: "Security S2",
  },
  "sessions:cross-site:unsaid": {
    text: "A client that says nothing of where a call comes from has to send a header that no page can send to another origin.",
    source: "Security S2",
  },
  "sessions:guide:works": {
    text: "The calls in the guide to signing in do what it says.",
    source: "Promise, guides",
  },
  "sessions:hand-over:bound": {
    text: "The token of a command-line sign-in goes to the program that asked first, and to no other.",
    source: "Promise, command-line sign-in",
  },
  "sessions:hand-over:confirmed": {
    text: "A command-line sign-in happens only after a person who signed in has allowed it on a page that shows who asks, from where, and a code.",
    source: "Promise, command-line sign-in",
  },
  "sessions:hand-over:forgotten": {
    text: "The program can give its sign-in up, and the person can refuse it.",
    source: "Promise, command-line sign-in",
  },
  "sessions:hand-over:mine": {
    text: "A hand-over that one person has open is nobody else's to allow.",
    source: "Promise, command-line sign-in",
  },
  "sessions:hand-over:once": {
    text: "The token of a command-line sign-in is collected once.",
    source: "Promise, command-line sign-in",
  },
  "sessions:hand-over:page": {
    text: "The page works without scripts and loads nothing, and whatever a program says of itself is shown as text.",
    source: "Promise, command-line sign-in; Security S3",
  },
  "sessions:hand-over:polled": {
    text: "A program that makes up a hash and asks at cli/checkHash gets a token that the management API takes as bearer.",
    source: "Promise, command-line sign-in",
  },
  "sessions:hand-over:short-lived": {
    text: "A command-line sign-in that is not allowed and collected within five minutes is over.",
    source: "Promise, command-line sign-in",
  },
  "sessions:hand-over:strangers": {
    text: "A request for the hash of a sign-in that no user has open leaves nothing in the store.",
    source: "Promise, command-line sign-in; Security L1",
  },
  "sessions:list:cursor": {
    text: "The list of sessions pages by cursor, newest first.",
    source: "Promise, sessions",
  },
  "sessions:list:others": {
    text: "An administrator sees the sessions of all other accounts.",
    source: "Promise, sessions",
  },
  "sessions:list:own": {
    text: "A person sees the sessions of the own account: since when, from where, with what, and which is the present one.",
    source: "Promise, sessions",
  },
  "sessions:management:caller": {
    text: "A session is a caller of every management operation, as an Admin API Key or the account itself is.",
    source: "Promise, sessions",
  },
  "sessions:management:cookie-last": {
    text: "A credential in the Authorization header counts before the cookie.",
    source: "Promise, sessions",
  },
  "sessions:management:kinds": {
    text: "A browser's session is no bearer token, and a command-line session is no cookie.",
    source: "Promise, sessions",
  },
  "sessions:password:away": {
    text: "While FileMaker Server cannot be asked about the account, sessions go on.",
    source: "Promise, sessions",
  },
  "sessions:password:changed": {
    text: "Within five minutes after the account's password has stopped working its sessions end, and FileMaker Server is asked once for all of them.",
    source: "Promise, sessions",
  },
  "sessions:revoke:of-others": {
    text: "An administrator ends the sessions of another account, or of all others, and nobody with less of a role does.",
    source: "Promise, sessions",
  },
  "sessions:revoke:one": {
    text: "A person ends one session of the own account, and it is over at once.",
    source: "Promise, sessions",
  },
  "sessions:revoke:others": {
    text: "A person ends all sessions of the own account but the present one.",
    source: "Promise, sessions",
  },
  "sessions:sign-in:code": {
    text: "A one-time code made on the host signs in once, within ten minutes, also while FileMaker Server does not answer.",
    source: "Promise, sign-in while FileMaker Server does not answer",
  },
  "sessions:sign-in:code-audited": {
    text: "The audit trail has who made a one-time code, and the sign-in with it; of a sign-in with a key it has the key's id.",
    source: "Promise, sign-in while FileMaker Server does not answer",
  },
  "sessions:sign-in:code-of-agent": {
    text: "The agent on the database host gets a one-time code by its signature, which counts once; nobody else does.",
    source: "Promise, sign-in while FileMaker Server does not answer",
  },
  "sessions:sign-in:key": {
    text: "An Admin API Key signs in while FileMaker Server does not answer, too; its session has the key's rights and ends with it, and so does a command-line session that it allowed.",
    source: "Promise, sessions",
  },
  "sessions:sign-in:new-value": {
    text: "Every sign-in gives a new value and ends the session that the browser had.",
    source: "Security S1",
  },
  "sessions:sign-in:refused": {
    text: "An account that FileMaker Server refuses is not signed in.",
    source: "Promise, sessions",
  },
  "sessions:sign-out:ended": {
    text: "Signing out ends the session on the server and takes the cookie away.",
    source: "Promise, sessions",
  },
  "sessions:store:hashed": {
    text: "Sessions are stored by a hash of their value, their passwords sealed.",
    source: "Security S1; Security C1",
  },
  "sessions:time:absolute": {
    text: "A session ends 12 hours after the sign-in, however much it is used.",
    source: "Security S1",
  },
  "sessions:time:idle": {
    text: "A session ends when it was not used for 30 minutes.",
    source: "Security S1",
  },
  "sessions:time:settings": {
    text: "How long sessions live can be set.",
    source: "Promise, sessions",
  },
} as const satisfies RequirementList;
