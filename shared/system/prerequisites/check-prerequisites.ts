import type { AdminCredential, Call } from "../../contract/call.ts";
import { foldedDatabaseName, fullDatabaseName } from "../../contract/database-name.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { ServiceOf } from "../../contract/operation.ts";
import type { AdminApi, HostedDatabase, ServerMetadata } from "../../filemaker/admin-api.ts";
import type { Account } from "../../filemaker/data-api.ts";
import type { ServerProbe } from "../../filemaker/server-probe.ts";
import type { FileTrial } from "../../keys/file-opening.ts";
import type { KeyAccount, StoredAccounts } from "../../keys/stored-accounts.ts";
import type { CertificateProbe } from "../../ports/certificate-probe.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Attempts } from "../../sessions/attempts.ts";
import type { system } from "../contract.ts";
import type { KnownServer } from "../server-facts.ts";
import { certificatePoints } from "./certificate-points.ts";
import { clockPoint } from "./clock-point.ts";
import { type FileSights, filePoints } from "./file-points.ts";
import { keyPoints } from "./key-points.ts";
import { serverPoints } from "./server-points.ts";

type CheckPrerequisites = ServiceOf<typeof system>["checkPrerequisites"];

export interface PrerequisitesDependencies {
  readonly probe: ServerProbe;
  readonly server: KnownServer;
  readonly adminApi: AdminApi;
  readonly accounts: StoredAccounts;
  readonly tryFiles: FileTrial;
  readonly attempts: Attempts;
  readonly certificate: CertificateProbe;
  readonly clock: Clock;
  /** Where callers reach FileMaker Server. */
  readonly origin: string;
}

/** Looks at everything that a key needs, and says what is missing. */
export function checkPrerequisites(dependencies: PrerequisitesDependencies): CheckPrerequisites {
  const { probe, server, adminApi, accounts, tryFiles, attempts, certificate, clock, origin } = dependencies;

  /** What the Admin API says, asked with the caller's own account: a refused one counts as an attempt. */
  const metadataFor = async (credential: AdminCredential, { visitor }: Call): Promise<ServerMetadata | string> => {
    let metadata: ServerMetadata = { verdict: "refused" };
    const ask = async () => {
      metadata = await server.learn(credential);
      return metadata.verdict === "locked" ? "undecided" : metadata.verdict;
    };
    try {
      if ("token" in credential) await ask();
      else await attempts.guard({ visitor, kind: "admin account", name: credential.user }, ask);
      return metadata;
    } catch (thrown) {
      return wordsFor(thrown);
    }
  };

  const hostedFiles = async (credential: AdminCredential): Promise<readonly HostedDatabase[] | undefined> => {
    try {
      return await adminApi.databases(credential);
    } catch (thrown) {
      wordsFor(thrown);
      return undefined; // The points of files say that it could not be seen.
    }
  };

  const odataOf = async (file: string, account: Account, verdict: FileSights["verdict"]) =>
    // A refused account is not shown a second time: the server would lock it.
    verdict?.ok === true || verdict?.reason === "no_fmrest" ? probe.odataFile(file, account) : undefined;

  return async (input, call) => {
    const key = input.key === undefined ? undefined : await accounts.ofDataKey(input.key);
    const own = input.user === undefined ? undefined : { user: input.user, pass: input.pass ?? "" };
    const account = key?.account ?? own;
    const files = distinct(input.files.length > 0 ? input.files : (key?.databases ?? []));

    const [dataApi, odata, seen, credential] = await Promise.all([
      probe.dataApi(),
      probe.odata(),
      certificate().catch((thrown: unknown) => `The certificate could not be looked at: ${nameOf(thrown)}.`),
      accounts.ofCaller(call),
    ]);
    const now = clock.now();
    const metadata = credential
      ? await metadataFor(credential, call)
      : "There is no Admin Console account to ask with.";
    const isAdmin = typeof metadata !== "string" && metadata.verdict === "accepted";
    const hosted = credential && isAdmin && files.length > 0 ? await hostedFiles(credential) : undefined;
    const tried = account && dataApi.state === "runs" && files.length > 0 ? await tryFiles(files, account, call) : [];

    const sights: FileSights[] = [];
    for (const [place, name] of files.entries()) {
      const verdict = tried[place];
      const row = hosted && (hosted.find(({ filename }) => sameFile(filename, name)) ?? null);
      const file = row?.filename ?? verdict?.database ?? name;
      const opened = account && odata === "runs" ? await odataOf(file, account, verdict) : undefined;
      sights.push({
        file,
        hosted: row,
        isAccountNamed: account !== undefined,
        verdict,
        odata: opened,
        isOpenToKey: key && opens(key, name),
      });
    }
    const points = [
      ...serverPoints({ origin, dataApi, odata, metadata }),
      ...certificatePoints({ origin, certificate: seen, now }),
      clockPoint(dataApi, now),
      ...keyPoints(key),
      ...sights.flatMap(filePoints),
    ];
    return { ok: points.every(({ state }) => state !== "failed"), points };
  };
}

function opens({ allowAnyDatabase, databases }: KeyAccount, name: string): boolean {
  return allowAnyDatabase || databases.some((listed) => sameFile(listed, name));
}

/** Each file once, with its extension. */
function distinct(names: readonly string[]): readonly string[] {
  return [...new Map(names.map((name) => [foldedDatabaseName(name), fullDatabaseName(name)])).values()];
}

function sameFile(one: string, other: string): boolean {
  return foldedDatabaseName(one) === foldedDatabaseName(other);
}

/** Why the Admin API said nothing, in words for an administrator. Limits on guessing go on to the caller. */
function wordsFor(thrown: unknown): string {
  if (!(thrown instanceof ServiceError) || thrown.error === "too_many_attempts") throw thrown;
  return `The Admin API did not answer: ${thrown.text}.`;
}

function nameOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "no reason was given";
  return "code" in thrown ? String(thrown.code) : thrown.message;
}
