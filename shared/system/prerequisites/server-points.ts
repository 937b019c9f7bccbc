import type { ServerMetadata } from "#shared/filemaker/admin-api.ts";
import type { DataApiProbe, EngineState } from "#shared/filemaker/server-probe.ts";
import type { Point } from "../contract.ts";
import { isNewEnough, versionParts } from "../rules.ts";
import { point } from "./point.ts";

interface ServerObservations {
  /** Where callers reach FileMaker Server. */
  readonly origin: string;
  readonly dataApi: DataApiProbe;
  readonly odata: EngineState;
  /** A sentence in place of what the Admin API did not say. */
  readonly metadata: ServerMetadata | string;
}

/** What holds for the server as a whole. Specification, "What the service does", points 1, 6 and 7. */
export function serverPoints(observations: ServerObservations): readonly Point[] {
  return [
    reachable(observations),
    adminAccount(observations),
    version(observations),
    dataApiEnabled(observations),
    odataEnabled(observations),
  ];
}

function reachable({ origin, dataApi, metadata }: ServerObservations): Point {
  const { ok, failed } = point("server_reachable");
  const adminAnswers = typeof metadata !== "string";
  if (dataApi.state !== "silent" || adminAnswers) return ok(`FileMaker Server answers at ${origin}.`);
  return failed(
    `Nothing answers at ${origin}.`,
    "Check that FileMaker Server and its web server run, that `FMS_URL` is right, and that no firewall stands between.",
  );
}

function adminAccount({ metadata }: ServerObservations): Point {
  const { ok, failed, unknown } = point("admin_account");
  if (typeof metadata === "string")
    return unknown(metadata, "Check that the Admin Server runs and that `FMS_ADMIN_URL` is right, then look again.");
  if (metadata.verdict === "accepted") return ok("The Admin API takes the account.");
  if (metadata.verdict === "locked")
    return failed("The Admin Console account is locked for a while.", "Wait a few minutes, then look again.");
  return failed(
    "The Admin API refuses the account that is stored with this Admin API Key.",
    "Create a new Admin API Key with the account and its present password.",
  );
}

function version({ dataApi, metadata }: ServerObservations): Point {
  const { ok, failed, unknown } = point("server_version");
  const fromAdmin = typeof metadata !== "string" && metadata.verdict === "accepted" ? metadata.version : "";
  const long = fromAdmin || (dataApi.version ?? "");
  if (long === "")
    return unknown(
      "FileMaker Server did not say which version it is.",
      "Correct the Admin Console account, then look again.",
    );
  if (isNewEnough(versionParts(long))) return ok(`FileMaker Server ${long} is new enough.`);
  return failed(`FileMaker Server ${long} is older than 19.6.`, "Install FileMaker Server 19.6 or later.");
}

function dataApiEnabled({ dataApi }: ServerObservations): Point {
  const { ok, failed } = point("data_api_enabled");
  if (dataApi.state === "runs") return ok("The Data API is enabled.");
  if (dataApi.state === "off")
    return failed(
      "The Data API is switched off.",
      "Enable it in the Admin Console under Connectors, FileMaker Data API.",
    );
  return failed(
    dataApi.state === "down"
      ? "The web server answers, but the Data API behind it does not."
      : "The Data API does not answer.",
    "Start the Data API in the Admin Console, or restart FileMaker Server.",
  );
}

/** A key for the Data API works without it. */
function odataEnabled({ odata }: ServerObservations): Point {
  const { ok, warning } = point("odata_enabled");
  if (odata === "runs") return ok("OData is enabled.");
  return warning(
    odata === "silent" ? "OData does not answer." : "OData is switched off.",
    "Enable it in the Admin Console under Connectors, OData, if a key is meant for OData.",
  );
}
