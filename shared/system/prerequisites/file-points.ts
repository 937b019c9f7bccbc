import type { HostedDatabase } from "#shared/filemaker/admin-api.ts";
import type { ODataProbe } from "#shared/filemaker/server-probe.ts";
import type { FileVerdict } from "#shared/keys/api.ts";
import type { Point } from "../contract.ts";
import { fileKeyPoints } from "./key-points.ts";
import { point } from "./point.ts";

const fixEarlierPoints = "Fix the points above first, then check again.";

/** Observed state of one file. */
export interface FileObservations {
  /** Original spelling, if known. */
  readonly file: string;
  /** The server's entry for the file; null if the server doesn't list it, undefined if the server wasn't asked. */
  readonly hosted: HostedDatabase | null | undefined;
  readonly isAccountNamed: boolean;
  /** Result of a login; undefined if no account was tried. */
  readonly verdict: FileVerdict | undefined;
  readonly odata: ODataProbe | undefined;
  /** Undefined if no key is checked. */
  readonly isOpenToKey: boolean | undefined;
}

/** Returns the prerequisites for one file. See the specification, "What the service does", point 6. */
export function filePoints(observations: FileObservations): readonly Point[] {
  return [
    hosted(observations),
    open(observations),
    ...fileKeyPoints(observations),
    account(observations),
    fmrest(observations),
    fmodata(observations),
  ];
}

/** Returns true if the file was open, because FileMaker only checks an account if it is. */
function wasOpened({ verdict }: FileObservations): boolean {
  return verdict?.ok === true || verdict?.reason === "wrong_account" || verdict?.reason === "no_fmrest";
}

function hosted(observations: FileObservations): Point {
  const { file } = observations;
  const { ok, failed, unknown } = point("file_hosted", file);
  if (observations.hosted || wasOpened(observations)) return ok(`${file} is hosted.`);
  if (observations.hosted === null)
    return failed(`${file} is not hosted on this server.`, "Upload the file to the server, or correct its name.");
  return unknown(`Couldn't check if ${file} is hosted.`, "Fix the server's problems first, then check again.");
}

function open(observations: FileObservations): Point {
  const { file } = observations;
  const { ok, warning, failed, unknown } = point("file_open", file);
  if (wasOpened(observations) || observations.hosted?.status === "NORMAL") return ok(`${file} is open.`);
  if (observations.hosted?.status === "CLOSED")
    return failed(`${file} is hosted, but closed.`, "Open the file in the Admin Console.");
  if (observations.hosted) {
    const state = observations.hosted.status.toLowerCase();
    return warning(`${file} is currently ${state}.`, "Wait until the server has finished with the file, or resume it.");
  }
  return unknown(`Couldn't check if ${file} is open.`, fixEarlierPoints);
}

function account({ file, verdict, isAccountNamed }: FileObservations): Point {
  const { ok, failed, unknown } = point("file_account", file);
  if (verdict === undefined)
    return unknown(
      `No account was checked for ${file}.`,
      isAccountNamed ? fixEarlierPoints : "Name a key, or an account with its password.",
    );
  if (verdict.ok || verdict.reason === "no_fmrest") return ok(`${file} accepts the account.`);
  if (verdict.reason === "wrong_account")
    return failed(
      `${file} rejects the account or its password.`,
      "Check the name and password in the file under Manage Security. Some FileMaker Server versions also respond like this if the account has no `fmrest`.",
    );
  if (verdict.reason === "locked")
    return failed("The account is locked after too many failed logins.", "Wait a few minutes, then check again.");
  return unknown(`${file} is closed, so the account couldn't be checked.`, fixEarlierPoints);
}

function fmrest({ file, verdict, hosted }: FileObservations): Point {
  const { ok, failed, unknown } = point("file_fmrest", file);
  const remedy =
    "In the file, under Manage Security, add the extended privilege `fmrest` (Access via FileMaker Data API) to the account's privilege set.";
  if (verdict?.ok) return ok("The account has the extended privilege `fmrest`.");
  if (verdict?.reason === "no_fmrest")
    return failed("The account doesn't have the extended privilege `fmrest`.", remedy);
  if (hosted?.status === "NORMAL" && !hosted.enabledExtPrivileges.includes("fmrest"))
    return failed(`No account of ${file} has the extended privilege \`fmrest\`.`, remedy);
  return unknown("Couldn't check if the account has `fmrest`.", fixEarlierPoints);
}

/** Checks for `fmodata`, which a key for the Data API doesn't need. */
function fmodata({ file, odata, hosted }: FileObservations): Point {
  const { ok, warning, unknown } = point("file_fmodata", file);
  const remedy =
    "If you need OData: in the file, under Manage Security, add the extended privilege `fmodata` (Access via OData) to the account's privilege set.";
  if (odata === "opens") return ok("The account has the extended privilege `fmodata`.");
  if (odata === "refused") return warning("The account doesn't have the extended privilege `fmodata`.", remedy);
  if (hosted?.status === "NORMAL" && !hosted.enabledExtPrivileges.includes("fmodata"))
    return warning(`No account of ${file} has the extended privilege \`fmodata\`.`, remedy);
  return unknown("Couldn't check if the account has `fmodata`.", fixEarlierPoints);
}
