/** What has happened since the server started; tests read it to see what a client really did. */
export interface Counters {
  /** Requests to the Data API, whatever became of them. */
  calls: number;
  logins: number;
  failedLogins: number;
  logouts: number;
  /** Bytes of bodies that the Data API took and gave, and that OData gave. */
  dataApiBytesIn: number;
  dataApiBytesOut: number;
  odataBytesOut: number;
  adminCalls: number;
  adminLogins: number;
  failedAdminLogins: number;
  adminLogouts: number;
  /** Requests to OData; a batch is one. */
  odataCalls: number;
  failedODataLogins: number;
  /** Container files handed out. */
  downloads: number;
  /** Answers that a fault replaced or spoiled. */
  faults: number;
  /** Data API calls by operation, such as `getRecords`. */
  readonly byOperation: Record<string, number>;
  /** OData calls by operation, such as `readCollection`; those inside a batch too. */
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
