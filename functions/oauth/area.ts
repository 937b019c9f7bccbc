import type { Area } from "../edge/area.ts";

/** Sign-ins of AI clients. */
export const area: Area = {
  streams: false,
  resources: {
    oauth: {
      paths: ["/.well-known", "/oauth", "/api/oauth", "/api/odata-oauth-grants"],
      load: () => import("./oauth.ts"),
    },
  },
};
