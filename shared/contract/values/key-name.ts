/** A key as log lines name it: `data-key:7` as the audit trail spells it, and what its owner calls it. */
export interface KeyName {
  readonly key: string;
  readonly label: string | undefined;
}
