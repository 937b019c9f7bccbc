import type { RequirementList } from "./requirement.ts";

export const identity = {
  "identity:console:saved": {
    text: "The console takes the service account's file, and says where the token endpoint is.",
    source: "Promise, groups of the identity provider",
  },
  "identity:credentials:masked": {
    text: "Reading the identity provider's service account credentials shows them masked, and nothing keeps their key in the clear.",
    source: 'Specification, "Endpoints", google-auth/credentials; Security C1, C2',
  },
  "identity:credentials:refused": {
    text: "Credentials that the identity provider refuses, or that cannot be tried, are not saved, and the answer says why.",
    source: "Promise, groups of the identity provider",
  },
  "identity:credentials:removed": {
    text: "The identity provider's service account credentials can be removed; codes are refused without a call to the provider then, or exchanged without groups where a setting wants it.",
    source: 'Specification, "Endpoints", google-auth/credentials',
  },
  "identity:credentials:saved": {
    text: "The identity provider's service account credentials can be saved, once it was tried whether they read groups.",
    source: 'Specification, "Endpoints", google-auth/credentials',
  },
  "identity:path:prefix": {
    text: "The identity provider's endpoints are served under the service's own prefix.",
    source: 'Specification, "Endpoints", notes, identity-provider rows',
  },
  "identity:token:directory-away": {
    text: "Where the user's groups cannot be read there is no token, and never one without groups.",
    source: "Promise, groups of the identity provider",
  },
  "identity:token:exchange": {
    text: "An OAuth code is exchanged for tokens, and so is a refresh token; no secret of it is logged.",
    source: 'Specification, "Endpoints", google-auth/token; Security G1',
  },
  "identity:token:groups": {
    text: "The ID token of the exchange holds the user's groups, and is signed with a key that is published.",
    source: 'Specification, "Endpoints", google-auth/token',
  },
  "identity:token:refused": {
    text: "The token endpoint refuses in OAuth's words.",
    source: "Promise, groups of the identity provider",
  },
  "identity:token:unaccepted": {
    text: "A network has 60 exchanges in an hour by clients that the identity provider hasn't accepted; an accepted client isn't limited.",
    source: "Security L1",
  },
  "identity:token:unverified": {
    text: "An ID token is signed anew only where the provider made it for this client, for a user whose address it knows to be this user's, and where the client is one that gets groups.",
    source: "Promise, groups of the identity provider",
  },
} as const satisfies RequirementList;
