import type { Profile } from "./schema/server-schema.ts";
import type { WorldInput } from "./schema/world-schema.ts";

type Server = NonNullable<WorldInput["server"]>;

/** Switches that differ from the schema's defaults, which are what was measured on real servers. */
const PROFILES: Readonly<Record<Profile, Pick<Server, "odata" | "dataApi">>> = {
  measured: {},
  kindest: {
    odata: {
      apply: true,
      applyDefects: false,
      batchCreate: "representation",
      bareQuestionMark: false,
      encodedColon: "accepted",
      computed: false,
      hiddenFields: "empty",
      idAnnotations: true,
      invoke: "queued",
      leadingZero: "written",
      lostLastGet: false,
      nextLink: "skip",
      nextLinkColon: "raw",
      oddOccurrenceNames: "served",
      quotedLiterals: "converted",
      unknownScript: "104",
      webhookBody: "compact",
    },
    dataApi: { externalSources: "atLogin", streamAfterLogout: "lives" },
  },
};

/** Returns a world with the profile's values for the switches that it doesn't set itself. */
export function withProfile(world: unknown, preferred: Profile): unknown {
  if (!isObject(world)) return world;
  const server = isObject(world.server ?? {}) ? ((world.server ?? {}) as Record<string, unknown>) : undefined;
  // The schema reports what is wrong with the world.
  if (server === undefined) return world;
  const profile = server.profile ?? preferred;
  const values = Object.hasOwn(PROFILES, String(profile)) ? PROFILES[profile as Profile] : {};
  const filled = Object.entries(values).flatMap(([api, switches]) =>
    isObject(server[api] ?? {}) ? [[api, { ...switches, ...(server[api] as object | undefined) }]] : [],
  );
  return { ...world, server: { ...server, profile, ...Object.fromEntries(filled) } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
