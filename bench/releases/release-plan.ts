/** How much passes in one run. */
export interface ReleasePlan {
  readonly files: number;
  readonly megabytesPerFile: number;
  /** Packing takes the time that its bytes take, however many files they are in. */
  readonly packedFiles: number;
  readonly rounds: number;
  /** What passes through agents and services in all. */
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
