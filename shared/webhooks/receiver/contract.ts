import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { Channel } from "../contract.ts";

const Address = z.object({
  file: DatabaseName.describe("The hosted file, with or without `.fmp12`."),
  channel: Channel,
});

const AddressWithKey = Address.extend({
  apiKey: z.string().min(1).max(100).describe("A Data API key, for senders that can't send headers."),
});

const description =
  "Stores the event, then creates a record on the layout `OttoReceiver` of the file with `Channel` and `Payload`, and runs the script `OttoReceiver` with the query as JSON parameter. " +
  "Send the Data API key as bearer token, as `apiKey` in the query, or after the channel in the path. Accepts JSON and every `+json`, at most 100 levels deep, forms, text and XML. " +
  "With `includeQuery` or `includeHeaders` in the query, the payload includes those too. " +
  "HEAD, and GET without a query if the webhook verifies signatures, check the address: the response is 200, and there is no event. " +
  "The response is `{success, scriptError, scriptResult, messageRecordId, successMessage, deliveryId}`, or the script's own: " +
  '`{"useScriptResult": true, "status": 200, "headers": {}, "body": "{}"}`. If the event is stored but not delivered yet, the response has `queued: true`.';

const fileDescription =
  "Like `/svc/receiver`, for files: the files of a multipart form, or a body that is a single file. The files are stored while they arrive; then Latchkey creates a record with `Channel` and `Payload`, puts each file into its container field (the first into the first repetition), and runs the script. " +
  "`Payload` has the text fields of the form, `files` with name, file name, content type and size of each file, and `request-id`.";

const takesEvents = {
  method: "ANY",
  methods: ["POST", "GET", "HEAD", "PUT", "PATCH", "DELETE"],
  access: "own",
  credential: "data-key",
  output: z.unknown(),
  answers: "raw",
  respondsEarly: true,
  errors: [
    "key_unknown",
    "key_data_api_off",
    "key_file_not_allowed",
    "credential_missing",
    "credentials_repeated",
    "webhook_not_registered",
    "webhook_registrations_used",
    "webhook_inactive",
    "webhook_address_refused",
    "webhook_signature_refused",
    "webhook_type_unsupported",
    "webhook_form_invalid",
    "webhook_undelivered",
    "webhook_event_under_way",
    "body_too_large",
    "json_invalid",
    "stored_credentials_refused",
    "token_refresh_failed",
    "file_not_available",
    "upstream_unreachable",
    "certificate_refused",
  ],
} as const;

export const receiver = resource({
  receiveEvent: {
    ...takesEvents,
    path: "/svc/receiver/{file}/{channel}",
    summary: "Receive an event for a hosted file",
    description,
    input: Address,
    example: { input: { file: "Contacts", channel: "orders" } },
  },
  receiveEventByPath: {
    ...takesEvents,
    path: "/svc/receiver/{file}/{channel}/{apiKey}",
    summary: "Receive an event with the key in the path",
    description,
    input: AddressWithKey,
    example: { input: { file: "Contacts", channel: "orders", apiKey: "dk_4f9a1c7e2b" } },
  },
  receiveFile: {
    ...takesEvents,
    path: "/svc/filereceiver/{file}/{channel}",
    summary: "Receive files for a hosted file",
    description: fileDescription,
    input: Address,
    example: { input: { file: "Contacts", channel: "invoices" } },
  },
  receiveFileByPath: {
    ...takesEvents,
    path: "/svc/filereceiver/{file}/{channel}/{apiKey}",
    summary: "Receive files with the key in the path",
    description: fileDescription,
    input: AddressWithKey,
    example: { input: { file: "Contacts", channel: "invoices", apiKey: "dk_4f9a1c7e2b" } },
  },
});
