/** Amounts of a run. */
export interface BackupPlan {
  readonly files: number;
  readonly megabytesPerFile: number;
  readonly rounds: number;
}

export const quickBackups: BackupPlan = { files: 4, megabytesPerFile: 128, rounds: 1 };
export const fullBackups: BackupPlan = { files: 4, megabytesPerFile: 512, rounds: 3 };
