/** Unfinished upload of an earlier page, as the upload library stores it in the browser. */
export interface KeptUpload {
  readonly size: number | null;
  readonly metadata: { [name: string]: string };
  readonly creationTime: string;
  readonly urlStorageKey: string;
  readonly uploadUrl: string | null;
}

const prefix = "tus::latchkey-";
/** Time after which the host discards unfinished uploads. */
const keptMs = 2 * 24 * 60 * 60_000;

/** Returns unfinished uploads of earlier pages, and forgets those that the host has discarded. */
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
    return undefined; // From another program, or truncated while it was written.
  }
}
