/** An upload that a page began and did not finish, as the upload library keeps it in the browser. */
export interface KeptUpload {
  readonly size: number | null;
  readonly metadata: { [name: string]: string };
  readonly creationTime: string;
  readonly urlStorageKey: string;
  readonly uploadUrl: string | null;
}

const prefix = "tus::latchkey-";
/** The host throws away what is not finished by then. */
const keptMs = 2 * 24 * 60 * 60_000;

/** What earlier pages have left. What the host has thrown away meanwhile is forgotten here as well. */
export function keptUploads(now: number): readonly KeptUpload[] {
  const keys = Object.keys(window.localStorage).filter((key) => key.startsWith(prefix));
  const all = keys.flatMap((urlStorageKey): readonly KeptUpload[] => {
    const kept = parsed(window.localStorage.getItem(urlStorageKey));
    return kept === undefined ? [] : [{ ...kept, urlStorageKey }];
  });
  const isGood = ({ creationTime, uploadUrl }: KeptUpload) =>
    uploadUrl !== null && now - Date.parse(creationTime) < keptMs;
  for (const kept of all) if (!isGood(kept)) forgetUpload(kept);
  return all.filter(isGood);
}

export function forgetUpload({ urlStorageKey }: KeptUpload): void {
  window.localStorage.removeItem(urlStorageKey);
}

function parsed(json: string | null): KeptUpload | undefined {
  try {
    return JSON.parse(json ?? "");
  } catch {
    return undefined; // Another program's, or cut off while it was written.
  }
}
