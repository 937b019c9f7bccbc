/**
 * Whether a file of a backup is a database, by its way below the backup's folder: as it is, or in a zip. What databases keep outside of
 * themselves is none, and neither is what was kept from FileMaker Server's external container folders.
 */
export function isDatabase(name: string): boolean {
  return /\.fmp12(\.zip)?$/i.test(name) && !name.includes("RC_Data_FMS/") && !/^container[12]\//.test(name);
}
