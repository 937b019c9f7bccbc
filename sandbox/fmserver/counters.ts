/** Counts since the server's start, with which tests check what a client did. */
export interface Counters {
  /** Requests to the Data API, regardless of their result. */
  calls: number;
  logins: number;
  failedLogins: number;
  logouts: number;
  /** Bytes of request and response bodies of the Data API, and of response bodies of OData. */
  dataApiBytesIn: number;
  dataApiBytesOut: number;
  odataBytesOut: number;
  adminCalls: number;
  adminLogins: number;
  failedAdminLogins: number;
  adminLogouts: number;
  /** Requests to OData; a batch counts once. */
  odataCalls: number;
  failedODataLogins: number;
  /** Downloaded container files. */
  downloads: number;
  /** Answers that a fault replaced or damaged. */
  faults: number;
  /** Data API calls by operation, such as `getRecords`. */
  readonly byOperation: Record<string, number>;
  /** OData calls by operation, such as `readCollection`, including those in a batch. */
  readonly odataByOperation: Record<string, number>;
  /** Runs of command-line tools by name, such as `fmsadmin`. */
  readonly byTool: Record<string, number>;
}

export function newCounters(): Counters {
  return {
    calls: 0,
    logins: 0,
    failedLogins: 0,
    logouts: 0,
    dataApiBytesIn: 0,
    dataApiBytesOut: 0,
    odataBytesOut: 0,
    adminCalls: 0,
    adminLogins: 0,
    failedAdminLogins: 0,
    adminLogouts: 0,
    odataCalls: 0,
    failedODataLogins: 0,
    downloads: 0,
    faults: 0,
    byOperation: {},
    odataByOperation: {},
    byTool: {},
  };
}
