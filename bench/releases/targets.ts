import type { Target, ValuesOf } from "../target.ts";

/** Targets of builds and deployments. */
export const releaseTargets = {
  zipStored: { sentence: "zipping phase of a build, stored: speed to `zip -0`", unit: "x", atLeast: 0.9 },
  zipPacked: {
    sentence: "zipping phase of a build, level 6 at memory level 8: speed to `zip -6`",
    unit: "x",
    atLeast: 0.9,
  },
  wholeDeployment: {
    sentence: "deployment with migration: whole time to transfer, `unzip` and FMDataMigration alone",
    unit: "x",
    atMost: 1.15,
  },
  closedReplace: { sentence: "files are closed, all replaced", unit: "s", atMost: 2 },
  closedMigrate: {
    sentence: "files are closed, all migrated, beyond 1.02 times FMDataMigration's own time",
    unit: "s",
    atMost: 3,
  },
  agentMemory: { sentence: "peak memory of an agent while all of this passes", unit: "MB", atMost: 150 },
  serviceMemory: { sentence: "peak memory of a service while all of this passes", unit: "MB", atMost: 150 },
} as const satisfies Record<string, Target>;

export type ReleaseValues = ValuesOf<typeof releaseTargets>;
