import type { ErrorName } from "#shared/contract/errors.ts";

const toServer = "Call get_server_stats to see what is running, and tell the user.";
const perhapsDone = "The change may have been made: look with the tool that lists it before you repeat the call.";
const ofAccount =
  "Call get_server_info to see which server it is. The user corrects the account of this Admin API key in the console.";
const ofAgent =
  "Call get_server_stats. The user runs latchkey-agent doctor on the database host, which shows what is missing.";
const ofStore =
  "Call get_offsite_status, and tell the user, who corrects the location in the console (Backups, Locations).";
const ofWebhook =
  "Register it without it (register_webhook); the user sets secrets and signatures in the console (Webhooks).";

/**
 * Next step for a model after an error that no list of names helps with. Each names a tool or an argument. The remedies of the error catalog
 * name operations of the API, which a model can't call.
 */
export const nextSteps: Partial<Readonly<Record<ErrorName, string>>> = {
  upstream_unreachable: toServer,
  certificate_refused: toServer,
  sessions_exhausted: `Try again in a minute. ${toServer}`,
  token_refresh_failed: `Repeat the call once. ${toServer}`,
  upstream_broken: `${perhapsDone} ${toServer}`,
  upstream_timeout: `${perhapsDone} ${toServer}`,
  admin_role_refused: ofAccount,
  stored_credentials_refused: ofAccount,
  admin_api_closed: ofAccount,
  account_needed: ofAccount,
  agent_unavailable: ofAgent,
  agent_timeout: `${perhapsDone} ${ofAgent}`,
  agent_refused: ofAgent,
  host_file_refused: "Call get_file: it may be open, or the agent may lack the permission. Tell the user.",
  host_disk_full: "Call get_server_stats to see the free space, and tell the user which disk is full.",
  host_file_not_found: "Call list_files to see the names.",
  client_not_reachable: "Use disconnect_client, or tell the user.",
  note_not_found: "Write one with set_file_note.",
  note_too_large: "Shorten text.",
  body_too_large: "Send shorter arguments, such as a shorter text.",
  process_final: "Call get_process to see its final state.",
  process_not_abortable: "Follow it with get_process until it finishes.",
  log_pattern_refused: "Send plain text as contains.",
  build_too_long: "Send fewer files.",
  build_exists: "Send another build_id, or call list_builds.",
  secret_masked: "Call list_recipes: the user enters the secret again in the console (Deployments, Recipes).",
  not_configured: "Call get_server_info. The user sets it up in the console (Settings) first.",
  deployment_too_long: "Call list_recipes, and choose one with fewer files.",
  deployment_running: "Call get_deployment until it finishes, or abort_deployment.",
  deployment_backup_missing: "Call list_backups: an offsite backup may have the file (restore_backup).",
  deployment_not_abortable: "Call get_deployment until it finishes, then start_deployment with undo.",
  input_invalid: "Compare the arguments with the descriptions in the tool's inputSchema.",
  offsite_location_not_found: ofStore,
  offsite_call_refused: ofStore,
  offsite_store_away: ofStore,
  offsite_backup_not_found: "Call list_backups to see the names for backup.",
  offsite_backup_unreadable: "Choose another backup; list_backups shows them.",
  offsite_file_not_found: "Call get_backup to see the files of this backup.",
  offsite_server_schedule_not_found: "Call list_schedules to see FileMaker Server's schedules.",
  offsite_schedule_running: "Call list_processes to follow it.",
  server_schedule_busy: "Call list_schedules until it isn't running.",
  webhook_exists: "Send another channel, or call list_webhooks to find the existing one.",
  webhook_template_invalid: ofWebhook,
  webhook_scheme_unsupported: ofWebhook,
  webhook_secret_missing: ofWebhook,
  webhook_secret_short: ofWebhook,
  webhook_secret_invalid: ofWebhook,
  key_files_refused: "Call test_api_key to see the reason for each file.",
  key_exists: "Call list_api_keys to find it.",
  key_value_exists: "Call list_api_keys to find it.",
  too_many_attempts: "Wait a few minutes. Then call test_api_key once.",
  key_value_needed: "Send another key, or ask an administrator.",
  key_file_not_allowed: "Call list_api_keys for a key that opens the file with OData.",
  mcp_account_refused: "Call test_api_key with the key.",
  file_not_available: "Call get_file: it may be closed, or its privilege set may lack fmrest.",
  mcp_server_exists: "Send another slug, or call get_mcp_server.",
  mcp_tables_missing: "Call get_mcp_server. The user chooses tables in the console (MCP Servers).",
  mcp_server_too_large: "Send shorter descriptions, or create a second server with create_mcp_server.",
  mcp_tool_exists: "Send another name, or call get_mcp_server.",
  mcp_script_not_callable: "Call list_scripts: problem says which scripts can't be called. Renaming the script helps.",
};
