/**
 * True if a file of a backup is a database, plain or zipped. `name`: path below the backup's folder. Files in external container folders of
 * databases or of FileMaker Server aren't databases.
 */
export function isDatabase(name: string): boolean {
  return /\.fmp12(\.zip)?$/i.test(name) && !name.includes("RC_Data_FMS/") && !/^container[12]\//.test(name);
}
