import type { ServerMetadata } from "#shared/filemaker/admin-api.ts";
import type { DataApiProbe } from "#shared/filemaker/server-probe.ts";
import type { Point, ServerParts } from "../contract.ts";
import { isNewEnough, versionParts } from "../rules.ts";
import { point } from "./point.ts";

interface ServerObservations {
  /** URL at which callers access FileMaker Server. */
  readonly origin: string;
  readonly dataApi: DataApiProbe;
  readonly parts: ServerParts;
  /** Metadata of the Admin API, or a sentence if it returned none. */
  readonly metadata: ServerMetadata | string;
}

/** Returns the prerequisites for the server as a whole. See the specification, "What the service does", points 1, 6 and 7. */
export function serverPoints(observations: ServerObservations): readonly Point[] {
  return [
    reachable(observations),
    adminAccount(observations),
    databaseServer(observations),
    version(observations),
    dataApiEnabled(observations),
    odataEnabled(observations),
  ];
}

function reachable({ origin, parts, metadata }: ServerObservations): Point {
  const { ok, failed } = point("server_reachable");
  const adminAnswers = typeof metadata !== "string";
  if (parts.webServer === "running" || adminAnswers) return ok(`FileMaker Server answers at ${origin}.`);
  if (parts.webServer === "stopped")
    return failed(
      `Nothing answers at ${origin}: the host is there, its web server is not.`,
      "Start FileMaker Server's web server, and check that `FMS_URL` is right.",
    );
  return failed(
    `Nothing answers at ${origin}.`,
    "Check that FileMaker Server and its web server run, that `FMS_URL` is right, and that no firewall stands between.",
  );
}

function databaseServer({ parts }: ServerObservations): Point {
  const { ok, failed, unknown } = point("database_server");
  if (parts.databaseServer === "running") return ok("The Database Server runs.");
  if (parts.databaseServer === "stopped")
    return failed(
      "The Database Server is stopped: no file can be opened.",
      "Start it in the Admin Console, on the console's settings page, or with `fmsadmin start server` on the host.",
    );
  return unknown("Whether the Database Server runs could not be asked.", mendEarlierPoints);
}

const mendEarlierPoints = "Mend the other points of the server first, then look again.";

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
      typeof metadata === "string" ? mendEarlierPoints : "Mend the Admin Console account, then look again.",
    );
  if (isNewEnough(versionParts(long))) return ok(`FileMaker Server ${long} is new enough.`);
  return failed(`FileMaker Server ${long} is older than 19.6.`, "Install FileMaker Server 19.6 or later.");
}

function dataApiEnabled({ parts }: ServerObservations): Point {
  const { ok, failed, unknown } = point("data_api_enabled");
  if (parts.dataApi === "running") return ok("The Data API is enabled.");
  if (parts.dataApi === "off")
    return failed(
      "The Data API is switched off.",
      "Enable it in the Admin Console under Connectors, FileMaker Data API.",
    );
  if (parts.dataApi === "unknown") return unknown("Whether the Data API runs could not be asked.", mendEarlierPoints);
  return failed(
    "The web server answers, but the Data API behind it does not.",
    parts.databaseServer === "stopped"
      ? "Start the Database Server first, then look again."
      : "Start the Data API in the Admin Console, or restart FileMaker Server.",
  );
}

/** Checks OData, which a key for the Data API doesn't need. */
function odataEnabled({ parts }: ServerObservations): Point {
  const { ok, warning, unknown } = point("odata_enabled");
  if (parts.odata === "running") return ok("OData is enabled.");
  if (parts.odata === "off")
    return warning(
      "OData is switched off.",
      "Enable it in the Admin Console under Connectors, OData, if a key is meant for OData.",
    );
  if (parts.odata === "stopped")
    return warning(
      "OData is enabled, and does not answer.",
      "Restart OData in the Admin Console, or FileMaker Server.",
    );
  if (parts.webServer !== "running" || parts.databaseServer === "stopped")
    return unknown("Whether OData runs could not be asked.", mendEarlierPoints);
  return unknown(
    "OData does not answer: it is switched off, or has stopped.",
    "Look in the Admin Console under Connectors, OData, if a key is meant for OData.",
  );
}
