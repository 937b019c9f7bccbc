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

function reachable({ origin, dataApi, parts, metadata }: ServerObservations): Point {
  const { ok, failed } = point("server_reachable");
  // The Admin API can have another address, and respond there.
  if (dataApi.refusedCertificate !== undefined)
    return failed(
      `FileMaker Server can't be called at ${origin}: ${dataApi.refusedCertificate}.`,
      "Fix the certificate first: the other checks need it.",
    );
  const adminAnswers = typeof metadata !== "string";
  if (parts.webServer === "running" || adminAnswers) return ok(`FileMaker Server responds at ${origin}.`);
  if (parts.webServer === "stopped")
    return failed(
      `No response from FileMaker Server at ${origin}: the host is reachable, but its web server isn't running.`,
      "Start FileMaker Server's web server, and check that `FMS_URL` is right.",
    );
  return failed(
    `No response at ${origin}.`,
    "Check that FileMaker Server and its web server are running, that `FMS_URL` is right, and that no firewall blocks the connection.",
  );
}

function databaseServer({ parts }: ServerObservations): Point {
  const { ok, failed, unknown } = point("database_server");
  if (parts.databaseServer === "running") return ok("The Database Server is running.");
  if (parts.databaseServer === "stopped")
    return failed(
      "The Database Server is stopped: files can't be opened.",
      "Start it in the Admin Console, on the console's settings page, or with `fmsadmin start server` on the host.",
    );
  return unknown("Couldn't check the Database Server.", mendEarlierPoints);
}

const mendEarlierPoints = "Fix the server's other problems first, then check again.";

function adminAccount({ metadata }: ServerObservations): Point {
  const { ok, failed, unknown } = point("admin_account");
  if (typeof metadata === "string")
    return unknown(
      metadata,
      "Check that the Admin Server is running and that `FMS_ADMIN_URL` is right, then check again.",
    );
  if (metadata.verdict === "accepted") return ok("The Admin API accepts the account.");
  if (metadata.verdict === "locked")
    return failed("The Admin Console account is temporarily locked.", "Wait a few minutes, then check again.");
  return failed(
    "The Admin API rejects the account that is stored with this Admin API key.",
    "Create a new Admin API key with the account and its current password.",
  );
}

function version({ dataApi, metadata }: ServerObservations): Point {
  const { ok, failed, unknown } = point("server_version");
  const fromAdmin = typeof metadata !== "string" && metadata.verdict === "accepted" ? metadata.version : "";
  const long = fromAdmin || (dataApi.version ?? "");
  if (long === "")
    return unknown(
      "Couldn't get FileMaker Server's version.",
      typeof metadata === "string" ? mendEarlierPoints : "Fix the Admin Console account, then check again.",
    );
  if (isNewEnough(versionParts(long))) return ok(`FileMaker Server ${long} is supported.`);
  return failed(`FileMaker Server ${long} is older than 19.6.`, "Install FileMaker Server 19.6 or later.");
}

function dataApiEnabled({ parts }: ServerObservations): Point {
  const { ok, failed, unknown } = point("data_api_enabled");
  if (parts.dataApi === "running") return ok("The Data API is enabled.");
  if (parts.dataApi === "off")
    return failed("The Data API is disabled.", "Enable it in the Admin Console under Connectors, FileMaker Data API.");
  if (parts.dataApi === "unknown") return unknown("Couldn't check the Data API.", mendEarlierPoints);
  return failed(
    "The web server responds, but the Data API doesn't.",
    parts.databaseServer === "stopped"
      ? "Start the Database Server first, then check again."
      : "Start the Data API in the Admin Console, or restart FileMaker Server.",
  );
}

/** Checks OData, which a key for the Data API doesn't need. */
function odataEnabled({ parts }: ServerObservations): Point {
  const { ok, warning, unknown } = point("odata_enabled");
  if (parts.odata === "running") return ok("OData is enabled.");
  if (parts.odata === "off")
    return warning(
      "OData is disabled.",
      "Enable it in the Admin Console under Connectors, OData, if you need keys with OData.",
    );
  if (parts.odata === "stopped")
    return warning(
      "OData is enabled but does not respond.",
      "Restart OData in the Admin Console, or FileMaker Server.",
    );
  if (parts.webServer !== "running" || parts.databaseServer === "stopped")
    return unknown("Couldn't check OData.", mendEarlierPoints);
  return unknown(
    "OData does not respond: it is disabled or stopped.",
    "Check it in the Admin Console under Connectors, OData, if you need keys with OData.",
  );
}
