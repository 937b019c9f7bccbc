import type { RequirementList } from "./requirement.ts";

export const identity = {
  "identity:credentials:masked": {
    text: "Reading the identity provider's service account credentials shows them masked.",
    source: 'Specification, "Endpoints", google-auth/credentials',
    planned: "identity",
  },
  "identity:credentials:removed": {
    text: "The identity provider's service account credentials can be removed.",
    source: 'Specification, "Endpoints", google-auth/credentials',
    planned: "identity",
  },
  "identity:credentials:saved": {
    text: "The identity provider's service account credentials can be saved.",
    source: 'Specification, "Endpoints", google-auth/credentials',
    planned: "identity",
  },
  "identity:path:prefix": {
    text: "The identity provider's endpoints are served under the service's own prefix.",
    source: 'Specification, "Endpoints", notes, identity-provider rows',
    planned: "identity",
  },
  "identity:token:exchange": {
    text: "An OAuth code is exchanged for tokens.",
    source: 'Specification, "Endpoints", google-auth/token',
    planned: "identity",
  },
  "identity:token:groups": {
    text: "The ID token of the exchange holds the user's groups.",
    source: 'Specification, "Endpoints", google-auth/token',
    planned: "identity",
  },
} as const satisfies RequirementList;
