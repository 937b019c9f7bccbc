/** Fields of a row that the confirmation shows. */
export interface KeyToDelete {
  readonly id: number;
  readonly label: string | null;
  readonly key: string;
  readonly last_used: string | null;
  /** Files that a Data API key names. */
  readonly databases?: readonly string[];
}
