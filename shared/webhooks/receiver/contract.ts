import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { Channel } from "../contract.ts";

const Address = z.object({
  file: DatabaseName.describe("The hosted file, with or without `.fmp12`."),
  channel: Channel,
});

const AddressWithKey = Address.extend({
  apiKey: z.string().min(1).max(100).describe("A Data API Key, for senders that send no header."),
});

const description =
  "The event is stored, then a record is made on the layout `OttoReceiver` of the file with `Channel` and `Payload`, and the script `OttoReceiver` runs, its parameter the query as JSON. " +
  "The Data API Key comes as bearer, as `apiKey` in the query, or behind the channel. Takes JSON and every `+json`, nested at most 100 levels deep, forms, text and XML. " +
  "With `includeQuery` or `includeHeaders` in the query the payload holds those too. " +
  "The answer is `{success, scriptError, scriptResult, messageRecordId, successMessage, deliveryId}`, or what the script wants it to be: " +
  '`{"useScriptResult": true, "status": 200, "headers": {}, "body": "{}"}`. An event that is stored and not delivered yet is answered with `queued: true`.';

const fileDescription =
  "As `/svc/receiver`, for files: those of a multipart form, or a body that is a file itself. What is sent is stored while it comes; then a record is made with `Channel` and `Payload`, each file put into its container field (the first into the first repetition), and the script runs. " +
  "`Payload` holds the text fields of the form, `files` with name, file name, content type and size of each, and `request-id`.";

const takesEvents = {
  method: "ANY",
  methods: ["POST", "GET", "PUT", "PATCH", "DELETE"],
  access: "own",
  credential: "data-key",
  output: z.unknown(),
  answers: "raw",
  answersEarly: true,
  errors: [
    "key_unknown",
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
    summary: "Receive an event, the key in the address",
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
    summary: "Receive files, the key in the address",
    description: fileDescription,
    input: AddressWithKey,
    example: { input: { file: "Contacts", channel: "invoices", apiKey: "dk_4f9a1c7e2b" } },
  },
});
