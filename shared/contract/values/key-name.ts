/** Key in log lines: `data-key:7` as in the audit trail, and its label. */
export interface KeyName {
  readonly key: string;
  readonly label: string | undefined;
}
