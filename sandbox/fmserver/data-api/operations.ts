import { FmError } from "../fm-error.ts";
import type { IncomingCall } from "../http/incoming-call.ts";
import { matchPath } from "../http/match-path.ts";
import type { DataCall, Operation } from "./operation.ts";
import { createRecord } from "./operations/create-record.ts";
import { deleteRecord } from "./operations/delete-record.ts";
import { duplicateRecord } from "./operations/duplicate-record.ts";
import { editRecord } from "./operations/edit-record.ts";
import { findRecords } from "./operations/find-records.ts";
import { getDatabases } from "./operations/get-databases.ts";
import { getLayoutMetadata } from "./operations/get-layout-metadata.ts";
import { getLayouts } from "./operations/get-layouts.ts";
import { getOldMetadata } from "./operations/get-old-metadata.ts";
import { getRecord } from "./operations/get-record.ts";
import { getRecords } from "./operations/get-records.ts";
import { getScripts } from "./operations/get-scripts.ts";
import { login } from "./operations/login.ts";
import { logout } from "./operations/logout.ts";
import { productInfo } from "./operations/product-info.ts";
import { runScript } from "./operations/run-script.ts";
import { setGlobals } from "./operations/set-globals.ts";
import { uploadContainer, uploadContainerRepetition } from "./operations/upload-container.ts";
import { validateSession } from "./operations/validate-session.ts";

/** All Data API operations by name. */
export const operations = {
  productInfo,
  getDatabases,
  login,
  logout,
  validateSession,
  getLayouts,
  getScripts,
  getLayoutMetadata,
  getOldMetadata,
  runScript,
  getRecords,
  createRecord,
  getRecord,
  editRecord,
  deleteRecord,
  duplicateRecord,
  findRecords,
  uploadContainer,
  uploadContainerRepetition,
  setGlobals,
} as const satisfies Record<string, Operation>;

/** Operation of a request, with the variables of its path. */
export interface Matched {
  readonly name: string;
  readonly operation: Operation;
  readonly version: DataCall["version"];
  readonly path: Readonly<Record<string, string>>;
}

/** @throws FmError 1630 for an unknown path, 1704 for a method that the path doesn't support. */
export function matchOperation(request: IncomingCall): Matched {
  const segments = request.segments;
  const version = segments?.[2];
  if (segments === undefined || !isVersion(version)) throw new FmError("1630", { status: 404 });
  // Clients write productInfo in both spellings.
  const below = segments.slice(BASE_LENGTH);
  const rest = below.length === 1 && below[0] === "productinfo" ? ["productInfo"] : below;
  let known = false;
  for (const route of routes) {
    const path = matchPath(route.parts, rest);
    if (path === undefined) continue;
    known = true;
    const { method } = route.operation;
    if (method === request.method || (method === "GET" && request.method === "HEAD")) {
      return { name: route.name, operation: route.operation, version, path };
    }
  }
  throw known ? new FmError("1704", { status: 405 }) : new FmError("1630", { status: 404 });
}

const routes = Object.entries<Operation>(operations).map(([name, operation]) => ({
  name,
  operation,
  parts: operation.path.slice(1).split("/"),
}));

/** `/fmi/data/{version}` has three segments. */
const BASE_LENGTH = 3;

function isVersion(text: string | undefined): text is DataCall["version"] {
  return text === "v1" || text === "v2" || text === "vLatest";
}
