import type { Area } from "../edge/area.ts";

/** Operations for callers without a credential: sign-in, download links, the status page, and codes of an identity provider. */
export const area: Area = {
  streams: true,
  resources: {
    identity: { paths: ["/api/google-auth"], load: () => import("./identity.ts") },
    links: {
      paths: ["/api/build/download", "/api/build/downloadFolder", "/api/files/link", "/api/fm-file/download"],
      load: () => import("./links.ts"),
    },
    signIn: { paths: ["/api/session", "/api/cli", "/wizard"], load: () => import("./sign-in.ts") },
    statusPage: {
      paths: ["/status", "/api/status", "/api/settings/status-page"],
      load: () => import("./status-page.ts"),
    },
  },
};
