/** Counts of a migration. */
export interface MigrationCounts {
  readonly accountsMigrated: number;
  readonly accountsChanged: number;
  readonly valueLists: number;
  readonly tablesMigrated: number;
  readonly tablesNotMigrated: number;
  readonly fieldsMigrated: number;
  readonly fieldsNotMigrated: number;
  readonly fewerRepetitions: number;
  readonly serialsUpdated: number;
}

/** Returns the last lines of FMDataMigration's output. */
export function summary(counts: MigrationCounts): readonly string[] {
  return [
    " == Summary ==",
    `  Accounts migrated: ${counts.accountsMigrated}`,
    `  Accounts changed: ${counts.accountsChanged}`,
    `  Custom value lists migrated: ${counts.valueLists}`,
    "  Font entries added: 0",
    `  Tables migrated: ${counts.tablesMigrated}`,
    `  Tables not migrated: ${counts.tablesNotMigrated}`,
    `  Fields migrated: ${counts.fieldsMigrated}`,
    `  Fields not migrated: ${counts.fieldsNotMigrated}`,
    "  Fields triggering recalculations: 0",
    "  Fields with evaluation errors: 0",
    `  Fields with fewer repetitions: ${counts.fewerRepetitions}`,
    `  Serial numbers updated: ${counts.serialsUpdated}`,
  ];
}
