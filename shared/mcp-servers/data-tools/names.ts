/** The names of the tools for records, which no script's tool may have. */
export const dataToolNames = [
  "list_tables",
  "describe_table",
  "query_records",
  "get_record",
  "count_records",
  "aggregate_records",
  "create_record",
  "update_record",
  "delete_record",
] as const;
export type DataToolName = (typeof dataToolNames)[number];
