import type { RequirementList } from "./requirement.ts";

export const identity = {
  "identity:console:saved": {
    text: "The console accepts the service account's file, and shows the address of the token endpoint.",
    source: "Promise, groups of the identity provider",
  },
  "identity:credentials:masked": {
    text: "Reading the identity provider's service account credentials returns them masked, and their key is never stored unencrypted.",
    source: 'Specification, "Endpoints", google-auth/credentials; Security C1, C2',
  },
  "identity:credentials:refused": {
    text: "Credentials that the identity provider rejects, or that can't be tested, aren't saved, and the response says why.",
    source: "Promise, groups of the identity provider",
  },
  "identity:credentials:removed": {
    text: "The identity provider's service account credentials can be deleted; codes are then rejected without calling the provider, or exchanged without groups if a setting allows it.",
    source: 'Specification, "Endpoints", google-auth/credentials',
  },
  "identity:credentials:saved": {
    text: "The identity provider's service account credentials are saved after a test that they can read groups.",
    source: 'Specification, "Endpoints", google-auth/credentials',
  },
  "identity:path:prefix": {
    text: "The identity provider's endpoints are served under the service's own prefix.",
    source: 'Specification, "Endpoints", notes, identity-provider rows',
  },
  "identity:token:directory-away": {
    text: "If the user's groups can't be read, no token is issued, and never one without groups.",
    source: "Promise, groups of the identity provider",
  },
  "identity:token:exchange": {
    text: "OAuth codes and refresh tokens are exchanged for tokens; none of their secrets are logged.",
    source: 'Specification, "Endpoints", google-auth/token; Security G1',
  },
  "identity:token:groups": {
    text: "The ID token of the exchange contains the user's groups, and is signed with a published key.",
    source: 'Specification, "Endpoints", google-auth/token',
  },
  "identity:token:refused": {
    text: "The token endpoint returns OAuth error codes.",
    source: "Promise, groups of the identity provider",
  },
  "identity:token:unaccepted": {
    text: "A network has 60 exchanges per hour for clients that the identity provider hasn't accepted; an accepted client isn't limited.",
    source: "Security L1",
  },
  "identity:token:unverified": {
    text: "An ID token is re-signed only if the provider issued it for this client, for a user whose address it has verified, and if the client receives groups.",
    source: "Promise, groups of the identity provider",
  },
} as const satisfies RequirementList;
