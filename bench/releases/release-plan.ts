/** Amounts of a run. */
export interface ReleasePlan {
  readonly files: number;
  readonly megabytesPerFile: number;
  /** The time for packing depends on the number of bytes, not on the number of files. */
  readonly packedFiles: number;
  readonly rounds: number;
  /** Total amount that passes through agents and services. */
  readonly passingGigabytes: number;
}

export const quickReleases: ReleasePlan = {
  files: 20,
  megabytesPerFile: 10,
  packedFiles: 5,
  rounds: 3,
  passingGigabytes: 1,
};

export const fullReleases: ReleasePlan = {
  files: 20,
  megabytesPerFile: 100,
  packedFiles: 3,
  rounds: 5,
  passingGigabytes: 10,
};
